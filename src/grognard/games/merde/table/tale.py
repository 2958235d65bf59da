"""A battle as it is followed: who marches, what the guns do, a card for every engagement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.combat.totals import TERM_RULES
from grognard.games.merde.table.margins import EVENT_RULES
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.world.lexicon import NAMES, SIDES
from grognard.games.merde.world.state import FELL
from grognard.games.merde.world.world import side_of
from grognard.kernel.frame import Event
from grognard.kernel.pen import signed
from grognard.kernel.tale import Group, Teller, capital, gathered, sentences, with_key
from grognard.kernel.wire import Deed, Fallen, Fight, FightRow, Follow, Force, Hurt, MapTag

BEGUN: Final = ("engages", "charge_announced")
SHOTS: Final = ("shot", "shot_bridge", "skirmish_shot")
HARM: Final = frozenset({"face", "marker_lost", "men_lost", "battery_hit", "engineers_hit", "routs", "falls_back"})
BROKEN: Final = frozenset(
    {*FELL, *HARM, "morale", "exempt", "falls_back_to", "routs_to", "shaken", "cannot_retreat", "general_lost"}
    | {"general_unhurt", "shelled", "shelled_out", "bridge_destroyed", "uncovered", "disordered", "interpenetrates"}
)
FOUGHT: Final = frozenset(
    {*BROKEN, "fire_step", "attack", "assault", "rear", "paused", "no_markers_left", "hand", "replaces", "converges"}
    | {"advances", "countercharge", "square_test", "returns", "pursues", "flag", "shot", "dealt"}
)
BACK: Final = ("falls_back_to", "routs_to", "shelled_out")


class BattleTeller(Teller[Pen]):
    """Marches, fire, engagements and messengers."""

    opens = {
        "marches": "march",
        **dict.fromkeys(BEGUN, "fight"),
        **dict.fromkeys(SHOTS, "fire"),
        "dealt": "markers",
        "letter": "orders",
        "messenger": "orders",
        "new_order": "orders",
        "new_sequence": "orders",
        "rally": "rally",
        "rout_test": "rally",
        "steady": "rally",
    }
    goes_on = {
        "march": frozenset(),
        "fight": FOUGHT | {"engages"},
        "fire": BROKEN | {*SHOTS},
        "markers": frozenset({"dealt", "hand"}),
        "orders": frozenset({"letter", "messenger", "delivery", "understanding", "new_order", "new_sequence"}),
        "rally": frozenset({"rally", "rout_test", "steady", "dispersed"}),
    }

    def joins(self, group: Group, event: Event) -> bool:
        """[31.2] A charge that comes home goes on as its engagement; another pair is another card."""
        if not super().joins(group, event):
            return False
        if group.kind != "fight" or event.key != "engages":
            return True
        begun = group.events[0]
        pair = {begun.args[0], begun.args[1]}
        return begun.key == "charge_announced" and {event.args[0], event.args[1]} == pair

    # what is said of everybody

    def _id(self, piece: int) -> str:
        return NAMES["piece"][piece]

    def _square(self, sq: object) -> str:
        assert isinstance(sq, int)
        return NAMES["square"][sq]

    def _fallen(self, events: Iterable[Event]) -> list[Fallen]:
        lost = [event for event in events if event.key in FELL and event.detail]
        return gathered(
            [
                (SIDES[side_of(event.number(0))], self._square(event.detail[0]), self._id(event.number(0)))
                for event in lost
            ]
        )

    def _ways(self, deed: Deed, events: Iterable[Event]) -> None:
        """[37.4] [37.5] Where the beaten went."""
        gone = [event for event in events if event.key in BACK]
        ways = [[self._square(event.args[1]), self._square(event.args[2])] for event in gone]
        if ways:
            deed.way, deed.others, deed.mover = ways[0], ways[1:], SIDES[side_of(gone[0].number(0))]

    def _hurt(self, events: Iterable[Event], side: int) -> list[Hurt]:
        """[30.1] What befell whom, the worst of it."""
        found: dict[int, Hurt] = {}
        for event in events:
            if event.key not in HARM and event.key not in FELL:
                continue
            piece = event.number(0)
            if side_of(piece) != side or (piece in found and found[piece].lost):
                continue
            lost = event.key in FELL
            key = "lost" if lost else event.key
            found[piece] = Hurt(self._id(piece), self.pen.piece(piece), self.pen(f"tale.hurt_{key}"), lost)
        return list(found.values())

    def _cost(self, events: Sequence[Event]) -> str:
        every = [hurt for side in (0, 1) for hurt in self._hurt(events, side)]
        return " ".join([f"{hurt.name}: {hurt.text}." for hurt in every])

    def _follows(self, events: Iterable[Event]) -> list[Follow]:
        keys = (*BACK, *FELL, "morale", "paused", "no_markers_left", "replaces", "advances", "rear", "shaken", "flag")
        told = [event for event in events if event.key in keys]
        return [Follow(self.pen(f"event.{event.key}", *event.args), EVENT_RULES.get(event.key)) for event in told]

    # [20] marches

    def tell_march(self, events: list[Event]) -> Deed | None:
        """[20.5] Where it wanted to go; [15.1] who keeps his square only changes front or formation."""
        piece, start, goal = [events[0].number(i) for i in range(3)]
        stays = start == goal
        key = "tale.turns" if stays else "tale.march"
        return Deed(
            kind="",
            span=0,
            text=self.pen(key, piece, start, goal),
            side=SIDES[side_of(piece)],
            rule="15.1" if stays else "20.5",
            pieces=[self._id(piece)],
            way=[] if stays else [self._square(start), self._square(goal)],
        )

    def tell_markers(self, events: list[Event]) -> Deed | None:
        """[26.1] Attack markers, all who get some."""
        dealt = with_key(events, "dealt")
        if len(events) < 2:
            return None
        text = self.pen("tale.markers", len(dealt), sum([event.number(1) for event in dealt]))
        return Deed(kind="", span=0, text=text, rule="26.1")

    def tell_rally(self, events: list[Event]) -> Deed | None:
        """[37.6] All tests of a rally phase."""
        if len(events) < 2:
            return None
        return Deed(
            kind="", span=0, text=self.pen("tale.rallies", len(events)), rule="37.6", fallen=self._fallen(events)
        )

    # [24] [27] fire

    def tell_fire(self, events: list[Event]) -> Deed | None:
        """[24.6] All shots of one moment, and what they did."""
        shots = with_key(events, *SHOTS)
        hits = len([shot for shot in shots if shot.args[6 if shot.key != "skirmish_shot" else 4]])
        if len(shots) == 1:
            text = self.pen(f"event.{shots[0].key}", *shots[0].args)
        else:
            text = self.pen("tale.shots", len(shots), hits)
        sides = {side_of(shot.number(0)) for shot in shots}
        deed = Deed(
            kind="",
            span=0,
            text=sentences(text, self._cost(events)),
            side=SIDES[sides.pop()] if len(sides) == 1 else None,
            rule=EVENT_RULES.get(shots[0].key),
            pieces=[self._id(shot.number(0)) for shot in shots],
            fallen=self._fallen(events),
        )
        guns = [shot for shot in shots if shot.key != "skirmish_shot"]
        deed.tags = [MapTag(at=self._square(shot.args[2]), style="fought") for shot in guns if shot.args[6]]
        self._ways(deed, events)
        if guns:
            deed.fight = self._shots_card(events, guns)
        return deed

    def _shots_card(self, events: list[Event], guns: list[Event]) -> Fight:
        """[24.5] Every shot on a row: the Target drawn, and the Shots that were named."""
        pen = self.pen
        rows = [
            FightRow(
                pen("tale.shot_at", shot.number(0), shot.number(1), f"rangename.{shot.args[7]}")
                if shot.key == "shot"
                else pen("tale.shot_bridge", shot.number(0), shot.args[2]),
                "24.5",
                [self._shots(shot), pen("tale.target", shot.args[3], f"struck.{shot.args[6]}")],
            )
            for shot in guns
        ]
        side = side_of(guns[0].number(0))
        own = [shot for shot in guns if side_of(shot.number(0)) == side]
        return Fight(
            title=pen("tale.title_shots", len(guns)),
            rule="24.6",
            forces=[
                Force(
                    side=SIDES[who],
                    name=pen.side(who),
                    pieces=[self._id(shot.number(0)) for shot in guns if side_of(shot.number(0)) == who],
                    hurt=self._hurt(events, who),
                )
                for who in ((side, 1 - side) if own else (0, 1))
            ],
            rows=rows,
            follows=self._follows(events),
        )

    def _shots(self, shot: Event) -> str:
        numbers = dict.fromkeys([shot.args[4], shot.args[5]])
        return ", ".join([str(number) for number in numbers])

    # [25] to [31] engagements

    def tell_fight(self, events: list[Event]) -> Deed | None:
        """[25.3] One pair from its naming to its end."""
        begun = events[0]
        one, other = begun.number(0), begun.number(1)
        pen = self.pen
        key = "tale.charge" if begun.key == "charge_announced" else "tale.engagement"
        bearing = f"bearing.{begun.args[2]}" if begun.key == "engages" else ""
        text = pen(key, one, other, bearing)
        deed = Deed(
            kind="",
            span=0,
            text=sentences(text, self._cost(events)),
            side=SIDES[side_of(one)],
            rule=EVENT_RULES[begun.key],
            pieces=[self._id(one)],
            fallen=self._fallen(events),
        )
        self._ways(deed, events)
        deed.tags = [MapTag(at=at, style="fought") for at in dict.fromkeys(self._where(events))]
        if with_key(events, "attack", "rear", "square_test"):
            deed.fight = self._card(events, one, other)
        return deed

    def _where(self, events: list[Event]) -> list[str]:
        """Where it was fought, as far as it was told: where the attacks went."""
        return [self._square(event.detail[2]) for event in with_key(events, "attack") if len(event.detail) > 2][:1]

    def _card(self, events: list[Event], one: int, other: int) -> Fight:
        pen = self.pen
        attacks = with_key(events, "attack")
        rows = [row for attack in attacks[:-2] for row in self._short(attack, one)]
        for attack in attacks[-2:]:
            rows += self._terms(attack, one)
        step = f"combat.{attacks[-1].args[2]}" if attacks else "combat.0"
        return Fight(
            title=capital(pen("tale.title_fight", one, other)),
            rule="25.3",
            lead=pen("tale.lead", step, len(attacks)) if attacks else "",
            forces=[
                Force(
                    side=SIDES[side_of(p)], name=pen.piece(p), pieces=[self._id(p)], hurt=self._hurt(events, side_of(p))
                )
                for p in (one, other)
            ],
            rows=rows,
            follows=self._follows(events),
        )

    def _columns(self, attack: Event, one: int, mine: object, theirs: object) -> list[str | float | None]:
        """Values stand in the columns of those who fight, whoever attacks."""
        values = [mine, theirs] if side_of(attack.number(0)) == side_of(one) else [theirs, mine]
        return [value if isinstance(value, str | int) else None for value in values]

    def _short(self, attack: Event, one: int) -> list[FightRow]:
        """[28.1] An attack that lies further back: the totals alone."""
        label = self.pen("tale.attack", attack.args[0], f"combat.{attack.args[2]}", self._sign(attack))
        return [FightRow(label, "28.1", self._columns(attack, one, attack.args[3], attack.args[4]), sum=True)]

    def _sign(self, attack: Event) -> str:
        return signed(attack.number(5))

    def _terms(self, attack: Event, one: int) -> list[FightRow]:
        """[28.2] to [28.4] Every term of an attack and of the defence against it, the markers, the totals."""
        rows: list[FightRow] = []
        if len(attack.detail) > 1:
            both = [dict(terms) for terms in attack.detail[:2]]  # type: ignore[call-overload]
            for name in dict.fromkeys([*both[0], *both[1]]):
                shown = [self._worth(name, terms.get(name)) for terms in both]
                rows.append(
                    FightRow(self.pen(f"term.{name}"), TERM_RULES.get(name), self._columns(attack, one, *shown))
                )
        marker, mine = attack.number(6), attack.number(7)
        turned = (str(red(marker)), str(blue(mine)) if mine >= 0 else "–")
        rows.append(FightRow(self.pen("term.marker"), "28.1", self._columns(attack, one, *turned)))
        return rows + self._short(attack, one)

    def _worth(self, name: str, value: int | None) -> str | None:
        if value is None:
            return None
        return str(value) if name == "strength" else signed(value)
