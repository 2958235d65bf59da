"""Rulebook 16.1: Random Event Cards: decks, hands, laying, and what each instruction does in its phase.

A card is data (``cards.json``): instructions made of small effects. ``ops`` lists the effects in force this turn; the
rules they change ask for them by name. Effects that somebody may use or not are asked for by ``PlayCard``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.advanced import DEALT, DECK_1_UNTIL, card_order
from grognard.games.russia1812.data import Filter, Op
from grognard.games.russia1812.state import WAITING, Battle, Campaign, March
from grognard.games.russia1812.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason

BOTH: Final = (FRENCH, RUSSIAN)


class Force(NamedTuple):
    """An effect in force: its card, the player whose instruction it is, and what it does."""

    card: int
    player: int
    op: Op


# which effects are in force


def single(s: Campaign, number: int) -> bool:
    return s.world.cards[number].single_instruction


def ops(s: Campaign, name: str) -> list[Force]:
    """The effects of a name among this turn's cards, as far as turn and map allow them now."""
    if not s.advanced:
        return []
    found: list[Force] = []
    for player in BOTH:
        number = s.affairs.laid[player]
        if number:
            found += [f for f in card_ops(s, number, player) if f.op.op == name and applies(s, f)]
    return found


def card_ops(s: Campaign, number: int, player: int) -> list[Force]:
    """[16.1] Of two instructions only the player's own; a single one is carried out by whom it names."""
    card = s.world.cards[number]
    who = player
    if card.single_instruction:
        who = SIDES.index(card.applies_to) if card.applies_to in SIDES else FRENCH
    instruction = card.french if who == FRENCH else card.russian
    if instruction is None:
        return []
    if not holds(s, instruction.condition):
        return []
    return [Force(number, who, op) for op in instruction.ops]


def holds(s: Campaign, condition: str) -> bool:
    """Conditions about the map are judged when the instruction is carried out."""
    in_moscow = bool(s.pres[FRENCH] & s.world.capitals & (1 << s.world.moscow))
    if condition == "french_occupies:Moscow":
        return in_moscow
    if condition == "not french_occupies_any:Moscow,St Petersburg":
        return not s.pres[FRENCH] & s.world.capitals
    return True


def applies(s: Campaign, force: Force) -> bool:
    """The turns an effect is meant for: ``1-3``, ``4+``."""
    turns = force.op.turns
    if turns.endswith("+"):
        return s.turn >= int(turns[:-1])
    if turns:
        first, last = turns.split("-")
        return int(first) <= s.turn <= int(last)
    return True


def total(s: Campaign, name: str, side: int) -> int:
    """The sum of a plain effect for a side: Trains or Combat Commands."""
    return sum(f.op.n for f in ops(s, name) if f.op.side == SIDES[side] and _also(s, f))


def _also(s: Campaign, force: Force) -> bool:
    if force.op.condition == "named_unit_is_guard":
        return s.affairs.named >= 0 and bool(s.world.guard >> s.affairs.named & 1)
    return True


def trains(s: Campaign, side: int) -> tuple[int, int]:
    """[7.2] R-7.2a: Trains gained and lost by cards this turn."""
    found = [f.op.n for f in ops(s, "trains") if f.op.side == SIDES[side]]
    gains = sum(n for n in found if n > 0)
    if side == RUSSIAN and ops(s, "advance_reinforcement") and not early_units(s, RUSSIAN):
        gains += 1  # card 12, when nobody is left to come
    return gains, -sum(n for n in found if n < 0)


def matching(s: Campaign, side: int, wanted: Filter) -> int:
    """The combat units of a side on the map that a filter speaks of."""
    world = s.world
    found = 0
    for h in bits(s.occ[side]):
        units = s.fighters(h, side)
        if wanted.place == "russia" and not world.russia >> h & 1:
            continue
        if wanted.hex and h != world.moscow:
            continue
        if wanted.not_city and world.city >> h & 1:
            continue
        if units.bit_count() >= wanted.stack_min:
            found |= units
    if wanted.nationality:
        found &= _sum(world.by_nation, wanted.nationality)
    if wanted.corps:
        found &= _sum(world.by_corps, wanted.corps)
    if wanted.guard:
        found &= world.guard
    if wanted.class_not:
        found &= ~sum(mask for name, mask in (("veteran", world.veteran), ("line", world.line),
                                             ("conscript", world.conscript)) if name in wanted.class_not)  # fmt: skip
    return found & s.disrupted if wanted.disrupted else found


