"""Rulebook 16.1: cards in General and Active Supply: rivers, forage, losses, Trains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_arrivals import early_units
from grognard.games.russia1812.rules.advanced.effects import matching, ops
from grognard.games.russia1812.rules.movement.siege import declared, tell_sieges
from grognard.games.russia1812.world.data import Op
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, asked
from grognard.kernel.frame import Frame

# phase 1: rivers and forage


def river_cards(s: Campaign) -> list[Frame[Campaign]]:
    """Cards 27 and 28 at the start of phase 1."""
    found: list[Frame[Campaign]] = []
    for force in ops(s, "river_as_bridged"):
        if force.op.count == "all" and s.winter:
            s.affairs.frozen[force.player] = True
            s.emit("rivers_frozen", force.player)
        else:
            number = 1 if force.op.count == "all" else int(force.op.count)
            found += [BridgeRiver(force.player)] * number
    found += [BreakBridge(force.player) for force in ops(s, "bridge_down")]
    return found


def side_ban(key: str, start: int, sides: list[tuple[int, int]]) -> Ban:
    """[16.1] The hexes that share none of these hexsides with a hex."""
    across = sum([1 << b for a, b in sides if a == start])
    return Ban("16.1", key, ~across, (start, asked))


class BridgeRiver(Frame[Campaign]):
    """A river hexside counts as bridged for this player's supply, links and withdrawals this turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        make = state.world.lexicon.make
        return [*[make("bridge", a, b) for a, b in self._left(state, side)], state.world.done]

    def _left(self, state: Campaign, side: int) -> list[tuple[int, int]]:
        return [f for f in state.world.fords if f not in state.affairs.fords[side]]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "bridge":
            a, b = action.args
            state.affairs.fords[side] = (*state.affairs.fords[side], (a, b))
            state.emit("river_bridged", side, a, b)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [side_ban("no_ford", head[0], self._left(state, side))] if verb == "bridge" and head else ()


class BreakBridge(Frame[Campaign]):
    """Card 28: a bridge counts as missing for French supply, links and withdrawals this turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        make = state.world.lexicon.make
        return [*[make("break", a, b) for a, b in self._standing(state)], state.world.done]

    def _standing(self, state: Campaign) -> list[tuple[int, int]]:
        """The bridges that the French do not hold at both ends."""
        held = state.occ[FRENCH]
        return [(a, b) for a, b in state.world.bridges if not (held >> a & 1 and held >> b & 1)]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "break":
            a, b = action.args
            state.affairs.broken[1 - side] = ((a, b),)
            state.emit("bridge_broken", a, b)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [side_ban("no_bridge", head[0], self._standing(state))] if verb == "break" and head else ()


def forage_mod(s: Campaign) -> int:
    return sum(f.op.n for f in ops(s, "forage_mod")) if s.advanced else 0


class SaveForage(Frame[Campaign]):
    """Card 2: one failed forage roll is ignored, chosen when all are known."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        hexes = self.open(state, side, "save")
        if not hexes and not state.hidden:
            return ()
        return [*state.world.at_hexes("save", hexes), state.world.bare["keep"]]

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] R-15.1k: the enemy may not learn from silence that no roll failed."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "save":
            del state.affairs.hungry[action.args[0]]
            state.emit("forage_saved", action.args[0])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        hexes = sum([1 << h for h in state.affairs.hungry])
        return [Ban("16.1", "not_hungry", ~hexes)] if verb == "save" else ()


def forage_cards(s: Campaign) -> list[Frame[Campaign]]:
    return [SaveForage(f.player) for f in ops(s, "forage_save")]


def supply_range_mod(s: Campaign, side: int, normal: int) -> int:
    """[6.2] point 5, as cards bend it."""
    for force in ops(s, "supply_range"):
        if force.op.side == SIDES[side]:
            normal = max(force.op.min, normal + force.op.n)
    return normal


# phase 1, at its end: losses


