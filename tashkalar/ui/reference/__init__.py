"""Reference: rules, glossary, card views and the drawings beside them."""
