"""A battle on the open table as it is followed: moves, volleys and melees, each on a line, the fights on a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import Final

from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel.frame import Event
from grognard.kernel.pen import signed
from grognard.kernel.tale import Group, Teller, sentences, with_key
from grognard.kernel.wire import Deed, Fallen, Fight, FightRow, Follow, Force, Hurt, MapTag

STEPS: Final = ("step_advance", "step_back", "step_shift", "step_wheel", "step_turn", "went", "formed")
RUNS: Final = ("ran", "ran_on", "fell_back", "evaded")
LOST: Final = ("destroyed", "left_table")
HARM: Final = frozenset(
    {"lost", "morale", "destroyed", "left_table", "disordered", "guns_abandoned", "general_safe", "general_lost"}
    | {"general_replaced", "shaken_die", "shaken", "cut_off"}
)
RULES: Final = {"fell_back": "8.10", "destroyed": "1.5", "left_table": "10.2", "morale": "9.1", "locked": "8.11"}
MOST: Final = 12  # blows of one card
TOLD: Final = (*RULES, "guns_abandoned", "general_lost", "won", "worsted")


class BattleTeller(Teller[Pen]):
    """Who moved how far, who fired at whom, who gave way."""

    opens = {
        **dict.fromkeys(STEPS, "march"),
        **dict.fromkeys(("evaded", "ran_on", "fell_back", "caught"), "march"),
        "ran": "flight",
        "retreats": "flight",
        "contact": "march",
        "fire": "fire",
        "melee": "fight",
        "rally": "rally",
    }
    goes_on = {
        "march": frozenset({*STEPS, "disordered"}),
        "flight": frozenset({"ran", "retreats", "lost", "destroyed", "left_table", "disordered", "cut_off"}),
        "fire": HARM | {"fire"},
        "fight": HARM | {"blow", "locked", "worsted", "fell_back", "won", "tired", "spent"},
        "rally": frozenset({"rally", "reordered", "guns_manned"}),
    }

    def joins(self, group: Group, event: Event) -> bool:
        """[5.1] A move is that of one unit."""
        if not super().joins(group, event):
            return False
        return group.kind != "march" or (event.args[0] == group.events[0].args[0] and group.events[0].key in STEPS)

    # what is said of everybody

    def _id(self, tag: object) -> str:
        return str(tag).partition("/")[2]

    def _side(self, tag: object) -> str | None:
        name = self._id(tag)[:1]
        return SIDES[data.SIDES.index(name)] if name in data.SIDES else None

    def _way(self, events: Iterable[Event]) -> list[list[int]]:
        """From where to where, in millimetres of the table."""
        found: list[list[int]] = []
        for event in events:
            if len(event.detail) == 4:
                x, y, goal_x, goal_y = [int(str(part)) for part in event.detail]
                if not found:
                    found.append([x, y])
                if [goal_x, goal_y] != found[-1]:
                    found.append([goal_x, goal_y])
        return found if len(found) > 1 else []

    def _length(self, way: Sequence[Sequence[int]]) -> int:
        pairs = pairwise(way)
        return round(sum([hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairs]))

    def _fallen(self, events: Iterable[Event]) -> list[Fallen]:
        return [
            Fallen(
                at=[int(str(part)) for part in event.detail],
                pieces=[self._id(event.args[0])],
                count=1,
                side=self._side(event.args[0]),
            )
            for event in events
            if event.key in LOST and len(event.detail) == 2
        ]

    def _hurt(self, events: Iterable[Event], side: str | None) -> list[Hurt]:
        """[9.2] What befell whom, the worst of it."""
        found: dict[str, Hurt] = {}
        for event in events:
            if not event.args or self._side(event.args[0]) != side:
                continue
            name, text = self._id(event.args[0]), self._fate(event)
            if text and not (name in found and found[name].lost):
                said = self.pen("tale.name", event.args[0])
                found[name] = Hurt(name, said, text, event.key in LOST)
        return list(found.values())

    def _fate(self, event: Event) -> str:
        if event.key in LOST:
            return self.pen("tale.lost")
        if event.key == "lost":
            return self.pen("tale.loses", event.args[1])
        if event.key == "morale" and event.args[4] in ("rout", "retreat"):
            return self.pen("tale.routs" if event.args[4] == "rout" else "tale.retreats")
        return ""

    def _cost(self, events: Sequence[Event]) -> str:
        every = [hurt for side in SIDES for hurt in self._hurt(events, side)]
        return " ".join([f"{hurt.name}: {hurt.text}." for hurt in every])

    def _follows(self, events: Iterable[Event]) -> list[Follow]:
        told = [event for event in events if event.key in TOLD]
        return [Follow(self.pen(f"event.{event.key}", *event.args), RULES.get(event.key)) for event in told]

    # [5] moves

    def tell_march(self, events: list[Event]) -> Deed | None:
        """[5.1] One line a move: how far, and in which formation it ended."""
        pen, tag, first = self.pen, events[0].args[0], events[0]
        way = self._way(events)
        formed = with_key(events, "formed")
        keys = {"evaded": "tale.evades", "fell_back": "tale.falls_back", "contact": "tale.contacts"}
        if first.key == "contact":
            text = pen("tale.contacts", tag, first.args[1])
        elif way:
            text = pen(keys.get(first.key, "tale.moves"), tag, self._length(way))
        else:
            text = "" if formed else pen("tale.turns", tag)
        shape = pen("tale.forms", tag, formed[-1].args[1]) if formed else ""
        rule = {"evaded": "6.8", "ran_on": "6.8", "caught": "6.8", "contact": "6.11", "fell_back": "8.10"}
        return Deed(
            kind="",
            span=0,
            text=sentences(text, shape),
            side=self._side(tag),
            rule=rule.get(first.key, "5.1"),
            pieces=[self._id(tag)],
            way=way,
        )

    def tell_flight(self, events: list[Event]) -> Deed | None:
        """[10.1] [9.4] All who run or retreat at one time."""
        runners = [event for event in events if event.key in ("ran", "retreats", "left_table")]
        tags = tuple(dict.fromkeys([str(event.args[0]) for event in runners]))
        ways = [way for event in with_key(events, "ran") if (way := self._way([event]))]
        side = self._side(tags[0]) if tags else None
        deed = Deed(
            kind="", span=0, text=self.pen("tale.runs", tags), side=side, rule="10.1", fallen=self._fallen(events)
        )
        if ways:
            deed.way, deed.others = ways[0], list(ways[1:])
        return deed

    def tell_rally(self, events: list[Event]) -> Deed | None:
        """[10.3] All tests of a rally step."""
        count = len(with_key(events, "rally"))
        return Deed(kind="", span=0, text=self.pen("tale.rallies", count), rule="10.3") if count > 1 else None

    # [7] fire

    def tell_fire(self, events: list[Event]) -> Deed | None:
        """[7.13] All fire of a step, for it falls together."""
        pen, shots = self.pen, with_key(events, "fire")
        lost = sum([shot.number(4) for shot in shots])
        one = shots[0]
        text = (
            pen("tale.volley", one.args[0], one.args[1], lost)
            if len(shots) == 1
            else pen("tale.volleys", len(shots), lost)
        )
        sides = {self._side(shot.args[0]) for shot in shots}
        single = pen("tale.title_volley", one.args[0], one.args[1])
        deed = Deed(
            kind="",
            span=0,
            text=sentences(text, self._cost(events)),
            side=sides.pop() if len(sides) == 1 else None,
            rule="7.13",
            pieces=[self._id(shot.args[0]) for shot in shots],
            fallen=self._fallen(events),
            tags=self._tags([shot for shot in shots if shot.number(4)]),
        )
        title = single if len(shots) == 1 else pen("tale.title_volleys", len(shots))
        deed.fight = self._card(events, shots, title, "7.1")
        return deed

    # [8] melees

    def tell_fight(self, events: list[Event]) -> Deed | None:
        """[8.3] One round of a melee."""
        pen, begun, blows = self.pen, events[0], with_key(events, "blow")
        won = with_key(events, "won")
        end = pen("tale.won", won[0].args[0]) if won else pen("tale.locked")
        deed = Deed(
            kind="",
            span=0,
            text=sentences(pen("tale.melee", begun.args[1], begun.args[0]), self._cost(events), end),
            side=None,
            rule="8.3",
            pieces=[self._id(tag) for tag in begun.args[0]] if isinstance(begun.args[0], tuple) else [],
            fallen=self._fallen(events),
            tags=self._tags(blows[:1]),
        )
        back = [event for event in with_key(events, "fell_back") if self._way([event])]
        if back:
            ways = [self._way([event]) for event in back]
            deed.way, deed.others, deed.mover = ways[0], list(ways[1:]), self._side(back[0].args[0])
        deed.fight = self._card(events, blows, pen("tale.title_melee", begun.args[1]), "8.1")
        deed.fight.result = end
        return deed

    # the card of both

    def _tags(self, blows: Iterable[Event]) -> list[MapTag]:
        spots = [event.detail[3] for event in blows if len(event.detail) > 3]
        return [MapTag(at=list(spot), style="fought") for spot in dict.fromkeys(spots) if isinstance(spot, tuple)]

    def _card(self, events: list[Event], blows: list[Event], title: str, rule: str) -> Fight:
        """Forces of both sides; each blow with its percentage and its die, a single one with all its terms."""
        first = self._side(blows[0].args[0]) if blows else SIDES[0]
        sides = [first, next(side for side in SIDES if side != first)]
        rows = [row for blow in blows[:MOST] for row in self._blow(blow, sides, rule, len(blows) <= 2)]
        return Fight(
            title=title,
            rule=rule,
            forces=[self._force(events, blows, side) for side in sides],
            rows=rows,
            result_rule=rule,
            follows=self._follows(events),
        )

    def _force(self, events: list[Event], blows: list[Event], side: str | None) -> Force:
        tags = dict.fromkeys([tag for blow in blows for tag in blow.args[:2] if self._side(tag) == side])
        name = ", ".join([self.pen("tale.name", tag) for tag in list(tags)[:3]])
        return Force(
            side=side,
            name=name or (self.pen.army(SIDES.index(side)) if side else ""),
            pieces=[self._id(tag) for tag in tags],
            hurt=self._hurt(events, side),
        )

    def _blow(self, blow: Event, sides: Sequence[str | None], rule: str, whole: bool) -> list[FightRow]:
        """[7.1] [8.1] The percentage, term by term if there is room; then what was rolled against it."""
        pen, column = self.pen, sides.index(self._side(blow.args[0]))
        rows = []
        if whole and len(blow.detail) > 2:
            bases, base, terms, *_ = blow.detail
            assert isinstance(terms, tuple)
            rows.append(FightRow(pen("forecast.base"), rule, self._in(column, str(base))))
            rows += [
                FightRow(pen(f"term.{name}"), "7.11" if rule == "7.1" else "8.6", self._in(column, signed(value)))
                for name, value in terms
            ]
            rows.append(
                FightRow(pen("forecast.bases"), "7.2" if rule == "7.1" else "8.2", self._in(column, f"× {bases}"))
            )
        key = "tale.shot" if blow.key == "fire" else "tale.blow"
        die, lost = blow.number(3), blow.number(4)
        rolled = pen("tale.rolled", die, lost) if die else pen("tale.sure", lost)
        label = f"{pen(key, blow.args[0], blow.args[1])}: {rolled}"
        rows.append(FightRow(label, rule, self._in(column, pen("tale.percent", blow.args[2])), sum=True))
        return rows

    def _in(self, column: int, value: str) -> list[str | float | None]:
        return [value, None] if column == 0 else [None, value]
