"""Hexes: the laws of the grid, and every search against a plain breadth-first walk over names."""

from __future__ import annotations

from collections import deque
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.board.hexes import DIRECTIONS, OPPOSITE, HexGrid, bits

ODD = ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0))
EVEN = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1))
law = settings(max_examples=120, deadline=None, derandomize=True)
Side = tuple[int, int]


@cache
def sheet(columns: int, rows: int, odd_lower: bool = False) -> HexGrid:
    return HexGrid(columns, rows, odd_lower)


grids = st.builds(sheet, st.integers(1, 9), st.integers(1, 8), st.booleans())


def oracle_near(grid: HexGrid, h: int) -> set[int]:
    """The neighbours by the rulebook's own description of the numbering."""
    column, row = int(grid.names[h][:2]), int(grid.names[h][2:])
    around = [(column + dc, row + dr) for dc, dr in (EVEN if (column % 2 == 0) != grid.odd_lower else ODD)]
    return {grid.by_name[f"{c:02}{r:02}"] for c, r in around if 1 <= c <= grid.columns and 1 <= r <= grid.rows}


def oracle_steps(
    grid: HexGrid, start: set[int], within: set[int], shut: set[Side], steps: int, halting: frozenset[int] = frozenset()
) -> dict[int, int]:
    """Steps to each hex by a plain breadth-first walk; a hex of ``halting`` that is no start is entered, not left."""
    found = dict.fromkeys(start, 0)
    queue = deque(start)
    while queue:
        here = queue.popleft()
        if found[here] == steps or (here in halting and here not in start):
            continue
        for there in sorted(oracle_near(grid, here) & within):
            if there not in found and (here, there) not in shut:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@st.composite
