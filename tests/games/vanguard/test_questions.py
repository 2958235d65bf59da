"""What is asked and what is not: a question is put only where its answer can matter; long answers have shortcuts."""

from __future__ import annotations

from grognard.games.vanguard.game import GAME
from toolkit_vanguard import Table

STACK = {"l40I": "2905", "l22I": "2905", "watrin": "2905"}
FAR, NEAR = {"stI": "2105"}, {"stI": "2903"}


def asked_after_moving(pieces: dict[str, str], **more: object) -> Table:
    t = Table(pieces, orders={"watrin": "manoeuvre"}, **more).movement("watrin")  # type: ignore[arg-type]
    return t.steer("french", "done", "done")


def test_16_3_3_r_37_the_order_of_a_stack_is_asked_where_the_enemy_does_not_see_it() -> None:
    assert asked_after_moving(STACK | FAR).asked == "StackOrder"
    assert asked_after_moving(STACK | NEAR).asked == "Rest", "he sees all of it"


def test_16_3_3_r_37_in_sight_it_matters_if_light_troops_may_fire() -> None:
    fire = {"optional_16_3": True}
    assert asked_after_moving(STACK | NEAR, options=fire).asked == "Rest", "a line battalion does not skirmish"
    assert asked_after_moving(STACK | NEAR | {"ogulin": "2105"}, options=fire).asked == "StackOrder"


def test_16_3_3_r_37_a_stack_that_has_not_changed_is_not_asked_about_again() -> None:
    for answer in ("done", "top l40I"):
        t = asked_after_moving(STACK | FAR).play("french", answer)
        t.movement("watrin").steer("french", "done", "done")
        assert t.asked == "Rest"
        t.s.reduced |= 1 << t.unit("l40I")
        t.movement("watrin").steer("french", "done", "done")
        assert t.asked == "StackOrder", "it has changed"


def test_11_0_batteries_are_asked_together_and_only_if_an_order_of_their_own_gains_something() -> None:
    guns = {"chambarlhac": "2905", "a_herbin": "2905", "a_rivaud": "2906"}
    t = Table(guns | FAR, orders={"chambarlhac": "advance"}).command("chambarlhac").play("french", "keep")
    assert t.asked == "Rest", "Advance may do all that Manoeuvre may"
    t = Table(guns | FAR, orders={"chambarlhac": "defence"}).command("chambarlhac").play("french", "keep")
    assert t.options("french") == ["keep", "battery a_herbin manoeuvre", "battery a_rivaud manoeuvre"]
    t.play("french", "battery a_herbin manoeuvre")
    assert t.options("french") == ["keep", "battery a_rivaud manoeuvre"]


def test_11_0_who_has_something_to_gain_is_asked() -> None:
    """[8.1] a zone to leave; [14.1] an assault to leave before; [9.3] a road to march on."""
    cases = (
        ("watrin", "a_watrin", "2904", "advance"),
        ("lannes", "garde", "2105", "advance"),
        ("watrin", "a_watrin", "2105", "attack"),
    )
    for general, gun, enemy, order in cases:
        t = Table({general: "2905", gun: "2905", "stI": enemy}, orders={general: order}).command(general)
        assert t.play("french", "keep").asked == "GunOrder", (gun, order)
    t = Table({"ott": "2905", "a_oreilly": "2905", "l40I": "2105"}, orders={"ott": "attack"}).command("ott")
    assert t.play("coalition", "keep").asked == "Rest", "[17.1.4] no Austrian column"


def test_4_3_1_general_and_chief_are_one_question_in_the_order_of_the_rule() -> None:
    t = Table({"watrin": "2905", "lannes": "3105", "stI": "2105"}, orders={"watrin": "manoeuvre"}).movement("watrin")
    assert t.options("french") == ["move watrin", "move lannes", "done"]
    t.play("french", "move lannes", "go 3005", "stop")
    assert t.asked == "Rest", "the General moves before the chief or not at all"


def test_12_4_where_one_unit_alone_can_attack_it_is_not_asked_for() -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders={"watrin": "advance"}).combat("watrin")
    assert t.play("french", "assault 2904").options("french") == ["go"]


def test_one_click_assaults_with_everybody_and_one_rallies_all() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "2904"}, orders={"watrin": "advance"}).combat("watrin")
    (cut,) = GAME.face(t.s, 0, "en").shortcuts()
    assert cut.actions == ["assault 2904", "all?"]
    assert GAME.face(t.s, 1, "en").shortcuts() == []
    t.play("french", "assault 2904", "all")
    assert t.options("french") == ["go"], "the odds are shown before it is declared"
    t = Table({"l40I": "2905", "l40II": "3105", "coI": "2104"}, disordered=["l40I", "l40II"]).rally("watrin")
    (cut,) = GAME.face(t.s, 0, "it").shortcuts()
    assert cut.actions == ["rally 2905", "rally 3105?"]
