"""How strong the bots are: `make strength` plays what plan.toml says and writes docs/strength.md."""
