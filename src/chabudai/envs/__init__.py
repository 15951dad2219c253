"""Research environments: the games for PettingZoo, Gymnasium and OpenSpiel, and in batches of thousands."""