def _sum(masks: dict[str, int], names: Sequence[str]) -> int:
    found = 0
    for name in names:
        found |= masks.get(name, 0)
    return found


# drawing and laying


def prepare(s: Campaign) -> None:
    """[16.1] Before play: some cards kept out of the deal, one dealt to each player, the rest shuffled again."""
    cards = s.world.cards.values()
    first = [c.number for c in cards if c.deck == 1 and not c.excluded_from_opening_deal]
    s.dice.shuffle(first)
    for side in BOTH:
        s.affairs.hands[side] = [first.pop()]
        s.whisper(side, "card_dealt", s.affairs.hands[side][0])
    apart = [c.number for c in cards if c.deck == 1 and c.excluded_from_opening_deal]
    kept = len(apart)
    first += apart
    s.dice.shuffle(first)
    second = [c.number for c in cards if c.deck == 2]
    s.dice.shuffle(second)
    s.affairs.decks = [first, second]
    s.emit("cards_shuffled", DEALT + 2 * len(first) + len(second) - 3 - kept)


class DrawCards(Frame[Campaign]):
    """Each player draws the top card of the deck of the season; last turn's effects are over."""

    rule = "16.1"

    def finish(self, state: Campaign) -> None:
        s, a = state, state.affairs
        clear(s)
        deck = a.decks[0 if s.turn <= DECK_1_UNTIL and a.year == 1812 else 1]
        for side in (RUSSIAN, FRENCH) if s.turn <= DECK_1_UNTIL else (FRENCH, RUSSIAN):
            a.drawn[side] = deck.pop() if deck else 0
            if a.drawn[side]:
                s.whisper(side, "card_drawn", a.drawn[side])
        s.revealed = True
        alone = [bool(card) and single(s, card) for card in a.drawn]
        a.order = card_order(s.turn, (alone[FRENCH], alone[RUSSIAN]))
        s.push(*[LayCard(side) for side in a.order])


def clear(s: Campaign) -> None:
    """[16.1] Cards last for their turn."""
    a = s.affairs
    a.laid, a.drawn, a.used, a.named, a.barred, a.early = [0, 0], [0, 0], 0, -1, 0, 0
    a.fords, a.broken, a.frozen, a.hungry = [(), ()], [(), ()], [False, False], {}


class LayCard(Frame[Campaign]):
    """A player lays the card he drew or the one he held; a drawn single-instruction card must be laid."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        row = state.world.card_actions["card"]
        return [row[n] for n in self._open(state, side)]

    def _open(self, state: Campaign, side: int) -> list[int]:
        a = state.affairs
        drawn = a.drawn[side]
        if drawn and single(state, drawn):
            return [drawn]
        return sorted([*a.hands[side], *([drawn] if drawn else [])])

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        a = state.affairs
        number = action.args[0]
        held = [n for n in [*a.hands[side], a.drawn[side]] if n and n != number]
        a.hands[side], a.drawn[side], a.laid[side] = held, 0, number
        state.revealed = True
        state.emit("card_laid", side, number)
        carry_out(state, side, number)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb != "card":
            return []
        a, side = state.affairs, self.side
        if action.args[0] in a.hands[side]:
            return [("16.1", "single_card", (a.drawn[side],))]
        return [("16.1", "not_in_hand", ())]


def carry_out(s: Campaign, side: int, number: int) -> None:
    """[16.1] What a card does at once when it is laid."""
    a = s.affairs
    for force in card_ops(s, number, side):
        if force.op.op == "unlock":
            a.jerome = a.jerome or s.turn
        elif force.op.op == "cossack_exempt":
            s.push(NameUnit(force.player))


class NameUnit(Frame[Campaign]):
    """Card 29: the French name a unit that no Cossack will find this turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        units = 0
        for h in bits(state.occ[side]):
            units |= state.fighters(h, side)
        return state.world.for_units("name", units)

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.named = action.args[0]
        state.emit("unit_named", action.args[0])

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.1", "cannot_name", (action.args[0],))] if action.verb == "name" else []


# a card that may be used once, or kept


