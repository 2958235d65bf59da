"""The luck audit: what every die of a campaign was expected to bring, and what it brought."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from grognard.games.russia1812.rules.advanced.card_arrivals import cossack_mod
from grognard.games.russia1812.rules.advanced.card_supply import forage_mod
from grognard.games.russia1812.rules.combat.peril import shelters
from grognard.games.russia1812.rules.combat.values import force_of, loser_hits
from grognard.games.russia1812.rules.odds import order_chances
from grognard.games.russia1812.rules.orders import supports
from grognard.games.russia1812.rules.reinforcements import cossacks_strike
from grognard.games.russia1812.rules.supply import forage_fails
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.table.risk import suffered
from grognard.games.russia1812.world.state import Attack, Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.dice import ScriptedDice
from grognard.kernel.frame import Event
from grognard.kernel.luck import Tally, tail
from grognard.kernel.odds import D6
from grognard.kernel.wire import LuckVerdict

MEAN: Final = Fraction(7, 2)
# What is counted, the rule it comes from, and whether more of it is good for the side it is counted for.
KINDS: Final = {
    "orders": ("10.2", 1),
    "support": ("10.4", 1),
    "combat_pips": ("11.8", 1),
    "combats_won": ("11.9", 1),
    "hits_back": ("11.15", 1),
    "march_losses": ("8.5", -1),
    "forage_failures": ("6.3", -1),
    "cossack_hits": ("13.1", 1),
    "commanders_lost": ("11.19", -1),
}


# Dice of the Advanced game that no row counts: how many each event tells of (0: as many as its argument says).
OTHER_DICE: Final = {
    "cards_shuffled": 0,
    "reserve_toll": 1,
    "ukraine_rises": 1,
    "ukraine_quiet": 1,
    "swedes_join": 1,
    "swedes_stay": 1,
    "chaos": 1,
    "obeyed": 1,
    "constantine_waits": 1,
    "constantine_goes": 1,
    "winter_losses": 2,
    "winter_returns": 2,
    "units_return": 1,
    "napoleon_gone": 1,
    "napoleon_away": 1,
    "napoleon_stays": 1,
    "napoleon_returns": 1,
    "napoleon_away_still": 1,
}


class Sight(NamedTuple):
    """A die as it fell, with what only the table at that moment could tell."""

    die: int
    shelter: bool  # a commander in danger has somewhere to go
    fresh: tuple[int, int]  # undisrupted units in the combat, attacker and defender
    units: int  # the column that marches
    bent: int  # [16.1] what cards add to a die of forage or of the Cossacks
    winter: bool


class Witness(ScriptedDice):
    """Dice that fall as the record says and look at the table each time."""

    def __init__(self) -> None:
        super().__init__()
        self.state: Campaign | None = None
        self.seen: list[Sight] = []

    def load(self, script: tuple[int, ...]) -> None:
        super().load(script)
        self.seen = []

    def draw(self, sides: int) -> int:
        value = super().draw(sides)
        if self.state is not None:
            self.seen.append(look(self.state, value))
        return value


def look(s: Campaign, die: int) -> Sight:
    shelter = bool(s.refugees) and bool(shelters(s, s.refugees[0]))
    fresh = fresh_units(s, s.battle) if s.battle is not None and s.battle.fought else (0, 0)
    return Sight(die, shelter, fresh, s.march.units if s.march is not None else 0, bent_by_cards(s), s.winter)


def bent_by_cards(s: Campaign) -> int:
    """[16.1] Forage is rolled in phase 1, Cossacks ride in phase 7."""
    if not s.advanced or s.phase not in (1, 7):
        return 0
    return forage_mod(s) if s.phase == 1 else cossack_mod(s)


def fresh_units(s: Campaign, b: Attack) -> tuple[int, int]:
    """[11.14] Undisrupted units of both sides, supporting stacks among them."""
    found = [force_of(s, b.units, 0).units, force_of(s, b.defenders, 0).units]
    for role, side in ((0, b.side), (1, 1 - b.side)):
        for h in b.helpers[role]:
            found[role] += force_of(s, s.fighters(h, side), 0).units
    return found[0], found[1]


class Audit(Tally):
    """Counts every die of a campaign, event by event."""

    def __init__(self, edition: int) -> None:
        super().__init__()
        self.edition = edition
        self.turn = 0
        self.attacker = FRENCH
        self.marcher = FRENCH
        self.margin = 0

    def read(self, s: Campaign, event: Event, sights: list[Sight]) -> None:
        """Take an event, with the dice it tells of taken off the front of the sights."""
        key, args = event.key, [a if isinstance(a, int) else 0 for a in event.args]
        if event.opens_turn:
            self.turn = args[0]
        elif key in OTHER_DICE:
            del sights[: OTHER_DICE[key] or args[0]]
        elif key == "attack_ordered":
            self.attacker = args[0]
        elif key == "march_ended":
            self.marcher = args[0]
        elif key.startswith("order_"):
            self._order(key, args, sights.pop(0))
        elif key in ("support_comes", "support_stays"):
            self._support(args, sights.pop(0))
        elif key == "combat":
            self._combat(args, sights.pop(0), sights.pop(0))
        elif key == "hits":
            self._hits(args, sights.pop(0))
        elif key == "attrition_die":
            self._march(s, args, sights.pop(0))
        elif key in ("forage_failed", "forage_found"):
            self._forage(args, sights.pop(0))
        elif key in ("cossacks_strike", "cossacks_miss"):
            self._cossacks(sights.pop(0))
        elif key in ("commander_lost", "commander_escapes"):
            self._commander(s, key, args[0], sights.pop(0))

    def _order(self, key: str, args: list[int], sight: Sight) -> None:
        side, cr, cc = args[0], args[3], args[4]
        self.of("orders", side).chance(key == "order_go", order_chances(cr, cc)["go"])
        self.pip(side, sight.die)

    def _support(self, args: list[int], sight: Sight) -> None:
        side, cr, cc, conscripts = args[0], args[3], args[4], args[5]
        ways = [int(supports(cr, cc, die, conscripts, self.edition)) for die in D6]
        self.of("support", side).among(ways[sight.die - 1], ways)
        self.pip(side, sight.die)

    def _combat(self, args: list[int], attack: Sight, defence: Sight) -> None:
        base = args[2] - args[4]
        self.margin = args[6]
        for role, side, sight in ((0, self.attacker, attack), (1, 1 - self.attacker, defence)):
            sign = 1 if role == 0 else -1
            won = [int(sign * (base + a - d) > 0) for a in D6 for d in D6]
            self.of("combat_pips", side).among(sight.die, D6)
            self.of("combats_won", side).among(int(sign * self.margin > 0), won)
            self.pip(side, sight.die)

    def _hits(self, args: list[int], sight: Sight) -> None:
        """[11.15] The loser's die: how hard he strikes back."""
        loser = args[0]
        fresh = sight.fresh[0 if loser == self.attacker else 1]
        ways = [loser_hits(abs(self.margin), fresh, die, self.edition) for die in D6]
        self.of("hits_back", loser).among(ways[sight.die - 1], ways)
        self.pip(loser, sight.die)

    def _march(self, s: Campaign, args: list[int], sight: Sight) -> None:
        ways = [suffered(s, sight.units, die + args[2])[0] for die in D6]
        self.of("march_losses", self.marcher).among(ways[sight.die - 1], ways)
        self.pip(self.marcher, sight.die, -1)

    def _forage(self, args: list[int], sight: Sight) -> None:
        ways = [int(forage_fails(die + sight.bent, args[2])) for die in D6]
        self.of("forage_failures", FRENCH).among(ways[sight.die - 1], ways)
        self.pip(FRENCH, sight.die)

    def _cossacks(self, sight: Sight) -> None:
        ways = [int(cossacks_strike(die + sight.bent, self.turn, sight.winter, self.edition)) for die in D6]
        self.of("cossack_hits", RUSSIAN).among(ways[sight.die - 1], ways)
        self.pip(RUSSIAN, sight.die)

    def _commander(self, s: Campaign, key: str, commander: int, sight: Sight) -> None:
        """[11.19] Without shelter he is lost whatever falls."""
        side = s.world.side_of[commander]
        ways = [1] + [0 if sight.shelter else 1] * 5
        self.of("commanders_lost", side).among(int(key == "commander_lost"), ways)
        self.pip(side, sight.die)


# telling


def verdict(audit: Audit, pen: Pen) -> list[LuckVerdict]:
    """Each side's dice as a whole, and how rare so much luck is."""
    found = []
    for side, count in enumerate(audit.pips):
        better = count.better
        rare = round(1 / max(1e-6, tail(better)))  # one game in so many is kinder, or unkinder
        mean = float(MEAN + (count.rolled - count.expected) / count.tries) if count.tries else 0.0
        key = "even" if abs(better) < 0.5 else "lucky" if better > 0 else "unlucky"
        found.append(
            LuckVerdict(
                side=SIDES[side],
                text=pen(f"luck.{key}", pen(f"player.{SIDES[side]}"), count.tries, f"{mean:.2f}", rare),
                dice=count.tries,
                mean=round(mean, 2),
                better=round(better, 2),
            )
        )
    return found
