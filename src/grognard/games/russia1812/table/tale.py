"""The campaign as it is followed: a march on a line, a battle on a card, all who starve together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.table.forecast import TERMS
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.world.world import SIDES
from grognard.kernel.frame import EVERYONE, Event
from grognard.kernel.pen import signed
from grognard.kernel.tale import FACES, Group, Teller, capital, first, gathered, last, sentences, with_key
from grognard.kernel.wire import Deed, Fallen, Fight, FightRow, Follow, Force, Hurt, MapTag, ScalePart

LOST: Final = frozenset({"eliminated", "ridden_down", "cut_off", "starved_eliminated", "commander_lost", "dismissed"})
SHAKEN: Final = frozenset({"disrupted", "starved_disrupted"})
STEPS: Final = ("marched", "stack_marched")
ORDERS: Final = ("order_go", "order_abort", "order_fail", "attack_abort", "attack_fail")
ALONG: Final = frozenset(
    {"eliminated", "disrupted", "cavalry_declared", "cavalry_broken", "siege_laid", "siege_raised"}
)
ALONG_TOO: Final = frozenset({"depot_lost", "commander_lost", "commander_escapes", "sheltered", "capital_taken"})
MET: Final = ALONG | ALONG_TOO | {"capital_left", "card_used", "source_lost"}
NEEDED: Final = 7  # [10.2]
MUST_WITHDRAW: Final = 3  # [11.11]


class CampaignTeller(Teller[Pen]):
    """Who marched where, who beat whom, who is lost."""

    opens = {
        "marched": "march",
        "stack_marched": "march",
        "attack_ordered": "fight",
        "attack_announced": "fight",
        "forage_marker": "markers",
        "forage_failed": "hunger",
        "forage_found": "hunger",
        "forage_rolled": "hunger",
        "starved_disrupted": "hunger",
        "starved_eliminated": "hunger",
        "train_placed": "trains",
        "deployed": "deployment",
        "lodged": "lodging",
        "returned": "returns",
        "arrived": "arrivals",
        "counter_arrived": "arrivals",
        "cossacks_strike": "cossacks",
        "cossacks_miss": "cossacks",
        "cossacks_raid": "cossacks",
        "cossacks_near": "cossacks",
    }
    goes_on = {
        "march": MET
        | {*STEPS, "forced_march", "march_ended", "attrition_die", "attrition_rolled", "hex_raised"}
        | {"dropped", "counter_dropped", "covered", "hex_covered", "train_discarded_from"},
        "fight": MET
        | {*ORDERS, "attack_ordered", "committed", "support_comes", "support_stays", "call_unheard", "stack_shown"}
        | {"combat", "hits", "ridden_down", "withdrew", "pushed_on", "cut_off", "advanced", "stack_advanced"}
        | {"no_advance", "combat_over", "decisive", "napoleon_lost"},
        "markers": frozenset({"forage_marker"}),
        "hunger": frozenset(
            {"forage_failed", "forage_found", "forage_rolled", "starved_disrupted", "starved_eliminated"}
            | {"commander_lost", "commander_escapes", "sheltered", "cavalry_broken"}
        ),
        "trains": frozenset({"train_placed", "train_is_genuine", "train_is_dummy", "train_discarded", "trains_placed"}),
        "deployment": frozenset({"deployed"}),
        "lodging": frozenset({"lodged"}),
        "returns": frozenset({"returned"}),
        "arrivals": frozenset({"arrived", "counter_arrived", "no_room"}),
        "cossacks": frozenset({"cossacks_strike", "cossacks_miss", "cossacks_raid", "cossacks_near", *ALONG}),
    }

    def joins(self, group: Group, event: Event) -> bool:
        """[8.4] A column that has ended its Move does not march on; its owner hears of it once more ([15.1])."""
        if not super().joins(group, event):
            return False
        if group.kind == "march" and event.key in STEPS:
            return event.to != EVERYONE or not with_key(group.events, "march_ended")
        return not (group.kind == "fight" and event.key == "attack_ordered" and group.events[0].key == "attack_ordered")

    # what is said of everybody

    def _name(self, h: int) -> str:
        return self.pen.world.grid.names[h]

    def _ids(self, pieces: int) -> list[str]:
        return [self.pen.world.ids[u] for u in bits(pieces)]

    def _side(self, u: int) -> str:
        return SIDES[self.pen.world.side_of[u]]

    def _column(self, pieces: int) -> str:
        """A column by its best commander, or by its first unit and how many more."""
        world = self.pen.world
        leaders = [u for u in bits(pieces) if world.commanders >> u & 1]
        if leaders:
            return self.pen.unit(max(leaders, key=lambda u: world.cr[u]))
        units = bits(pieces)
        name = self.pen.unit(units[0])
        return name if len(units) == 1 else self.pen("tale.with_more", name, len(units) - 1)

    def _fates(self, events: Iterable[Event]) -> list[tuple[int, int, bool]]:
        """What became of whom: unit, hex, whether it is lost. Of one who suffers twice the worse is told."""
        found: dict[int, tuple[int, bool]] = {}
        for event in events:
            if event.key in LOST or (event.key in SHAKEN and event.number(0) not in found):
                found[event.number(0)] = (event.number(1), event.key in LOST)
        return [(u, h, lost) for u, (h, lost) in found.items()]

    def _fallen(self, events: Iterable[Event]) -> list[Fallen]:
        fates = self._fates(events)
        return gathered([(self._side(u), self._name(h), self.pen.world.ids[u]) for u, h, lost in fates if lost])

    def _losses(self, events: Iterable[Event]) -> str:
        """Who is lost and who is disrupted, in a sentence; nothing where all is well."""
        fates = self._fates(events)
        parts = []
        for key, wanted in (("lost", True), ("disrupted", False)):
            units = [u for u, _, lost in fates if lost is wanted]
            if len(units) == 1:
                parts.append(self.pen(f"tale.one_{key}", units[0]))
            elif units:
                parts.append(self.pen(f"tale.some_{key}", len(units)))
        return sentences(*parts)

    # [8] marches

    def tell_march(self, events: list[Event]) -> Deed | None:
        """[8.4] One line a Move: who, from where, to where, how far; [8.5] what the die has cost."""
        world = self.pen.world
        steps = [event for event in with_key(events, *STEPS) if event.to == EVERYONE]
        ended = last(events, "march_ended")
        if not steps:
            return None
        goals = [event.number(1 if event.key == "marched" else 2) for event in steps]
        way = [ended.number(1), *goals] if ended is not None else goals
        named = [event.number(0) for event in events if event.key == "marched"]
        side = world.side_of[bits(named[0])[0]] if named else steps[0].number(0)
        who = self._column(named[0]) if named else self.pen("tale.column", side, steps[0].number(1))
        text = self.pen("tale.march" if len(way) > 1 else "tale.on_the_way", who, way[0], way[-1], len(way) - 1)
        die = last(events, "attrition_die", "attrition_rolled")
        cost = self._losses(events) or (self.pen("tale.no_loss") if die is not None else "")
        return Deed(
            kind="",
            span=0,
            text=sentences(text, self.pen("tale.attrition", cost) if die is not None else cost),
            side=SIDES[side],
            rule="8.5" if die is not None else "8.4",
            dice=[die.number(1)] if die is not None else [],
            pieces=self._ids(named[0]) if named else [],
            way=[self._name(h) for h in way],
            fallen=self._fallen(events),
        )

    # [6.3] [6.4] [7] what is told together

    def tell_hunger(self, events: list[Event]) -> Deed | None:
        """[6.4] All who forage and starve, in one line."""
        stacks = {event.number(0) for event in with_key(events, "forage_failed", "forage_found", "forage_rolled")}
        fates = self._fates(events)
        if len(events) < 2:
            return None
        sides = {self._side(u) for u, _, _ in fates}
        text = self._losses(events) or self.pen("tale.nobody_starves")
        tags = []
        for key, wanted in (("lost", True), ("disrupted", False)):
            for h in dict.fromkeys([h for _, h, lost in fates if lost is wanted]):
                count = len([u for u, at, lost in fates if at == h and lost is wanted])
                tags.append(MapTag(at=self._name(h), style="hungry", text=self.pen(f"tale.tag_{key}", count)))
        return Deed(
            kind="",
            span=0,
            text=sentences(self.pen("tale.forage", len(stacks)) if stacks else self.pen("tale.unsupplied"), text),
            side=sides.pop() if len(sides) == 1 else None,
            rule="6.4" if fates else "6.3",
            fallen=self._fallen(events),
            tags=tags,
        )

    def tell_markers(self, events: list[Event]) -> Deed | None:
        """[7.6] Stacks that must forage."""
        return self._counted(events, "tale.markers", len(events), "7.6")

    def tell_trains(self, events: list[Event]) -> Deed | None:
        """[7.4] Trains placed in turn by both sides."""
        placed = [event.number(0) for event in with_key(events, "train_placed")]
        parts = [self.pen("tale.trains", side, placed.count(side)) for side in dict.fromkeys(placed)]
        deed = self._counted(events, "", len(events), "7.4")
        if deed is not None:
            deed.text = sentences(*parts)
            deed.side = SIDES[placed[0]] if len(set(placed)) == 1 else None
        return deed

    def tell_deployment(self, events: list[Event]) -> Deed | None:
        """[14.1] The set-up, side by side."""
        deed = self._counted(events, "tale.deployment", len(events), "14.1")
        if deed is not None:
            deed.side = self._side(events[0].number(0))
        return deed

    def tell_lodging(self, events: list[Event]) -> Deed | None:
        """[16.13] Who winters where, side by side."""
        return self._of_side(events, "tale.lodging")

    def tell_returns(self, events: list[Event]) -> Deed | None:
        """[16.13] Who comes back to the Russians."""
        return self._of_side(events, "tale.returns")

    def _of_side(self, events: list[Event], key: str) -> Deed | None:
        deed = self._counted(events, key, len(events), "16.13")
        if deed is not None:
            deed.side = self._side(events[0].number(0))
        return deed

    def tell_arrivals(self, events: list[Event]) -> Deed | None:
        """[13.2] Reinforcements."""
        return self._counted(events, "tale.arrivals", len(with_key(events, "arrived", "counter_arrived")), "13.2")

    def tell_cossacks(self, events: list[Event]) -> Deed | None:
        """[13.1] All Cossacks of a phase."""
        deed = self._counted(events, "tale.cossacks", len(with_key(events, "cossacks_strike", "cossacks_raid")), "13.1")
        if deed is not None:
            deed.text = sentences(deed.text, self._losses(events))
            deed.fallen = self._fallen(events)
        return deed

    def _counted(self, events: Sequence[Event], key: str, count: int, rule: str) -> Deed | None:
        return Deed(kind="", span=0, text=self.pen(key, count), rule=rule) if len(events) > 1 else None

    # [10] [11] a battle

    def tell_fight(self, events: list[Event]) -> Deed | None:
        """[10.1] to [11.18] An attack from its order to its end."""
        begun = events[0]
        side, start, target = begun.number(0), begun.number(1), begun.number(2)
        fought = last(events, "combat")
        deed = Deed(kind="", span=0, text="", side=SIDES[side], rule="10.2")
        deed.fallen = self._fallen(events)
        deed.tags = [MapTag(at=self._name(target), style="fought")] if fought is not None else []
        gone = last(events, "withdrew")
        if gone is not None:
            deed.way, deed.mover = [self._name(gone.number(1)), self._name(gone.number(2))], SIDES[gone.number(0)]
        card = BattleCard(self, events, side, start, target)
        deed.text, deed.rule = card.line()
        deed.fight = card.fight() if with_key(events, *ORDERS) else None
        return deed


class BattleCard:
    """One attack, read from what was told of it."""

    def __init__(self, teller: CampaignTeller, events: list[Event], side: int, start: int, target: int) -> None:
        self.teller, self.pen, self.events = teller, teller.pen, events
        self.side, self.start, self.target = side, start, target
        self.order = last(events, *ORDERS)
        self.combat = last(events, "combat")
        self.hits = last(events, "hits")

    @property
    def margin(self) -> int:
        return self.combat.number(6) if self.combat is not None else 0

    def pieces(self, role: int) -> int:
        """Who fought in the main stack of a role, and its commanders."""
        side = self.side if role == 0 else 1 - self.side
        h = self.start if role == 0 else self.target
        found = 0
        ordered = last(self.events, "attack_ordered")
        if role == 0 and ordered is not None:
            found |= ordered.number(3)
        if self.combat is not None and self.combat.detail:
            found |= int(str(self.combat.detail[4 + role]))  # its commanders too
        for event in with_key(self.events, "stack_shown"):
            if event.number(0) == side and event.number(1) == h:
                found |= event.number(2)
        return found

    def who(self, role: int) -> str:
        """A stack by its commander, as far as it is known, else by its side."""
        commanders = self.pieces(role) & self.pen.world.commanders
        if commanders:
            return self.teller._column(commanders)
        return self.pen("tale.army", self.side if role == 0 else 1 - self.side)

    def line(self) -> tuple[str, str]:
        """The battle in a line of the log, and its rule."""
        pen = self.pen
        if self.combat is None:
            after = sentences(*[follow.text for follow in self.follows()])
            return sentences(self.ordered(), after), "10.2"
        mine, theirs = self.totals()
        key = "tale.won" if self.margin > 0 else "tale.beaten" if self.margin < 0 else "tale.drawn"
        hits = self.struck()
        text = pen(key, self.who(0), self.who(1), self.target, mine, theirs, hits[1], hits[0])
        gone = last(self.events, "withdrew")
        back = pen("tale.withdraws", gone.number(0), gone.number(2)) if gone is not None else ""
        return sentences(capital(text), self.teller._losses(self.events), back), "11.8"

    def ordered(self) -> str:
        """[10.2] What became of the order, where it came to no combat."""
        key = "attack" if self.order is None else self.order.key.replace("attack_", "order_")
        return self.pen(f"tale.{key}", self.side, self.start, self.target)

    def totals(self) -> tuple[int, int]:
        assert self.combat is not None
        _, _, fav, die, fdv, answer = [self.combat.number(i) for i in range(6)]
        return fav + die, fdv + answer

    def struck(self) -> tuple[int, int]:
        """[11.14] [11.15] Hits of both: the attacker's, the defender's."""
        if self.hits is None:
            return (1, 0) if self.combat is not None and self.margin == 0 else (0, 0)
        by_side = {self.hits.number(0): self.hits.number(1), self.hits.number(2): self.hits.number(3)}
        return by_side.get(self.side, 0), by_side.get(1 - self.side, 0)

    def fight(self) -> Fight:
        pen = self.pen
        title = self.ordered()
        if self.combat is not None:
            key = "won" if self.margin > 0 else "beaten" if self.margin < 0 else "drawn"
            title = pen(f"tale.title_{key}", self.who(0), self.who(1), self.target)
        return Fight(
            title=capital(title),
            rule="10.2",
            lead=self.lead(),
            forces=[self.force(0), self.force(1)],
            rows=self.rows(),
            result=self.result(),
            result_rule="11.8" if self.combat is not None else None,
            scale=self.scale(),
            follows=self.follows(),
        )

    def lead(self) -> str:
        """[10.2] Whether the order was carried out, by which numbers."""
        order = self.order
        if order is None:
            return ""
        die = order.number(2)
        if order.key.startswith("attack_"):
            return self.pen("tale.lead_unknown", FACES[die], order.number(3))
        cr, cc = order.number(3), order.number(4)
        key = "tale.lead_" + order.key.removeprefix("order_")
        return self.pen(key, cr, cc, FACES[die], cr + cc + die, NEEDED)

    def force(self, role: int) -> Force:
        pen, side = self.pen, self.side if role == 0 else 1 - self.side
        hits = self.struck()[role]
        spent = [event.number(1) for event in with_key(self.events, "committed") if event.number(0) == side]
        fates = [fate for fate in self.teller._fates(self.events) if self.pen.world.side_of[fate[0]] == side]
        hurt = [
            Hurt(pen.world.ids[u], pen.unit(u), pen("tale.lost" if lost else "tale.disrupted"), lost)
            for u, _, lost in fates
        ]
        return Force(
            side=SIDES[side],
            name=capital(pen("tale.force", self.who(role), self.start if role == 0 else self.target)),
            note=pen("tale.commands", sum(spent)) if spent else "",
            pieces=self.teller._ids(self.pieces(role)),
            struck=pen("tale.takes", side, hits) if self.combat is not None else "",
            struck_rule=self.hit_rule(role),
            hurt=hurt,
        )

    def hit_rule(self, role: int) -> str | None:
        if self.combat is None:
            return None
        won = self.margin > 0 if role == 0 else self.margin < 0
        return "11.15" if won else "11.14" if self.margin else "11.9"

    def rows(self) -> list[FightRow]:
        """[11.3] to [11.7] Every term that counted, then supports with their dice, the dice, the totals."""
        found: list[FightRow] = []
        if self.combat is not None and self.combat.detail:
            found += self.term_rows()
        found += self.support_rows()
        if self.combat is None:
            return found
        dice = [FACES[self.combat.number(3)], FACES[self.combat.number(5)]]
        found.append(FightRow(self.pen("tale.dice"), "11.8", dice))
        found.append(FightRow(self.pen("tale.total"), "11.8", list(self.totals()), sum=True))
        return found

    def term_rows(self) -> list[FightRow]:
        assert self.combat is not None
        sides: list[dict[str, tuple[str, int]]] = []
        for terms in self.combat.detail[:2]:
            assert isinstance(terms, tuple)
            sides.append({key: (rule, value) for rule, key, value in terms})
        bonus = self.combat.detail[2]
        assert isinstance(bonus, tuple)
        for role in (0, 1):
            if bonus[role]:
                sides[role]["cards"] = ("16.1", bonus[role])
        found = []
        for key in TERMS:
            both = [side.get(key) for side in sides]
            if not any(term and (term[1] or key in ("units", "all_disrupted")) for term in both):
                continue
            rule = next(term[0] for term in both if term and (term[1] or key in ("units", "all_disrupted")))
            show = str if key == "units" else signed
            values = [show(term[1]) if term and (term[1] or key == "units") else None for term in both]
            found.append(FightRow(self.pen(f"term.{key}"), rule, values))
        return found

    def support_rows(self) -> list[FightRow]:
        """[10.4] [10.5] Who was called, with his die, and what he added."""
        worth: dict[tuple[int, int], int] = {}
        if self.combat is not None and self.combat.detail and isinstance(self.combat.detail[3], tuple):
            worth = {(role, h): value for role, h, value in self.combat.detail[3]}
        found = []
        for event in with_key(self.events, "support_comes", "support_stays", "call_unheard"):
            role = 0 if event.number(0) == self.side else 1
            h, die = event.number(1), event.number(2)
            key = "tale.support_comes" if event.key == "support_comes" else "tale.support_stays"
            if (event.key == "call_unheard") and first(self.events, "support_stays") is not None:
                continue  # the owner reads the whole of it
            sum_ = die + sum([event.number(i) for i in (3, 4)]) if event.key != "call_unheard" else 0
            value = worth.get((role, h))
            values: list[str | float | None] = [None, None]
            values[role] = signed(value) if value is not None else "–"
            label = self.pen(key, h, FACES[die], sum_) if sum_ else self.pen("tale.support_unheard", h, FACES[die])
            found.append(FightRow(label, "10.4" if role == 0 else "10.5", values))
        return found

    def result(self) -> str:
        if self.combat is None:
            return ""
        if not self.margin:
            return self.pen("tale.tie")
        winner = self.side if self.margin > 0 else 1 - self.side
        return self.pen("tale.win_by", winner, abs(self.margin))

    def scale(self) -> list[ScalePart]:
        """[11.9] [11.11] What the difference means."""
        if self.combat is None:
            return []
        parts = (
            ("beaten", self.margin < 0, 4.0),
            ("tie", self.margin == 0, 0.6),
            ("won", 0 < self.margin < MUST_WITHDRAW, 1.2),
            ("routed", self.margin >= MUST_WITHDRAW, 3.0),
        )
        return [ScalePart(key, self.pen(f"tale.scale_{key}", 1 - self.side), width, here) for key, here, width in parts]

    def follows(self) -> list[Follow]:
        """What came after, in the order in which it came."""
        pen = self.pen
        found = []
        for event in self.events:
            if event.key in ("ridden_down", "cut_off", "commander_lost", "decisive", "depot_lost", "capital_taken"):
                found.append(Follow(pen(f"event.{event.key}", *event.args), self._rule(event)))
            elif event.key == "withdrew":
                found.append(Follow(pen("tale.withdraws", event.number(0), event.number(2)), "11.11"))
            elif event.key in ("advanced", "stack_advanced", "no_advance"):
                found.append(Follow(pen(f"event.{event.key}", *event.args), "11.12"))
        return found

    def _rule(self, event: Event) -> str | None:
        rules = {"ridden_down": "11.16", "cut_off": "11.11", "commander_lost": "11.19", "decisive": "14.7"}
        return rules.get(event.key, "8.7" if event.key == "depot_lost" else "9.2")