class PlayCard(Frame[Campaign]):
    """Whoever laid a card that may be used once says whether to use it now."""

    rule = "16.1"

    def __init__(self, side: int, card: int, use: str, number: int) -> None:
        super().__init__(side)
        self.card = card
        self.use = use
        self.number = number

    def key(self) -> tuple[object, ...]:
        return ("PlayCard", self.side, self.card, self.use, self.number)

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        found = [state.world.card_actions["use"][self.card], state.world.bare["keep"]]
        return found[::-1] if self.use == "sledge" else found

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb != "use":
            return
        state.affairs.used |= 1 << self.card
        state.emit("card_used", side, self.card)
        if state.march is not None:
            _on_march(state.march, self.use, self.number)
        elif state.battle is not None:
            _in_battle(state.battle, side, self.use, self.number)
        else:
            state.push(Sledge(FRENCH, self.number))

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.1", "other_card", (self.card,))] if action.verb == "use" else []

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self.card, "use." + self.use)


def _on_march(m: March, use: str, number: int) -> None:
    if use == "chaos":
        m.exempt = True
    else:
        m.bonus += number


def _in_battle(b: Battle, side: int, use: str, number: int) -> None:
    if use == "order":
        b.order_bonus = number
    elif use == "support":
        b.support_bonus = number
    elif use == "fort":
        b.fort = number
    elif use == "pursuit":
        b.hunt = number
    else:
        b.bonus[0 if side == b.side else 1] += number


def unused(s: Campaign, name: str) -> list[Force]:
    """Effects of a name whose one use is not spent."""
    return [f for f in ops(s, name) if not s.affairs.used >> f.card & 1]


# [16.1] march


def march_cards(s: Campaign, m: March) -> list[Frame[Campaign]]:
    """Cards somebody may use on a Move that has ended, before its attrition die; the mover's own come first."""
    found: list[Frame[Campaign]] = []
    for force in unused(s, "march_mod"):
        op = force.op
        if op.scope == "one_move" and op.side == SIDES[m.side] and fits_march(s, m, op.filter):
            found.append(PlayCard(force.player, force.card, "march", op.n))
    return sorted(found, key=lambda frame: frame.side != m.side)


def fits_march(s: Campaign, m: March, wanted: Filter) -> bool:
    if wanted.start_in and not s.own_land(m.side) >> m.start & 1:
        return False
    if wanted.has == "cavalry" and not m.units & s.world.cavalry:
        return False
    return not wanted.forced or m.hexes > allowance(s)


def march_mods(s: Campaign, side: int, units: int, hexes: int) -> int:
    """[8.6] What this turn's cards do to every attrition die of a side."""
    if not s.advanced:
        return 0
    found = 0
    for force in ops(s, "march_mod"):
        op = force.op
        forced = not op.filter.forced or hexes > allowance(s)
        horse = op.filter.has != "cavalry" or bool(units & s.world.cavalry)
        if op.scope == "all" and op.side in ("both", SIDES[side]) and forced and horse:
            found += op.n
    return found


def allowance(s: Campaign) -> int:
    """[8.4] Hexes of a normal Move: three, two in winter; rain takes one."""
    normal = 2 if s.winter else 3
    for force in ops(s, "move_allowance") if s.advanced else ():
        normal = max(force.op.min, normal + force.op.n)
    return normal


def farthest(s: Campaign, units: int) -> int:
    """[8.4] Hexes of a forced march in all; [16.1] some corps may not force march."""
    if not s.advanced:
        return 5
    most = 5
    for force in ops(s, "move_allowance"):
        most = min(most, force.op.forced_max)
    return min(most, allowance(s)) if units & slow(s) else most


def slow(s: Campaign) -> int:
    """[16.1] Units that may not force march: VIII Corps until the turn after Jerome went home, and others by card."""
    world = s.world
    found = 0
    if not s.affairs.jerome or (s.turn <= s.affairs.jerome and s.affairs.year == 1812):
        found |= world.by_corps.get("VIII", 0)
    for force in ops(s, "no_forced_march"):
        found |= _sum(world.by_corps, force.op.filter.corps)
    return found


def resting(s: Campaign) -> int:
    """[16.1] Units that may not Move this turn."""
    found = 0
    for force in ops(s, "no_move"):
        found |= _sum(s.world.by_corps, force.op.filter.corps)
    return found


def chaos_card(s: Campaign, m: March) -> list[Frame[Campaign]]:
    """Card 1: a Russian Move without command rolls."""
    return [PlayCard(f.player, f.card, "chaos", 0) for f in unused(s, "chaos_exempt") if f.op.side == SIDES[m.side]]


def chaos_fails(s: Campaign, die: int) -> bool:
    """[16.5] On 1 or 2; the Tsar's leaving may better that."""
    faces = [1, 2]
    for force in ops(s, "chaos_fail_on"):
        faces = force.op.values
    return die in faces


