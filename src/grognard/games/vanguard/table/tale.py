"""A battle as it is followed: a march on a line, a card for every assault and every bombardment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.table.forecast import STYLES, result_text
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.world.roster import SIDES
from grognard.games.vanguard.world.world import SPOT
from grognard.kernel.frame import Event
from grognard.kernel.pen import signed
from grognard.kernel.tale import FACES, Group, Teller, capital, gathered, sentences, with_key
from grognard.kernel.wire import Deed, Fallen, Fight, FightRow, Follow, Force, Hurt, MapTag, ScalePart

STEPS: Final = ("moved", "entered")
LOST: Final = frozenset({"eliminated", "eliminated_returns", "surrendered", "ran_off", "leader_lost", "leader_taken"})
FATES: Final = {"disordered": "disordered", "blown": "disordered", "routed": "routed", "damaged": "damaged"}
AFTER: Final = frozenset(
    {*LOST, *FATES, "tested", "retreated", "into_zoc", "nowhere_to_go", "ran", "guns_follow", "left_map"}
    | {"leader_hit", "leader_safe", "leader_follows", "leader_shelters", "leader_escapes", "lannes_lost"}
    | {"flag_taken", "flag_saved", "march_cancelled", "column_dissolved"}
)
BLOWS: Final = ("assault", "assault_hopeless", "guns_taken")
SHOTS: Final = ("bombarded", "skirmish_fire")
RALLIES: Final = frozenset({"rallied", "rallied_half"})
ASSAULT_RESULTS: Final = ("AE", "AD", "NE", "EX", "DD", "DR", "DE")
TOLD: Final = {
    "pressed": "12.5.4",
    "contested": "10.1.1",
    "holds_houses": "12.5.4",
    "retreated": "12.6",
    "ran": "15.2.2",
    "nowhere_to_go": "12.6.3",
    "advanced": "12.7",
    "leader_lost": "4.5.5",
    "leader_hit": "4.5.3",
    "flag_taken": "17.2.12",
    "lannes_lost": "17.1.8",
    "fatigued": "16.3.4",
}


class BattleTeller(Teller[Pen]):
    """Who marched where, who assaulted or shelled whom, who broke."""

    opens = {
        **dict.fromkeys(STEPS, "march"),
        **dict.fromkeys(BLOWS, "fight"),
        **dict.fromkeys(SHOTS, "fire"),
        **dict.fromkeys(("ran", "ran_off"), "flight"),
        **dict.fromkeys(RALLIES, "rally"),
        "order_changed": "orders",
        "battery_order": "orders",
        "out_of_command": "orders",
    }
    goes_on = {
        "march": frozenset({*STEPS, "column", "charge_declared"}),
        "fight": AFTER | {"pressed", "contested", "holds_houses", "advanced", "blown"},
        "fire": AFTER | {"fatigued"},
        "flight": frozenset({"ran", "ran_off", "surrendered", "leader_follows", "leader_shelters", "eliminated"}),
        "rally": RALLIES,
        "orders": frozenset({"order_changed", "battery_order", "out_of_command"}),
    }

    def joins(self, group: Group, event: Event) -> bool:
        """[9.1] A move is that of the same counters; one who has come in goes on from there."""
        if not super().joins(group, event):
            return False
        return group.kind != "march" or event.args[0] == group.events[0].args[0]

    # what is said of everybody

    def _name(self, spot: object) -> str:
        assert isinstance(spot, int)
        return self.pen.world.grid.names[spot % SPOT]

    def _ids(self, pieces: int) -> list[str]:
        return [self.pen.world.roster.ids[u] for u in bits(pieces)]

    def _side(self, pieces: int) -> str | None:
        found = bits(pieces)
        return SIDES[self.pen.world.roster.side_of[found[0]]] if found else None

    def _who(self, pieces: int) -> str:
        """One or two by name, more by the first and a number."""
        names = [self.pen.unit(u) for u in bits(pieces)]
        return ", ".join(names) if len(names) < 3 else self.pen("tale.with_more", names[0], len(names) - 1)

    def _fallen(self, events: Iterable[Event]) -> list[Fallen]:
        roster = self.pen.world.roster
        lost = [event for event in events if event.key in LOST]
        units = [(event.number(0), event.number(1)) for event in lost]
        return gathered([(SIDES[roster.side_of[u]], self._name(spot), roster.ids[u]) for u, spot in units])

    def _hurt(self, events: Iterable[Event], side: str | None) -> list[Hurt]:
        """Whom it has broken; of one who suffers twice the worse is told."""
        pen, found = self.pen, {}
        for event in events:
            if event.key not in LOST and event.key not in FATES:
                continue
            u = event.number(0)
            if SIDES[pen.world.roster.side_of[u]] == side:
                lost = event.key in LOST
                text = pen("tale.lost") if lost else pen(f"tale.{FATES[event.key]}")
                found[u] = Hurt(pen.world.roster.ids[u], pen.unit(u), text, lost)
        return list(found.values())

    def _cost(self, events: Iterable[Event]) -> str:
        """Who is gone and who is broken, in a sentence."""
        every = [hurt for side in SIDES for hurt in self._hurt(events, side)]
        parts = []
        for wanted in (True, False):
            names = [hurt.name for hurt in every if hurt.lost is wanted]
            key = "lost" if wanted else "broken"
            if len(names) in (1, 2):
                parts.append(self.pen(f"tale.few_{key}", ", ".join(names)))
            elif names:
                parts.append(self.pen(f"tale.many_{key}", len(names)))
        return sentences(*parts)

    def _ways(self, deed: Deed, events: Iterable[Event]) -> None:
        """[12.6] [15.2.2] Where the beaten went, as trails of their own."""
        gone = [event for event in events if event.key in ("retreated", "ran") and len(event.args) > 2]
        ways = [[self._name(event.args[1]), self._name(event.args[2])] for event in gone]
        if ways:
            deed.way, deed.others = ways[0], ways[1:]
            deed.mover = self._side(1 << gone[0].number(0))

    # [9] marches

    def tell_march(self, events: list[Event]) -> Deed | None:
        """[9.1] One line a move: who, from where, to where, how far."""
        steps = with_key(events, *STEPS)
        units = steps[0].number(0)
        spots = [event.number(1) for event in steps]
        start = steps[0].detail
        if start:
            spots.insert(0, int(str(start[0])))
        entered = steps[0].key == "entered"
        key = "tale.enters" if entered else "tale.march" if len(spots) > 1 else "tale.moves_to"
        charge = self.pen("tale.charges") if with_key(events, "charge_declared") else ""
        return Deed(
            kind="",
            span=0,
            text=sentences(self.pen(key, self._who(units), spots[0], spots[-1], len(spots) - 1), charge),
            side=self._side(units),
            rule="15.4" if entered else "9.1",
            pieces=self._ids(units),
            way=[self._name(spot) for spot in spots],
        )

    def tell_flight(self, events: list[Event]) -> Deed | None:
        """[15.2] All who run at one time."""
        runners = with_key(events, "ran", "ran_off")
        units = sum({1 << event.number(0) for event in runners})
        deed = Deed(kind="", span=0, text=self.pen("tale.run", self._who(units)), side=self._side(units), rule="15.2.2")
        self._ways(deed, events)
        deed.fallen = self._fallen(events)
        deed.text = sentences(deed.text, self.pen("tale.gone", len(deed.fallen)) if deed.fallen else "")
        return deed

    def tell_rally(self, events: list[Event]) -> Deed | None:
        """[15.3] All who rally at one time."""
        if len(events) < 2:
            return None
        units = sum({1 << event.number(0) for event in events})
        return Deed(kind="", span=0, text=self.pen("tale.rally", self._who(units)), side=self._side(units), rule="15.3")

    # [11] fire

    def tell_fire(self, events: list[Event]) -> Deed | None:
        """[11.4] [16.3] A bombardment or skirmish fire, and what it did."""
        shot = events[0]
        guns = shot.number(0) if shot.key == "bombarded" else 1 << shot.number(0)
        result = str(shot.args[3])
        text = self.pen("tale.fire", self._who(guns), shot.args[1], result_text(result, self.pen))
        deed = Deed(
            kind="",
            span=0,
            text=sentences(text, self._cost(events)),
            side=self._side(guns),
            rule="11.4" if shot.key == "bombarded" else "16.3",
            dice=[shot.number(2)],
            pieces=self._ids(guns),
            fallen=self._fallen(events),
            tags=[MapTag(at=self._name(shot.args[1]), style="fought")],
        )
        self._ways(deed, events)
        deed.fight = self._fire_card(events, guns, result, deed.rule)
        return deed

    def _fire_card(self, events: list[Event], guns: int, result: str, rule: str | None) -> Fight:
        pen, shot = self.pen, events[0]
        rows: list[FightRow] = []
        drm, target = 0, 0
        if shot.detail:
            factor, points, terms, aimed = shot.detail
            assert isinstance(factor, int)
            assert isinstance(points, int)
            assert isinstance(aimed, int)
            target = aimed
            rows = [FightRow(pen("forecast.factor"), rule, [factor, points]), *self._terms(terms)]
            drm = sum([value for _, _, value in terms]) if isinstance(terms, tuple) else 0
        die = shot.number(2)
        rows += self._dice(die, drm, rule)
        side = self._side(guns)
        return Fight(
            title=capital(pen("tale.title_fire", self._who(guns), shot.args[1])),
            rule=rule,
            forces=[
                self._force(guns, side, events),
                self._force(target, next(other for other in SIDES if other != side), events),
            ],
            rows=rows,
            result=result_text(result, pen),
            result_rule=rule,
            follows=self._follows(events),
        )

    # [12] assaults

    def tell_fight(self, events: list[Event]) -> Deed | None:
        """[12.5] An assault from its die to its end."""
        blow = events[0]
        spot = blow.number(0)
        result = str(blow.args[6]) if blow.key == "assault" else "AE" if blow.key == "assault_hopeless" else "DE"
        attackers, defenders, terms = self._parties(blow)
        said = result_text(result, self.pen)
        text = (
            self.pen("tale.assault", self._who(attackers), spot, said)
            if attackers
            else self.pen("tale.assault_at", spot, said)
        )
        deed = Deed(
            kind="",
            span=0,
            text=sentences(capital(text), self._cost(events)),
            side=self._side(attackers),
            rule="12.5",
            dice=[blow.number(5)] if blow.key == "assault" else [],
            pieces=self._ids(attackers),
            fallen=self._fallen(events),
            tags=[MapTag(at=self._name(spot), style="fought")],
        )
        self._ways(deed, events)
        if blow.key != "guns_taken":
            deed.fight = self._assault_card(events, attackers, defenders, terms, result)
        return deed

    def _parties(self, blow: Event) -> tuple[int, int, object]:
        if not blow.detail:
            return 0, 0, ()
        attackers, defenders, terms = blow.detail
        assert isinstance(attackers, int)
        assert isinstance(defenders, int)
        return attackers, defenders, terms

    def _assault_card(self, events: list[Event], attackers: int, defenders: int, terms: object, result: str) -> Fight:
        pen, blow = self.pen, events[0]
        rows = [FightRow(pen("forecast.points"), "12.5.1", [blow.number(1), blow.number(2)]), *self._terms(terms)]
        if blow.key == "assault":
            column, drm, die = str(blow.args[3]), blow.number(4), blow.number(5)
            rows.append(FightRow(pen("forecast.column"), "12.5.2", [column, signed(drm)]))
            rows += self._dice(die, drm, "12.5")
        else:
            rows.append(FightRow(pen("forecast.column"), "12.4.2", [pen("forecast.below"), None]))
        side = self._side(attackers)
        other = self._side(defenders)
        return Fight(
            title=capital(pen("tale.title_assault", self._who(attackers), blow.args[0])),
            rule="12.5",
            forces=[self._force(attackers, side, events), self._force(defenders, other, events)],
            rows=rows,
            result=result_text(result, pen),
            result_rule="12.5.3",
            scale=[ScalePart(STYLES[code], code, 1, code == result) for code in ASSAULT_RESULTS],
            follows=self._follows(events),
        )

    # the rows of both cards

    def _terms(self, terms: object) -> list[FightRow]:
        """A modifier stands with the attacker if it helps him, with the defender if not."""
        assert isinstance(terms, tuple)
        rows = []
        for rule, key, value in terms:
            label = self.pen.first([f"term.{key}", f"terrain.{key}"])
            values = [signed(value) if value > 0 else None, signed(value) if value < 0 else None]
            rows.append(FightRow(label, rule, values))
        return rows

    def _dice(self, die: int, drm: int, rule: str | None) -> list[FightRow]:
        """The die, and what the modifiers make of it."""
        total = FightRow(self.pen("tale.total"), rule, [die + drm, None], sum=True)
        return [FightRow(self.pen("tale.die"), rule, [FACES[die], None]), total]

    def _force(self, pieces: int, side: str | None, events: list[Event]) -> Force:
        army = self.pen.army(SIDES.index(side)) if side else ""
        return Force(side=side, name=army, pieces=self._ids(pieces), hurt=self._hurt(events, side))

    def _follows(self, events: list[Event]) -> list[Follow]:
        say = [event for event in events if event.key in TOLD]
        return [Follow(self.pen(f"event.{event.key}", *event.args), TOLD[event.key]) for event in say]
