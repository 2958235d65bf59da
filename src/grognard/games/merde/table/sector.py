"""[25] [26] The sector that fights: its ground, who could strike whom there, and how likely it hurts."""

from __future__ import annotations

from fractions import Fraction

from grognard.games.merde.rules.combat.fights import Deal, candidates, fights, target_ban
from grognard.games.merde.rules.combat.markers import blue, deal_size, red
from grognard.games.merde.rules.combat.totals import Stance, attack_terms, defence_terms
from grognard.games.merde.rules.odds import Blow, strike_odds, unseen
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.world.lexicon import NAMES
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, side_of
from grognard.kernel.pen import percent
from grognard.kernel.wire import Area, PlainOverlay, Way


def foes(s: Battle, piece: int) -> list[tuple[int, Fraction]]:
    """[25.3] The enemies a regiment could name here, as far as its owner knows them; whom it hurts likeliest first."""
    known = [p for p in s.troops(1 - side_of(piece)) if not s.pieces[p].hidden and target_ban(s, piece, p) is None]
    return sorted([(foe, hurt(s, piece, foe)) for foe in known], key=lambda found: -found[1])


def hurt(s: Battle, piece: int, foe: int) -> Fraction:
    """[28.1] [30.1] How likely an attack hurts: any marker of one's own against any that the enemy may hold."""
    side = side_of(piece)
    blow = Blow(
        attack_terms(s, piece, foe, Stance(attacked=False)),
        defence_terms(s, foe, piece, Stance()),
        s.arm(foe) == ARTILLERY,
    )
    outcomes = strike_odds(blow, [red(m) for m in unseen(s, side)], [blue(m) for m in unseen(s, 1 - side)])
    return 1 - outcomes.get("none", Fraction(0)) - outcomes.get("miss", Fraction(0))


def fight(s: Battle, side: int, pen: Pen) -> PlainOverlay:
    """The sector in a frame; while markers are asked for, an arrow from each regiment to each enemy it could name."""
    if s.sector < 0:
        return PlainOverlay(areas=[], lines=[])
    squares = [NAMES["square"][sq] for sq in s.world.field.sector_squares(s.sector) if s.world.field.has(sq)]
    title = Area(
        places=squares[-len(squares) // 6 :] + squares,
        style="sector",
        label=pen("note.sector_fights", pen.sector(s.sector)),
    )
    asked = s.agenda and isinstance(s.agenda[-1], Deal)
    pieces = candidates(s, side) if side >= 0 and asked else []
    return PlainOverlay(areas=[title], lines=[line for piece in pieces for line in _strikes(s, piece)])


def _strikes(s: Battle, piece: int) -> list[Way]:
    """From a regiment to those it could name, the best solid; from those who could only fall on it, an arrow back."""
    found = [
        _way(s, piece, foe, "strike second" if n else "strike", percent(chance))
        for n, (foe, chance) in enumerate(foes(s, piece))
    ]
    named = {foe for foe, _ in foes(s, piece)}
    return found + [_way(s, foe, piece, "threat", None) for foe in _partners(s, piece) if foe not in named]


def _partners(s: Battle, piece: int) -> list[int]:
    """[25.1] Those with whom it has a fight in this sector, as far as they are seen."""
    pairs = [fight for fight in fights(s) if fight.sector == s.sector and piece in (fight.one, fight.other)]
    found = [fight.other if fight.one == piece else fight.one for fight in pairs]
    return [p for p in found if not s.pieces[p].hidden]


def _way(s: Battle, start: int, goal: int, style: str, label: str | None) -> Way:
    ends: list[str | list[float]] = [NAMES["square"][s.pieces[p].squares[0]] for p in (start, goal)]
    return Way(path=ends, style=style, label=label, arrow=True)


def stakes(s: Battle, piece: int, pen: Pen) -> str:
    """[26.1] What a regiment would get, and whom it could hurt: ``5 markers, Light battalion 48%``."""
    names = [f"{pen.piece(foe)} {percent(chance)}" for foe, chance in foes(s, piece)]
    markers = pen("note.deal_size", deal_size(s, piece))
    return ", ".join([markers, *names])
