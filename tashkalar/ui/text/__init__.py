"""Words: the message catalogues, and the phrases made of them."""
