"""[25] [26] The sector that fights: its ground, who could strike whom there, and how likely it hurts."""

from __future__ import annotations

from fractions import Fraction

from grognard.games.merde.rules.combat.fights import ChooseSector, Deal, candidates, fights, target_ban
from grognard.games.merde.rules.combat.markers import deal_size
from grognard.games.merde.table.pairing import hurt
from grognard.games.merde.table.pen import Pen
from grognard.games.merde.world.lexicon import NAMES
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import side_of
from grognard.kernel.pen import percent
from grognard.kernel.wire import Area, PlainOverlay, Way


def foes(s: Battle, piece: int) -> list[tuple[int, Fraction]]:
    """[25.3] The enemies a regiment could name here, as far as its owner knows them; whom it hurts likeliest first."""
    known = [p for p in s.troops(1 - side_of(piece)) if not s.pieces[p].hidden and target_ban(s, piece, p) is None]
    return sorted([(foe, hurt(s, piece, foe)) for foe in known], key=lambda found: -found[1])


def fight(s: Battle, side: int, pen: Pen) -> PlainOverlay:
    """The sector in a frame, and the next one announced; while markers are asked for, arrows to possible enemies."""
    frame = s.agenda[-1] if s.agenda else None
    if isinstance(frame, ChooseSector):
        return PlainOverlay(areas=[_framed(s, sector, "next", pen) for sector in frame.sectors], lines=[])
    if s.sector < 0:
        return PlainOverlay(areas=[], lines=[])
    areas = [_framed(s, sector, "next", pen) for sector in following(s)] + [_framed(s, s.sector, "now", pen)]
    pieces = candidates(s, side) if side >= 0 and isinstance(frame, Deal) else []
    return PlainOverlay(areas=areas, lines=[line for piece in pieces for line in _strikes(s, piece)])


def following(s: Battle) -> list[int]:
    """[25.2] The sectors that fight after this one, as things stand: those with the lowest number that are left."""
    left = [fight for fight in fights(s) if fight.sector not in s.fought]
    lowest = min([fight.number for fight in left], default=0)
    return sorted({fight.sector for fight in left if fight.number == lowest})


def squares_of_sector(s: Battle, sector: int) -> list[str]:
    return [NAMES["square"][sq] for sq in s.world.field.sector_squares(sector) if s.world.field.has(sq)]


def _framed(s: Battle, sector: int, when: str, pen: Pen) -> Area:
    """A sector with its title: it fights now, or it may fight next."""
    chosen = bool(s.agenda) and isinstance(s.agenda[-1], ChooseSector)
    key = "sector_choice" if chosen else f"sector_{when}"
    style = "sector" if when == "now" else "next-sector"
    return Area(places=squares_of_sector(s, sector), style=style, label=pen(f"note.{key}", pen.sector(sector)))


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