# [16.1] combat


def order_cards(s: Campaign, b: Battle) -> list[Frame[Campaign]]:
    """Cards that help an attack order, before its die."""
    return [PlayCard(b.side, f.card, "order", f.op.n) for f in unused(s, "attack_mod") if f.op.side == SIDES[b.side]]


def support_cards(s: Campaign, side: int) -> list[Frame[Campaign]]:
    """Cards that help a call for support, before its die."""
    return [PlayCard(side, f.card, "support", f.op.n) for f in unused(s, "support_mod") if f.op.side == SIDES[side]]


def combat_cards(s: Campaign, b: Battle) -> list[Frame[Campaign]]:
    """Cards for the values of a combat, before its dice."""
    world = s.world
    found: list[Frame[Campaign]] = []
    for force in unused(s, "fort_mod"):
        if force.op.side == SIDES[b.side] and world.fortified >> b.target & 1:
            found.append(PlayCard(b.side, force.card, "fort", force.op.n))
    river = not world.near_level[b.start] >> b.target & 1
    city = bool(world.city >> b.target & 1)
    for force in unused(s, "value_mod"):
        fits = city if force.op.filter.city else city or river
        if force.op.side == SIDES[1 - b.side] and fits:
            found.append(PlayCard(1 - b.side, force.card, "defence", force.op.n))
    return found


def pursuit_cards(s: Campaign, b: Battle, caught: bool, could: bool) -> list[Frame[Campaign]]:
    """Card 33: a withdrawing French stack escapes its pursuers, or is caught in spite of its cavalry."""
    if 1 - b.side != FRENCH:
        return []
    if caught:
        return [PlayCard(f.player, f.card, "pursuit", -1) for f in unused(s, "ignore_pursuit")]
    return [PlayCard(f.player, f.card, "pursuit", 1) for f in unused(s, "force_pursuit")] if could else []


# [16.1] General Supply: rivers, forage, losses


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


class BridgeRiver(Frame[Campaign]):
    """A river hexside counts as bridged for this player's supply, links and withdrawals this turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        left = [f for f in state.world.fords if f not in state.affairs.fords[side]]
        make = state.world.lexicon.make
        return [*[make("bridge", a, b) for a, b in left], state.world.done]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "bridge":
            a, b = action.args
            state.affairs.fords[side] = (*state.affairs.fords[side], (a, b))
            state.emit("river_bridged", side, a, b)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.1", "no_ford", action.args)] if action.verb == "bridge" else []


class BreakBridge(Frame[Campaign]):
    """Card 28: a bridge counts as missing for French supply, links and withdrawals this turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        held, make = state.occ[FRENCH], state.world.lexicon.make
        found = [make("break", a, b) for a, b in state.world.bridges if not (held >> a & 1 and held >> b & 1)]
        return [*found, state.world.done]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "break":
            a, b = action.args
            state.affairs.broken[1 - side] = ((a, b),)
            state.emit("bridge_broken", a, b)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.1", "no_bridge", action.args)] if action.verb == "break" else []


def forage_mod(s: Campaign) -> int:
    return sum(f.op.n for f in ops(s, "forage_mod")) if s.advanced else 0


