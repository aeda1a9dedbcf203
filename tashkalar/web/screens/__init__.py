"""Everything that is not the game itself: start, lessons, reference, settings, dialogs."""
