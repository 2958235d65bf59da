"""What is sent to whoever shows a match: the one description of it. ``web/types.d.ts`` is written from these classes.

A field with a default is left out where it has that value. What is ``Open`` may hold more than is named here, which the
game's own module draws. Nothing here names a game.
"""

from grognard.kernel.wire.after import *  # noqa: F403
from grognard.kernel.wire.base import *  # noqa: F403
from grognard.kernel.wire.board import *  # noqa: F403
from grognard.kernel.wire.lobby import *  # noqa: F403
from grognard.kernel.wire.question import *  # noqa: F403
from grognard.kernel.wire.snapshot import *  # noqa: F403
from grognard.kernel.wire.table import *  # noqa: F403