class SaveForage(Frame[Campaign]):
    """Card 2: one failed forage roll is ignored, chosen when all are known."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        hexes = 0
        for h in state.affairs.hungry:
            hexes |= 1 << h
        if not hexes:
            return ()
        return [*state.world.at_hexes("save", hexes), state.world.bare["keep"]]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "save":
            del state.affairs.hungry[action.args[0]]
            state.emit("forage_saved", action.args[0])

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.1", "not_hungry", (action.args[0],))] if action.verb == "save" else []


def forage_cards(s: Campaign) -> list[Frame[Campaign]]:
    return [SaveForage(f.player) for f in ops(s, "forage_save")]


def supply_range_mod(s: Campaign, side: int, normal: int) -> int:
    """[6.2] point 5, as cards bend it."""
    for force in ops(s, "supply_range"):
        if force.op.side == SIDES[side]:
            normal = max(force.op.min, normal + force.op.n)
    return normal


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
        op = _effect(state, self.card, self.effect)
        if op is None:
            return ()
        units = matching(state, FRENCH, op.filter)
        if self.effect == "disrupt":
            return state.world.for_units("disrupt", units & ~state.disrupted)
        return state.world.for_units("dismiss", units & state.world.foreign)

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        u = action.args[0]
        if action.verb == "disrupt":
            state.emit("disrupted", u, state.at[u])
            state.disrupt(1 << u)
        else:
            dismiss(state, u)

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        if action.verb not in ("disrupt", "dismiss"):
            return []
        return [("16.1", "card_spares", (action.args[0], self.card))]

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
        world = state.world
        if any(state.at[u] >= 0 for u in bits(world.by_nation.get("prussian", 0))):
            return ()
        units = sum([1 << u for u in bits(world.austrian) if state.at[u] >= 0])
        return world.for_units("name", units)

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.barred = 1 << action.args[0]
        state.emit("unit_barred", action.args[0])

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.1", "cannot_name", (action.args[0],))] if action.verb == "name" else []


# [16.1] Active Supply, rally, commands, reinforcements


def conversions(s: Campaign, side: int) -> int:
    """[7.1] How many Depots a player may convert."""
    return 1 + sum(f.op.n for f in ops(s, "extra_conversion") if f.op.side == SIDES[side])


def open_trains(s: Campaign, side: int) -> bool:
    """Card 8: no dummies, and Trains lie face up."""
    return any(f.op.against == SIDES[side] for f in ops(s, "trains_face_up"))


class CardRally(Frame[Campaign]):
    """Disrupted units in General Supply that a card brings back without Train or commander."""

    rule = "16.1"

    def __init__(self, side: int, left: int) -> None:
        super().__init__(side)
        self.left = left

    def key(self) -> tuple[object, ...]:
        return ("CardRally", self.side, self.left)

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        units = 0
        for force in ops(state, "free_rally"):
            if force.op.side == SIDES[side]:
                units |= matching(state, side, force.op.filter) & state.disrupted & state.supplied
        return [*state.world.for_units("restore", units), state.world.done] if units and self.left else ()

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb == "restore":
            u = action.args[0]
            state.restore(1 << u)
            state.emit("rallied", u, state.at[u])
            state.push(CardRally(side, self.left - 1))

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.1", "card_does_not_rally", (action.args[0],))] if action.verb == "restore" else []

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self.left,)


def rally_cards(s: Campaign, side: int) -> list[Frame[Campaign]]:
    return [CardRally(side, f.op.max) for f in ops(s, "free_rally") if f.op.side == SIDES[side]]


def sledge_cards(s: Campaign) -> list[Frame[Campaign]]:
    """Card 34, from turn 12 on, while Napoleon is on the map."""
    if s.world.napoleon < 0 or s.at[s.world.napoleon] < 0:
        return []
    return [
        PlayCard(f.player, f.card, "sledge", f.op.cc_base_delta)
        for f in ops(s, "remove_napoleon_option")
        if s.turn >= int(f.op.from_turn)
    ]


class Sledge(Frame[Campaign]):
    """Napoleon leaves the army for good."""

    rule = "16.1"

    def __init__(self, side: int, number: int) -> None:
        super().__init__(side)
        self.number = number

    def key(self) -> tuple[object, ...]:
        return ("Sledge", self.side, self.number)

    def finish(self, state: Campaign) -> None:
        napoleon = state.world.napoleon
        state.emit("napoleon_leaves")
        state.affairs.outcasts |= 1 << napoleon
        state.remove(1 << napoleon)
        state.cc_base[FRENCH] += self.number


def cossack_mod(s: Campaign) -> int:
    return sum(f.op.n for f in ops(s, "cossack_mod")) if s.advanced else 0


def early_units(s: Campaign, side: int) -> int:
    """Card 12: combat units of the Danube army whose turn is still to come."""
    found = 0
    for force in ops(s, "advance_reinforcement"):
        for u in bits(_sum(s.world.by_corps, force.op.filter.corps)):
            if s.at[u] == WAITING and s.world.arrives[u][0] > s.turn:
                found |= 1 << u
    return found


class EarlyUnit(Frame[Campaign]):
    """Card 12: the Russians choose the unit that comes before its turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.for_units("advance", early_units(state, side))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.early = 1 << action.args[0]
        state.emit("comes_early", action.args[0])

    def why_not(self, state: Campaign, action: Action) -> list[Reason]:
        return [("16.1", "not_early", (action.args[0],))] if action.verb == "advance" else []


def early_cards(s: Campaign) -> list[Frame[Campaign]]:
    return [EarlyUnit(f.player) for f in ops(s, "advance_reinforcement")]
