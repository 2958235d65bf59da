"""Rulebook 32: the square and the mass column, formed in reaction to a charge; horse artillery against them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.squares import FRONT, distance, nearest
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.exchange import Danger, clash_of
from grognard.games.merde.rules.fire import artillery
from grognard.games.merde.rules.frames import Question
from grognard.games.merde.rules.generals import attached
from grognard.games.merde.rules.morale import Morale
from grognard.games.merde.rules.movement.plans import in_contact
from grognard.games.merde.rules.withdraw import rout
from grognard.games.merde.world.lexicon import MASS, PASS, SHORT, SQUARE, make
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban


def square_level(s: Battle, piece: int) -> int:
    """[32.1] The level, one more with a commander attached."""
    side = side_of(piece)
    led = any(s.generals[g] is not None and attached(s, g, piece) for g in s.world.generals[side])
    return s.world.stock(piece).level + (1 if led else 0)


def shape_of(s: Battle, piece: int) -> int:
    """[32.2] The nation's own formation against cavalry."""
    return MASS if all(kind.mass for kind in s.world.stock(piece).kinds) else SQUARE


def forms(level: int, card: int) -> bool:
    """[32.1] Strictly lower than the level."""
    return card < level


def gathering(s: Battle, role: int) -> Squares:
    """[15.4] The squares in which its battalions may gather: those that the charger has reached."""
    piece, charger = clash_of(s).pieces[role], s.pieces[clash_of(s).pieces[1 - role]].squares
    return tuple([sq for sq in s.pieces[piece].squares if nearest((sq,), charger) == 1])


class Charged(Question):
    """What is asked about infantry that cavalry charges or assaults. ``role``: its part in the engagement."""

    def __init__(self, role: int) -> None:
        super().__init__(0)
        self.role = role

    def key(self) -> tuple[object, ...]:
        return (type(self).__name__, self.role)

    def target(self, s: Battle) -> int:
        return clash_of(s).pieces[self.role]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.target(state),)


class TrySquare(Charged):
    """[32.1] [29.2] Infantry that cavalry charges or assaults may try to form square, or mass column; to fail is to
    rout."""

    rule = "32.1"

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return (side_of(self.target(state)),)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        target = self.target(state)
        p = state.pieces[target]
        if p.formation in (SQUARE, MASS) or not combat.still_on(state) or state.world.stock(target).company:
            return ()
        shape = shape_of(state, target)
        places = gathering(state, self.role)
        if len(places) == 1:
            return [make("form", shape), make("stand")]
        return [*[make("form", shape, sq) for sq in places], make("stand")]

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("32.1", "no_square_so", self.unoffered(state, side, verb, *head), ())] if verb == "form" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "stand":
            return
        clash = clash_of(state)
        target = self.target(state)
        card, level = state.card(), square_level(state, target)
        state.emit("square_test", target, card, level, int(forms(level, card)), action.args[0])
        if not forms(level, card):
            rout(state, target)
            return
        p = state.pieces[target]
        at = action.args[1] if len(action.args) == 2 else gathering(state, self.role)[0]
        state.reform(target, (at,), action.args[0], p.facing)
        if self.role == 1:
            clash.bearing, clash.both_flanks = FRONT, False
        clash.spots[self.role] = (at,)


class HorseBattery(Charged):
    """[32.3] R-32d: a horse battery that has not fired shoots at the square before the charge."""

    rule = "32.3"

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return (1 - side_of(self.target(state)),)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        target = self.target(state)
        p = state.pieces[target]
        if p.formation not in (SQUARE, MASS) or not combat.still_on(state):
            return ()
        found = [make("battery", b) for b in state.troops(side) if can_help(state, b, target)]
        return [*found, PASS] if found else ()

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban(self.rule, "no_help", self.unoffered(state, side, verb, *head))] if verb == "battery" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "pass":
            return
        target = self.target(state)
        numbers = artillery.pool(state, action.args[0], SHORT)
        shot = numbers[state.dice.roll(len(numbers)) - 1]
        drawn = numbers[state.dice.roll(len(numbers)) - 1]
        state.pieces[action.args[0]].fired = True
        state.emit(
            "shot",
            action.args[0],
            target,
            state.pieces[target].squares[0],
            drawn,
            shot,
            shot,
            int(drawn == shot),
            SHORT,
        )
        if drawn == shot:
            artillery.strike(state, target, SHORT)
        state.push(Morale(), Danger())


def can_help(s: Battle, battery: int, target: int) -> bool:
    """[32.3] A horse battery with the square as a legal target at two or three squares."""
    if s.arm(battery) != ARTILLERY or s.world.stock(battery).kinds[0].type != "horse_art":
        return False
    if not artillery.ready(s, battery) or in_contact(s, battery):
        return False
    at = s.pieces[target].squares[0]
    near = distance(s.pieces[battery].squares[0], at) <= artillery.SHORT_RANGE
    return near and artillery.aim_ban(s, battery, at) is None
