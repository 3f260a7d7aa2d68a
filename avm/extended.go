package avm

func (c *climber) escape() bool           { return false }
func (c *climber) perturb(climb int) bool { return false }
