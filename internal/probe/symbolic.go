package probe

// runProgram evaluates p over the slots.
func runProgram(p *Program, slots []Slot, v *Value) bool { return false }
