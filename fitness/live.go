package fitness
