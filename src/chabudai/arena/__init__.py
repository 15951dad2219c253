"""Games in numbers: self-play, and what comes of it."""