def loss_cards(s: Campaign) -> list[Frame[Campaign]]:
    """Units that cards disrupt or remove at the end of phase 1."""
    found: list[Frame[Campaign]] = []
    for force in [*ops(s, "disrupt"), *ops(s, "remove_foreign")]:
        found.append(CardLoss(SIDES.index(force.op.chooser), force.card, force.op.op))
    if ops(s, "no_attack"):
        found.insert(0, BarUnit(RUSSIAN))
    return found


def _effect(s: Campaign, card: int, name: str) -> Op | None:
    for force in ops(s, name):
        if force.card == card:
            return force.op
    return None


class CardLoss(Frame[Campaign]):
    """The chooser of a card names the unit that is disrupted, or removed from play (never a combat loss)."""

    rule = "16.1"

    def __init__(self, side: int, card: int, effect: str) -> None:
        super().__init__(side)
        self.card = card
        self.effect = effect

    def key(self) -> tuple[object, ...]:
        return ("CardLoss", self.side, self.card, self.effect)

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        if _effect(state, self.card, self.effect) is None:
            return ()
        if self.effect == "disrupt":
            found = state.world.for_units("disrupt", self.open(state, side, "disrupt"))
            return found or ([state.world.done] if state.hidden and side == FRENCH else ())
        return state.world.for_units("dismiss", self.open(state, side, "dismiss"))

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence how many a card could strike; who chooses, whom it struck."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        u = action.args[0] if action.args else -1
        if action.verb == "disrupt":
            besieged = declared(state)
            state.note("disrupted", u, state.at[u])
            state.disrupt(1 << u)
            tell_sieges(state, besieged)
        elif action.verb == "dismiss":
            dismiss(state, u)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        op = _effect(state, self.card, self.effect)
        if op is not None and verb in ("disrupt", "dismiss"):
            units = matching(state, FRENCH, op.filter)
            struck = units & ~state.disrupted if self.effect == "disrupt" else units & state.world.foreign
            right = (verb == "disrupt") == (self.effect == "disrupt")
            yield Ban("16.1", "card_spares", ~struck if right else ALL, (asked, self.card))

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self.card,)


def dismiss(s: Campaign, u: int) -> None:
    """[16.7] [16.11] A unit leaves play for good; nobody's battle loss."""
    s.emit("dismissed", u, s.at[u])
    s.affairs.outcasts |= 1 << u
    s.remove(1 << u)


class BarUnit(Frame[Campaign]):
    """Card 30, when no Prussians are left: an Austrian unit attacks nobody this turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        if any(state.at[u] >= 0 for u in bits(state.world.by_nation.get("prussian", 0))):
            return ()
        return state.world.for_units("name", self.open(state, side, "name"))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.barred = 1 << action.args[0]
        state.emit("unit_barred", action.args[0])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        units = sum([1 << u for u in bits(state.world.austrian) if state.at[u] >= 0])
        return [Ban("16.1", "cannot_name", ~units)] if verb == "name" else ()


# phase 2: Trains


def trains(s: Campaign, side: int) -> tuple[int, int]:
    """[7.2] R-7.2a: Trains gained and lost by cards this turn."""
    found = [f.op.n for f in ops(s, "trains") if f.op.side == SIDES[side]]
    gains = sum(n for n in found if n > 0)
    if side == RUSSIAN and ops(s, "advance_reinforcement") and not early_units(s, RUSSIAN):
        gains += 1  # card 12, when nobody is left to come
    return gains, -sum(n for n in found if n < 0)


def conversions(s: Campaign, side: int) -> int:
    """[7.1] How many Depots a player may convert."""
    return 1 + sum(f.op.n for f in ops(s, "extra_conversion") if f.op.side == SIDES[side])


def open_trains(s: Campaign, side: int) -> bool:
    """Card 8: no dummies, and Trains lie face up."""
    return any(f.op.against == SIDES[side] for f in ops(s, "trains_face_up"))
