"""The worked activation of the rules, section 21, played as written."""

from __future__ import annotations

import pytest

from toolkit_vanguard import Table


@pytest.mark.rules("12.1", "5.2.1", "11.1", "12.5")
def test_watrin_takes_rivalta() -> None:
    t = Table(
        {
            "watrin": "3010",
            "a_watrin": "2708",
            "l40I": "3010",
            "l40II": "3110",
            "frI": "2710",
            "a_gottesheim": "2710",
            "lannes": "3409",
        },
        orders={"watrin": "advance", "vogelsang": "defence", "gottesheim": "defence"},
        turn=4,
        dice=[5, 6, 3, 6, 5, 3, 3, 1, 1],
    )
    t.s.put(t.unit("ott"), t.hex("1311"))
    t.initiative()
    assert t.to_act == ("french",), "5+4 against 6+2"
    t.play("french", "activate watrin")
    assert t.in_command("a_watrin"), "within four hexes"
    t.play("french", "try attack")
    assert t.formation_order("watrin") == "attack"
    t.play("french", "keep")
    odds = t.odds("french", "bombard a_watrin 2710")
    assert (odds.column, odds.drm) == ("2", -1)
    assert [(key, value) for _, key, value in odds.terms] == [("village", -1)]
    t.play("french", "bombard a_watrin 2710")
    assert t.level("frI") == "disordered"
    t.play("coalition", "retreat 2711", "follow")
    assert t.where("a_gottesheim") == "2711"
    assert t.is_moved("a_gottesheim")
    assert t.is_moved("a_watrin")
    for battalion in ("l40I", "l40II"):
        t.steer("french", f"move {battalion}")
        while t.where(battalion) != "2811":
            t.play(
                "french",
                "go 3010" if t.where(battalion) == "3110" else "go 2910" if t.where(battalion) == "3010" else "go 2811",
            )
        t.steer("french", "stop")
    while t.asked in ("MoveLeader", "StackOrder", "MoveUnits"):
        t.play("french", "done")
    t.steer("french", "assault 2711")
    t.play("french", "with l40I")
    odds = t.odds("french", "with l40II")
    assert (odds.attack, odds.defence, odds.column, odds.drm) == (8, 3, "2-1", 3)
    t.play("french", "with l40II").steer("french", "go", "done")
    assert t.level("frI") == "routed", "it passed, but was Disordered already: R-26"
    t.steer("coalition", *t.options("coalition")[:1])
    assert t.world.grid.distance(t.hex("2711"), t.hex(t.where("frI") or "")) == 2
    assert t.fate("a_gottesheim") == "gone"
    assert t.asked == "Advance"
    t.play("french", "advance l40I 2711")
    assert t.s.activated >> t.formation("watrin") & 1
