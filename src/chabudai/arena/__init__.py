"""Games in numbers: self-play, and bots measured against each other."""
