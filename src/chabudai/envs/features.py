"""Reads observations: zeros and ones from packed rows, features by name, numbers from their binary digits."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chabudai.kernel.observation import Feature

Array = NDArray[Any]


def unpacked(packed: bytes, width: int) -> NDArray[np.int8]:
    """Rows of so many bytes each, as rows of zeros and ones."""
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
    return bits.view(np.int8).reshape(-1, 8 * width)


def by_name(features: Iterable[Feature], observation: Array) -> dict[str, Array]:
    """The features of an observation, or of many, each in its shape: views, so that nothing is copied."""
    found = {}
    start = 0
    for feature in features:
        end = start + feature.size()
        found[feature.name] = observation[..., start:end].reshape(*observation.shape[:-1], *feature.shape)
        start = end
    return found


def numbers(digits: Array) -> Array:
    """The whole numbers that these binary digits stand for, the last index being that of the digits."""
    weights = 2 ** np.arange(digits.shape[-1], dtype=np.int64)
    weights[-1] *= -1
    return np.asarray(digits @ weights)
