package effects
