"""Who stands in a stack that is taken in hand, what it is worth, who cannot go along and why."""

from __future__ import annotations

from grognard.games.russia1812.rules.movement.steps import unit_bans
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.world.state import Campaign
from grognard.kernel.ban import Reason, against
from grognard.kernel.wire import Member


def member(s: Campaign, u: int, goes: bool, pen: Pen) -> Member:
    """A piece of the stack."""
    return Member(unit=s.world.ids[u], name=pen.unit(u), note=factors(s, u, pen), goes=goes)


def marcher(s: Campaign, u: int, goes: bool, pen: Pen) -> Member:
    """A piece of a stack that is to march: who cannot go says why."""
    found = member(s, u, goes, pen)
    if reasons := [] if goes else kept_back(s, u):
        rule, key, args = reasons[0]
        found.why, found.rule = pen(f"refusal.{key}", *args), rule
    return found


def kept_back(s: Campaign, u: int) -> list[Reason]:
    """[8.3] [8.4] Why a piece of a stack cannot go along."""
    if not s.world.commanders >> u & 1:
        return against(unit_bans(s), u)
    return [("8.3", "unit_moved", (u,))] if s.moved >> u & 1 else []


def factors(s: Campaign, u: int, pen: Pen) -> str:
    """[3.2] [3.4] What a piece is worth."""
    if s.world.commanders >> u & 1:
        return pen("note.rating", s.world.cr[u])
    return pen("note.factors", int(not s.disrupted >> u & 1), halves(s.world.weight[u]))


def sums(s: Campaign, units: int, pen: Pen) -> str:
    """[3.2] ``5 units, CF 5, OF 5½, in supply``."""
    if not units:
        return pen("note.nobody_marches")
    fit = (units & ~s.disrupted).bit_count()
    supply = pen("note.in_supply" if not units & ~s.supplied else "note.not_in_supply")
    return pen("note.sums", units.bit_count(), fit, halves(s.world.load(units)), supply)


def halves(number: int) -> str:
    """A number of halves as people write it."""
    return f"{number // 2 or ''}½" if number % 2 else str(number // 2)
