"""The workshop's positions, goals and collection as plain data; fetched when it is opened."""
