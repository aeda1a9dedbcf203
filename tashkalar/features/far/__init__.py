"""Games with someone far away, on the page: saving them, the invitation, and what is said."""
