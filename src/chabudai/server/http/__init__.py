"""The pages of the server: who asks, what was sent, and what is answered."""
