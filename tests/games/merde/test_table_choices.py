"""What a player sees before choosing: the odds of both sides of a gamble, and long answers at one click."""

from __future__ import annotations

from fractions import Fraction

from grognard.games.merde.game import GAME
from grognard.games.merde.world.lexicon import SIDES
from grognard.games.merde.world.state import Battle
from grognard.kernel.match import Match, begin
from grognard.kernel.wire import Plan
from told import told
from toolkit_merde import Table

FACE_TO_FACE = {"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "line", "0809 0909")}


def cuts(match: Match, who: int = 0) -> dict[str, list[str]]:
    return {cut.id: cut.actions for cut in GAME.face(match.state, who, "en").shortcuts() if not isinstance(cut, Plan)}


def shown(match: Match, action: str, who: int = 0) -> dict[str, object]:
    return told(GAME.face(match.state, who, "en").describe(GAME.lexicon.parse(action)))


# odds


def test_28_6_a_marker_shows_what_it_does_and_what_it_suffers() -> None:
    t = Table(FACE_TO_FACE).hand("A1", (6, 1), (1, 6)).hand("B1", (1, 1), (1, 2)).engage("A1", "B1")
    bold, careful = t.match.odds("army_a", "fire 1"), t.match.odds("army_a", "fire 2")
    assert sum(chance for _, chance in bold.risk) == 1
    assert bold.chance("none") < careful.chance("none")
    assert dict(bold.risk)["none"] < dict(careful.risk)["none"]
    found = GAME.face(t.s, 0, "en").forecast(GAME.lexicon.parse("fire 1"), {})
    assert found is not None
    assert found.more[0].title == "If the enemy strikes"
    assert shown(t.match, "fire 1")["tag"] == "83%"


def test_29_3_a_passive_defender_strikes_nobody() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    t.hand("A1", (3, 3), (1, 1)).hand("B1", (6, 6), (1, 2)).roll(1, 1, 1).engage("A1", "B1")
    t.play("army_a", "charge").play("army_b", "fire 2")
    assert t.asked == "ChargeExchange"
    turned = next(a.text for a in t.match.options("army_b") if a.args)
    defending = t.match.odds("army_b", turned)
    assert defending.chances == ()
    assert sum(chance for _, chance in defending.risk) == 1
    assert shown(t.match, turned, 1)["tag"] is None
    found = GAME.face(t.s, 1, "en").forecast(GAME.lexicon.parse(turned), {})
    assert found is not None
    assert (found.rows, found.title) == ([], "This marker for its defence")


def test_28_6_whether_the_enemy_turns_a_marker_is_an_unknown() -> None:
    t = Table(FACE_TO_FACE).hand("A1", (6, 1), (1, 6)).hand("B1", (1, 1), (1, 2)).engage("A1", "B1")
    told, alone = t.match.odds("army_a", "fire 1"), t.match.odds("army_a", "fire 1", marker=0)
    assert told.assumed("marker") == 1
    assert alone.chance("none") < told.chance("none"), "nothing but his base defends him"
    assert alone.risk == ()
    assert t.match.spread("army_a", "fire 1")["none"] == (alone.chance("none"), told.chance("none"))
    assert t.match.odds("army_a", "hold 1", marker=0).outcomes == {"none": 1}
    found = GAME.face(t.s, 0, "it").forecast(GAME.lexicon.parse("fire 1"), {})
    assert found is not None
    assert "uno qualsiasi non ancora girato" in found.text
    assert "può caricare" in found.text


def test_24_8_odds_against_a_battery_are_hits() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_position_art", "unlimbered", "0809")})
    t.hand("A1", (6, 1), (1, 1)).engage("A1", "B1")
    assert {name for name, _ in t.match.odds("army_a", "fire 1").chances} == {"hit", "miss"}
    assert t.match.odds("army_a", "fire 1").risk == ()


def test_27_3_a_skirmisher_hits_one_time_in_three() -> None:
    t = Table(
        {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811"), "B2": ("AU_line", "march", "1011")},
        groups={"gA1": ("column", "A1", 1)},
    ).skirmish()
    assert cuts(t.match)["skirmish_all"][:2] == ["skirmish A1", "shoot B1"]
    t.play("army_a", "skirmish A1")
    shot = "shoot B2"
    assert t.match.odds("army_a", shot).chance("hit") == Fraction(1, 3)
    assert shown(t.match, shot)["tag"] == "33%"


def test_37_1_who_may_rally_is_told_how_likely() -> None:
    t = Table(
        {"A1": ("FR_line", "line", "0808 0908"), "A2": ("FR_line", "line", "0806 0906")},
        generals={"AG1": ("silver", "0807", "A1 A2")},
    )
    for name in ("A1", "A2"):
        t.set(name, damage=1)
    t.rally()
    value = t.s.commander(t.s.leader(t.piece("A1"))).value
    assert shown(t.match, "rally A1")["tag"] == f"{round(100 * Fraction(value, 9))}%"
    assert cuts(t.match) == {"rally_all": ["rally A1", "rally A2"]}
    t.roll(1).play("army_a", "rally A1")
    assert cuts(t.match) == {}


# one click


def at_step(scenario: str, step: int) -> Match:
    """A battle where nobody has moved, at a step of the movement."""
    match = begin(GAME, GAME.set_up(scenario, {}), "steps")
    while True:
        state = match.state
        assert isinstance(state, Battle)
        if state.step == step and match.decision("army_a") is not None:
            return match
        side = match.to_act[0]
        taken = cuts(match, SIDES.index(side)).get("as_ordered") or [match.options(side)[-1].text]
        for text in taken:
            match.play(side, text)


def test_20_12_guns_and_generals_follow_at_one_click() -> None:
    match = at_step("austerlitz_pratzen_1805", 14)
    state = match.state
    assert isinstance(state, Battle)
    before = [state.commander(g).square for g in state.world.generals[0]]
    follow = cuts(match)["follow"]
    assert [text.split()[0] for text in follow if text.split()[0] in ("lead", "plan")]
    for text in follow:
        match.play("army_a", text)
    assert "army_a" not in match.to_act
    match.play("army_b", "done")
    after = match.state
    assert isinstance(after, Battle)
    assert [after.commander(g).square for g in after.world.generals[0]] != before


def test_20_4_ready_says_whether_somebody_stays() -> None:
    match = at_step("teaching_mill_road", 1)
    assert shown(match, "done")["label"] == "Nobody else moves"
    for piece in [action.text for action in match.options("army_a") if action.verb == "plan"][:-1]:
        match.play("army_a", piece)
        match.play("army_a", "stay")
    assert "stay_all" not in cuts(match)


def test_26_2_all_is_offered_only_where_there_are_several() -> None:
    t = Table(
        {**FACE_TO_FACE, "A2": ("FR_line", "line", "1008 1108"), "B2": ("AU_line", "line", "1009 1109")},
        groups={"gA1": ("reserve", "A1 A2"), "gB1": ("reserve", "B1 B2")},
    )
    t.combat().roll(1, 1)
    both = cuts(t.match).get("deal_all", [])
    assert len(both) == len([a for a in t.match.options("army_a") if a.verb == "deal"]) == 2
    t.play("army_a", both[0])
    assert "deal_all" not in cuts(t.match)


# orders


def test_21_1_a_group_is_asked_for_with_its_present_order_and_all_its_squares() -> None:
    match = begin(GAME, GAME.set_up("teaching_mill_road", {}), "orders")
    action = next(a for a in match.options("army_a") if a.verb == "change")
    state = match.state
    assert isinstance(state, Battle)
    found = shown(match, action.text)
    assert "(now: " in str(found["label"])
    squares = {f"{sq & 63:02d}{sq >> 6:02d}" for p in state.members(action.args[0]) for sq in state.pieces[p].squares}
    assert len(squares) > 1
    assert set(found["places"]) == squares  # type: ignore[arg-type]
    assert found["place"] in squares


def test_18_1_orders_are_shown_as_arrows_while_they_are_asked_for() -> None:
    match = begin(GAME, GAME.set_up("teaching_mill_road", {}), "orders")
    assert GAME.face(match.state, 0, "en").backdrop() == "orders"
    assert GAME.face(match.state, 0, "en").overlays().orders.lines
    for side in SIDES:
        match.play(side, "done")
    assert GAME.face(match.state, 0, "en").backdrop() is None


def test_12_5_a_march_into_contact_has_its_price() -> None:
    t = (
        Table(
            {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "line", "0811 0911")},
            groups={"gA1": ("column", "A1", 1)},
        )
        .movement()
        .play("army_a", "plan A1")
    )
    marches = {cut.place: told(cut) for cut in GAME.face(t.s, 0, "en").shortcuts() if isinstance(cut, Plan)}
    assert marches["0810"]["price"]
    assert "contact" in marches["0810"]["why"]
    assert not any(march["price"] for hex, march in marches.items() if hex.endswith("09"))


def test_a_dark_square_answers_in_every_phase() -> None:
    match = begin(GAME, GAME.set_up("maida_1806", {}), "why")
    state = match.state
    assert isinstance(state, Battle)
    enemy = state.pieces[state.world.roster[1][0]].squares[0]
    meant = GAME.face(state, 0, "en").about(f"{enemy & 63:02d}{enemy >> 6:02d}")
    assert meant
    assert match.why_not("army_a", meant[0])
    t = (
        Table(
            {"A1": ("FR_line", "line", "0808 0908"), "A2": ("FR_line", "line", "0806 0906")},
            generals={"AG1": ("silver", "0807", "A1 A2")},
        )
        .set("A1", damage=1)
        .rally()
    )
    assert GAME.face(t.s, 0, "en").about("0906") == ["rally A2"]
    assert t.rules("army_a", "rally A2") == ["37.1"]
    assert GAME.face(t.s, 0, "en").about("0101") == []
