"""Rulebook 16.1: a card that may be used once, or kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.effects import Force, ops
from grognard.games.russia1812.world.state import Attack, Campaign, March
from grognard.games.russia1812.world.world import FRENCH
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame


class PlayCard(Frame[Campaign]):
    """Whoever laid a card that may be used once says whether to use it now."""

    rule = "16.1"

    def __init__(self, side: int, card: int, use: str, number: int, idle: bool = False) -> None:
        super().__init__(side)
        self.card = card
        self.use = use
        self.number = number
        self.idle = idle  # [15.1] it does not fit, which only its player knows

    def key(self) -> tuple[object, ...]:
        return ("PlayCard", self.side, self.card, self.use, self.number, self.idle)

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        row = state.world.card_actions["use"]
        found = [row[n] for n in bits(self.open(state, side, "use"))]
        keep = state.world.bare["keep"]
        return [keep, *found] if self.use == "sledge" else [*found, keep]

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that no cavalry marches."""
        return self.idle

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        if action.verb != "use":
            return
        state.affairs.used |= 1 << self.card
        state.emit("card_used", side, self.card)
        if state.march is not None:
            _on_march(state.march, self.use, self.number)
        elif state.battle is not None:
            _in_battle(state.battle, self.use, self.number)
        else:
            state.push(Sledge(FRENCH, self.number))

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "use":
            yield Ban("16.1", "other_card", ~(1 << self.card), (self.card,))
            if self.idle:
                yield Ban("16.1", "card_does_not_fit", ALL)

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        return (self.card, "use." + self.use)


def _on_march(m: March, use: str, number: int) -> None:
    if use == "chaos":
        m.exempt = True
    else:
        m.bonus += number


def _in_battle(b: Attack, use: str, number: int) -> None:
    if use == "order":
        b.order_bonus = number
    elif use == "support":
        b.support_bonus = number
    elif use == "fort":
        b.fort = number
    elif use == "pursuit":
        b.hunt = number
    else:
        b.bonus[1] += number  # of the defence


def unused(s: Campaign, name: str) -> list[Force]:
    """Effects of a name whose one use is not spent."""
    return [f for f in ops(s, name) if not s.affairs.used >> f.card & 1]


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
