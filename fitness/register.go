package fitness

import (
	"fmt"
	"math"

	"nearmiss/search"
)

// A Function is a fitness: how far a run is from a branch, less being nearer.
type Function struct {
	Name string
	// Symbolic is the enhanced fitness, else the standard one is measured.
	Symbolic bool
	Norm     Norm
	// Of makes another value of what was measured, in the parent process; nil keeps it.
	// It is 0 for runs that take the branch, and must be neither NaN nor negative.
	Of func(m Measure) float64
}

// Measure is what the probes measured of a run that did not take the branch.
type Measure struct {
	Level int      // approach level, or conditions dropped on the way
	Value float64  // the fitness with its normalization
	Exact []uint64 // distances of the clauses, in path order; of the standard fitness one
}

// Apply replaces what was measured by what Of makes of it. The error says what is no
// fitness.
func (fn *Function) Apply(f *search.Fitness) error {
	if fn.Of == nil || f.Reached() || math.IsInf(f.Value, 1) {
		return nil
	}
	f.Value = fn.Of(Measure{Level: f.Level, Value: f.Value, Exact: f.Exact[:f.N]})
	if math.IsNaN(f.Value) || f.Value < 0 {
		return fmt.Errorf("fitness %q is %v", fn.Name, f.Value)
	}
	f.Value = max(f.Value, math.SmallestNonzeroFloat64) // only a run that takes the branch is there
	return nil
}

var functions search.Table[Function]

// Register adds a fitness, under whose name every part can use it. It panics if the name
// is taken.
func Register(f Function) { functions.Add("fitness", f.Name, f) }

// Lookup returns the fitness of a name. The error lists the names that there are.
func Lookup(name string) (Function, error) { return functions.Find(name) }

// Names lists the fitnesses that are registered.
func Names() []string { return functions.Names() }

func init() {
	for norm, suffix := range []string{Ratio: "", Power: "-power", Raw: "-raw"} {
		Register(Function{Name: "standard" + suffix, Norm: Norm(norm)})
		Register(Function{Name: "symbolic" + suffix, Norm: Norm(norm), Symbolic: true})
	}
}
