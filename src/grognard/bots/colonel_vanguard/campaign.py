"""What each formation is for: the hexes it is to take, or to hold, in order of importance."""

from __future__ import annotations

from typing import Final

TAKE: Final = "take"
HOLD: Final = "hold"

GOALS: Final[dict[str, list[str]]] = {
    # Montebello: along the Via Emilia, over the hills, and from the north upon Casteggio
    "lannes": ["3409", "2710", "2011", "1911", "1413", "1014"],
    "watrin": ["2815", "2312", "2012", "1413", "1014"],
    "chambarlhac": ["2710", "2011", "1911", "2012", "1413", "1014"],
    # Campotenese: the plateau, the redoubts, then down the road
    "compere": ["2110", "2714", "3418", "2311", "2112"],
    "verdier": ["2714", "3418", "2112"],
}

# [17.1.8] [17.2.12] What the French must have at the end, and the turns to spare with which they set out for it:
# Morano, at Montebello Casteggio.
DECISIVE: Final = {False: ("2714", 11), True: ("2011", 8)}

# The axis of a formation: by which places it goes to a goal, in order.
AXES: Final[dict[tuple[str, str], list[str]]] = {
    ("compere", "2714"): ["2611"],
    ("verdier", "2714"): ["2309", "2611"],  # over the plateau, past the redoubts
    ("verdier", "3418"): ["2714"],
}

POSTS: Final[dict[str, list[str]]] = {
    "ott": ["2710", "2708", "2611", "2411", "2610"],
    "gottesheim": ["2815", "2312", "2714", "2614"],
    "schellenberg": ["2011", "1413", "2012", "1911", "2312", "2111", "1014"],
    "vogelsang": ["2815", "2312", "2714"],
    # Campotenese: two brigades hold the plateau, the third bars the ways round it and keeps Morano
    "minutolo": ["1911", "1912", "1812"],
    "ricci": ["2112", "2110", "2111", "2012"],
    "tschudy": ["2311", "2714", "2611", "2713", "2614", "2612", "2613"],
}

# [17.2.12] What is lost with it: a formation of Naples that has lost its redoubt goes back to the towns.
REAR: Final[dict[str, list[str]]] = {  # [17.2.12] where a beaten Neapolitan formation makes its last stand
    "minutolo": ["2714", "2614", "2514"],
    "ricci": ["2714", "3418", "2815"],
    "tschudy": ["2714", "3418", "2713"],
}
