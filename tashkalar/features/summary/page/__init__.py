"""The summary on the result screen."""
