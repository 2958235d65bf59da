"""Lists that can be handed out again and again."""

from __future__ import annotations

from typing import NoReturn, TypeVar

T = TypeVar("T")


class Fixed(list[T]):
    """A list that many views share: it reads as any other, and nobody can change it. Copies of it are plain lists."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("other views have this list too: change a copy of it")

    append = clear = extend = insert = pop = remove = reverse = sort = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        return list, (self[:],)