def situations(draw: st.DrawFn) -> tuple[HexGrid, set[int], set[int], list[Side], int]:
    """A grid, a start, the hexes allowed, closed sides, and a number of steps."""
    grid = draw(grids)
    hexes = list(bits(grid.all))
    start = draw(st.sets(st.sampled_from(hexes), min_size=1, max_size=3))
    barred = draw(st.sets(st.sampled_from(hexes), max_size=len(hexes) // 2))
    pairs = [(a, b) for a in hexes for b in sorted(oracle_near(grid, a))]
    closed = draw(st.lists(st.sampled_from(pairs), max_size=25)) if pairs else []
    return grid, start, set(hexes) - barred, closed, draw(st.integers(0, 6))


def both_ways(closed: list[Side]) -> set[Side]:
    return {*closed, *((b, a) for a, b in closed)}


def mask_of(hexes: set[int]) -> int:
    return sum(1 << h for h in hexes)


# the grid


@given(grids)
@law
def test_neighbours_are_those_of_the_numbering_and_symmetric(grid: HexGrid) -> None:
    for h in bits(grid.all):
        assert set(bits(grid.near[h])) == oracle_near(grid, h)
        assert all(grid.near[n] >> h & 1 for n in bits(grid.near[h]))
        assert not grid.near[h] >> h & 1
    assert all(grid.near[h] == 0 for h in range(grid.size) if not grid.names[h])


@given(grids)
@law
def test_names_indices_and_coordinates_round_trip(grid: HexGrid) -> None:
    assert grid.all.bit_count() == grid.columns * grid.rows == len(grid.by_name)
    for h in bits(grid.all):
        column, row = grid.column_row(h)
        assert grid.names[h] == f"{column:02}{row:02}"
        assert grid.index(column, row) == h == grid.by_name[grid.names[h]]
        assert 1 <= column <= grid.columns
        assert 1 <= row <= grid.rows


@given(grids, st.data())
@law
def test_masks_and_lists_of_names_round_trip(grid: HexGrid, data: st.DataObject) -> None:
    names = data.draw(st.sets(st.sampled_from(sorted(grid.by_name))))
    mask = grid.mask(names)
    assert grid.list_names(mask) == sorted(names)
    assert mask == mask_of({grid.by_name[name] for name in names})
    with pytest.raises(KeyError):
        grid.mask(["0000"])


@given(st.sets(st.integers(0, 400)))
@law
def test_bits_lists_a_set_in_rising_order(members: set[int]) -> None:
    mask = mask_of(members)
    assert bits(mask) == tuple(sorted(members))
    assert bits(mask) is bits(mask)


def test_a_full_memory_of_sets_changes_no_answer() -> None:
    first = bits(0b1011)
    for number in range(1, 50_010):
        assert bits(number << 40)[0] >= 40
    assert bits(0b1011) == first == (0, 1, 3)


@given(grids)
@law
def test_directions_lead_to_the_neighbours_and_back(grid: HexGrid) -> None:
    hexes = bits(grid.all)
    for a in hexes:
        for b in hexes:
            d = grid.direction(a, b)
            assert (d >= 0) == (b in oracle_near(grid, a))
            if d >= 0:
                assert grid.direction(b, a) == OPPOSITE[d]
    assert [OPPOSITE[OPPOSITE[d]] for d in range(DIRECTIONS)] == list(range(DIRECTIONS))
    assert all(OPPOSITE[d] != d for d in range(DIRECTIONS))


@given(grids)
@law
def test_distance_is_the_count_of_a_breadth_first_walk(grid: HexGrid) -> None:
    hexes = set(bits(grid.all))
    for a in list(hexes)[::7]:
        walked = oracle_steps(grid, {a}, hexes, set(), 99)
        assert {b: grid.distance(a, b) for b in hexes} == walked


@given(grids, st.data())
@law
def test_distance_is_a_metric(grid: HexGrid, data: st.DataObject) -> None:
    a, b, c = (data.draw(st.sampled_from(bits(grid.all))) for _ in range(3))
    assert grid.distance(a, b) == grid.distance(b, a) >= 0
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@pytest.mark.parametrize("radius", range(6))
def test_rings_and_discs_far_from_the_edge_have_their_sizes(radius: int) -> None:
    grid = sheet(28, 19)
    centre = grid.by_name["1410"]
    assert grid.ring(centre, radius).bit_count() == (6 * radius or 1)
    assert grid.disc(centre, radius).bit_count() == 1 + 3 * radius * (radius + 1)


@given(grids, st.data())
@law
def test_rings_and_discs_hold_what_lies_at_their_distance(grid: HexGrid, data: st.DataObject) -> None:
    centre = data.draw(st.sampled_from(bits(grid.all)))
    radius = data.draw(st.integers(0, 12))
    hexes = bits(grid.all)
    assert set(bits(grid.ring(centre, radius))) == {h for h in hexes if grid.distance(centre, h) == radius}
    assert set(bits(grid.disc(centre, radius))) == {h for h in hexes if grid.distance(centre, h) <= radius}


# what lies between hexes


@given(situations())
@law
def test_closed_sides_are_closed_both_ways_and_no_others(situation: tuple) -> None:
    grid, _, _, closed, _ = situation
    sides = grid.sides_without(closed)
    shut = both_ways(closed)
    for h in bits(grid.all):
        assert set(bits(sides.spread(1 << h))) == {n for n in oracle_near(grid, h) if (h, n) not in shut}
    assert grid.sides_without([]).out() == grid.free.out()


@given(grids, st.data())
@law
def test_closing_a_side_between_strangers_is_refused(grid: HexGrid, data: st.DataObject) -> None:
    a, b = (data.draw(st.sampled_from(bits(grid.all))) for _ in range(2))
    if b in oracle_near(grid, a):
        assert not grid.sides_without([(a, b)]).spread(1 << a) >> b & 1
    else:
        with pytest.raises(ValueError, match=f"{grid.names[a]} and {grid.names[b]} do not touch"):
            grid.sides_without([(a, b)])


@given(situations())
@law
def test_spread_is_one_open_step_from_any_of_the_set(situation: tuple) -> None:
    grid, start, _, closed, _ = situation
    shut = both_ways(closed)
    stepped = {n for h in start for n in oracle_near(grid, h) if (h, n) not in shut}
    assert set(bits(grid.sides_without(closed).spread(mask_of(start)))) == stepped


@given(situations())
@law
def test_flood_is_the_walk_within(situation: tuple) -> None:
    grid, start, within, closed, steps = situation
    walked = oracle_steps(grid, start, within, both_ways(closed), steps)
    assert set(bits(grid.sides_without(closed).flood(mask_of(start), steps, mask_of(within)))) == set(walked)


@given(situations())
@law
def test_distances_are_the_rings_of_the_walk(situation: tuple) -> None:
    grid, start, within, closed, steps = situation
    walked = oracle_steps(grid, start, within, both_ways(closed), steps)
    rings = grid.sides_without(closed).distances(mask_of(start), steps, mask_of(within))
    assert {h: k for k, ring in enumerate(rings) for h in bits(ring)} == walked
    assert all(rings)


@given(situations(), st.data())
@law
def test_march_ends_where_it_must_halt(situation: tuple, data: st.DataObject) -> None:
    grid, start, within, closed, steps = situation
    halting = frozenset(data.draw(st.sets(st.sampled_from(bits(grid.all)), max_size=10)))
    walked = oracle_steps(grid, start, within, both_ways(closed), steps, halting)
    found = grid.sides_without(closed).march(mask_of(start), steps, mask_of(within), mask_of(set(halting)))
    assert set(bits(found)) == set(walked) - start


def test_the_sheet_of_1812_has_its_corners_and_nothing_wraps_round() -> None:
    grid = sheet(28, 19)
    around = {name: grid.list_names(grid.near[grid.by_name[name]]) for name in ("0101", "2801", "0119", "2819", "1410")}
    assert around == {
        "0101": ["0102", "0201"],
        "2801": ["2701", "2702", "2802"],
        "0119": ["0118", "0218", "0219"],
        "2819": ["2719", "2818"],
        "1410": ["1310", "1311", "1409", "1411", "1510", "1511"],
    }
