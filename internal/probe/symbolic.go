package probe

// scratch is the memory of the programs of a run.
var scratch Scratch

// runProgram evaluates p over the slots. The level and the exact distances
// are filled in only where they count: v.Value is no more than the best.
func runProgram(p *Program, slots []Slot, v *Value) bool {
	if len(p.First) < 2 {
		return false
	}
	v.Value = p.Eval(slots, &scratch)
	if best.Visited && v.Value > best.Value.Value {
		return true
	}
	v.Level = scratch.Level()
	v.N = scratch.Exact(v.Exact[:])
	return true
}
