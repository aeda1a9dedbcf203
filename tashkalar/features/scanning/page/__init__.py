"""The focus that moves by itself, and the pointer that presses by resting."""
