package fitness

import (
	"fmt"
	"math"

	"nearmiss/internal/registry"
	"nearmiss/search"
)

// A Function is a fitness: a distance of a run from a branch. A lesser value is nearer.
type Function struct {
	Name string
	// Symbolic selects the enhanced fitness instead of the standard one.
	Symbolic bool
	Norm     Norm
	// Of computes the fitness from the measured values, in the parent process; nil keeps the
	// measured fitness. Of must return neither NaN nor a negative number. It is not called for runs
	// that take the branch, whose fitness is 0.
	Of func(m Measure) float64
}

// Measure holds the values that the probes measured of a run that did not take the branch.
type Measure struct {
	Level int      // approach level, or number of conditions dropped on the path
	Value float64  // the normalized fitness
	Exact []uint64 // distances of the clauses, in path order; one for the standard fitness
}

// Apply replaces the measured value of f by the fitness that the function computes from it. It
// returns an error if the result is not a fitness.
func (fn *Function) Apply(f *search.Fitness) error {
	if fn.Of == nil || f.Reached() || math.IsInf(f.Value, 1) {
		return nil
	}
	f.Value = fn.Of(Measure{Level: f.Level, Value: f.Value, Exact: f.Exact[:f.N]})
	if math.IsNaN(f.Value) || f.Value < 0 {
		return fmt.Errorf("fitness %q is %v", fn.Name, f.Value)
	}
	f.Value = max(f.Value, math.SmallestNonzeroFloat64) // 0 is reserved for runs that take the branch
	return nil
}

var functions registry.Of[Function]

// Register adds a fitness, which is selected by its name. It panics if the name is taken.
func Register(f Function) { functions.Add("fitness", f.Name, f) }

// Lookup returns the fitness with a name. The error lists the known names.
func Lookup(name string) (Function, error) { return functions.Find(name) }

// Names lists the names of the registered fitnesses.
func Names() []string { return functions.Names() }

func init() {
	for norm, suffix := range []string{Ratio: "", Power: "-power", Raw: "-raw"} {
		Register(Function{Name: "standard" + suffix, Norm: Norm(norm)})
		Register(Function{Name: "symbolic" + suffix, Norm: Norm(norm), Symbolic: true})
	}
}
