"""Reads observations: unpacks rows of bits, splits them into features, and decodes numbers."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chabudai.kernel.observation import Feature

Array = NDArray[Any]


def unpack_rows(packed: bytes, width: int) -> NDArray[np.int8]:
    """Unpack rows of `width` bytes each into rows of zeros and ones."""
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
    return bits.view(np.int8).reshape(-1, 8 * width)


def by_name(features: Iterable[Feature], observation: Array) -> dict[str, Array]:
    """Split one observation, or an array of them, into features by name. The results are views, not copies."""
    arrays = {}
    start = 0
    for feature in features:
        end = start + feature.size()
        arrays[feature.name] = observation[..., start:end].reshape(*observation.shape[:-1], *feature.shape)
        start = end
    return arrays


def numbers(digits: Array) -> Array:
    """Decode integers from their binary digits (two's complement, lowest first), along the last axis."""
    weights = 2 ** np.arange(digits.shape[-1], dtype=np.int64)
    weights[-1] *= -1
    return np.asarray(digits @ weights)
