package ese

import (
	"fmt"
	"strings"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/internal/registry"
)

// Named is a row of the table of strategies.
type Named struct {
	Name     string
	Doc      string // one line
	Strategy Strategy
	Inputs   bool // the strategy runs inputs as machine code and takes no paths
}

var (
	strategies registry.Of[Named]
	operators  registry.Of[Operators]
)

func init() {
	for _, named := range []Named{
		{"auto", "several of these strategies in turns, with fixed shares of the budget", Auto{}, false},
		{"rand", "random paths (Aquino et al. 2020, Algorithms 2 and 3)", Rand{}, false},
		{"rand-inputs", "random inputs, run as machine code", RandInputs{}, true},
		{"dfs", "depth-first over the tree of paths, the side called true first", DFS{}, false},
		{"dfs-false", "depth-first, the side called false first", DFS{First: FalseFirst}, false},
		{"dfs-drawn", "depth-first, the first side drawn at each branch", DFS{First: AnyFirst}, false},
		{"ese", "evolutionary symbolic execution (Aquino et al. 2020), over paths", Evolution{Algorithm: ga.Memetic{}, Operators: "path"}, false},
		{"wise", "a policy from smaller sizes that maps a decision point to sides (Burnim et al. 2009)", WISE{}, false},
		{"spfwca", "a policy from smaller sizes with decision histories (Luckow et al. 2017)", SPFWCA{}, false},
		{"avm", "the alternating variable method over inputs, run as machine code", AVM{}, true},
		{"ga", "the genetic algorithm of Wegener et al. 2001, over inputs", Evolution{Algorithm: ga.Wegener{}, Operators: "input"}, true},
		{"discrepancy", "limited discrepancy search (Harvey and Ginsberg 1995) by the worst paths of smaller sizes", Discrepancy{}, false},
		{"nrpa", "nested rollout policy adaptation (Rosin 2011)", NRPA{}, false},
		{"pyse", "Q-learning of the side to take, on new paths only (Koo et al. 2019, Algorithm 2)", PySE{}, false},
		{"pyse-printed", "pyse with random sides behind the new branch too, as the paper prints it", PySE{Printed: true}, false},
		{"pyse-basic", "pyse without the unique path finder (Koo et al. 2019, Algorithm 1)", PySE{Basic: true}, false},
		{"carried", "a policy from smaller sizes, followed with a single solver query", Carried{}, false},
		{"climb", "flip single decisions of the best path, with a policy learned on the way", Climb{}, false},
	} {
		RegisterStrategy(named)
	}
	RegisterOperators(Operators{Name: "path", Doc: "cut and join path conditions, remove clauses", Paths: overPathConditions})
	RegisterOperators(Operators{Name: "path-follow", Doc: "path, and a child goes the way of its parent's input where its condition leaves the side open", Paths: overPathConditions, Follow: true})
	RegisterOperators(Operators{Name: "input", Doc: "recombine and move the numbers of inputs", Inputs: func(s *input.Space) ga.Operators[input.Vector] { return ga.NewBreeder(s) }})
	RegisterOperators(Operators{Name: "input-uniform", Doc: "input, a mutation always changes something, and inputs on one path are one individual", Inputs: func(s *input.Space) ga.Operators[input.Vector] { return ga.Changing{Breeder: ga.NewBreeder(s)} }, ByPath: true})
	RegisterOperators(Operators{Name: "input-one-point", Doc: "input-uniform, and inputs are cut at one number and joined", Inputs: func(s *input.Space) ga.Operators[input.Vector] {
		return ga.OnePoint{Changing: ga.Changing{Breeder: ga.NewBreeder(s)}}
	}, ByPath: true})
	RegisterOperators(Operators{Name: "hybrid", Doc: "path or input-uniform, drawn for each pair of parents, mutation and neighbour", Paths: newHybrid})
}

// Strategies lists the strategies, the default first.
func Strategies() []Named { return strategies.Values() }

// RegisterStrategy adds a row to the table of strategies. Call it before any search, for
// example from an init function. It panics if the table has a strategy of that name.
func RegisterStrategy(n Named) { strategies.Add("ese: strategy", n.Name, n) }

// ByName finds a strategy in the table. The error lists the names in the table.
func ByName(name string) (Named, error) { return strategies.Find(name) }

// Operators is a row of the table of operators of genetic algorithms. The operators vary either
// path conditions or the scalars of inputs.
type Operators struct {
	Name   string
	Doc    string                                        // one line
	Paths  func(*Gate) ga.Operators[*Chromosome]         // returns nil if the operators need a target with Inputs, and this one has none
	Follow bool                                          // where a precondition leaves a side open, the path goes the way of the parent's input and not a random one
	Inputs func(*input.Space) ga.Operators[input.Vector] // set if Paths is nil
	ByPath bool                                          // inputs on one path count as one individual, as path conditions do; else only equal inputs do
}

// AllOperators lists the operators of genetic algorithms.
func AllOperators() []Operators { return operators.Values() }

// RegisterOperators adds a row to the table of operators. Like RegisterStrategy, it panics if
// the name is taken.
func RegisterOperators(o Operators) {
	if (o.Paths == nil) == (o.Inputs == nil) {
		panic(fmt.Sprintf("ese: the operators %q must be over either paths or inputs", o.Name))
	}
	operators.Add("ese: pair of operators", o.Name, o)
}

// WithOperators returns the genetic algorithm n with other operators. The error lists the
// strategies that take operators, or the names of operators.
func (n Named) WithOperators(name string) (Named, error) {
	e, ok := n.Strategy.(Evolution)
	if !ok {
		return n, fmt.Errorf("%s takes no operators; these do: %s", n.Name, strings.Join(evolutions(), ", "))
	}
	ops, err := operators.Find(name)
	if err != nil {
		return n, err
	}
	e.Operators = name
	n.Strategy, n.Inputs = e, ops.Paths == nil
	return n, nil
}

// WithParameters returns the genetic algorithm n with other parameters. The error lists the
// strategies that have them.
func (n Named) WithParameters(p ga.Parameters) (Named, error) {
	e, ok := n.Strategy.(Evolution)
	if ok {
		var a ga.Tunable
		if a, ok = e.Algorithm.(ga.Tunable); ok {
			e.Algorithm = a.With(p)
			n.Strategy = e
			return n, e.Algorithm.Config().Model.Validate()
		}
	}
	return n, fmt.Errorf("%s has no population; these do: %s", n.Name, strings.Join(evolutions(), ", "))
}

// FromPaths returns the genetic algorithm n, over inputs, with the inputs of random paths as its first
// generation: the one that it has over paths.
func (n Named) FromPaths() (Named, error) {
	e, ok := n.Strategy.(Evolution)
	if !ok || !n.Inputs {
		return n, fmt.Errorf("%s has no first generation of inputs; these do, with operators over inputs: %s", n.Name, strings.Join(evolutions(), ", "))
	}
	e.FromPaths = true
	n.Strategy = e
	return n, nil
}

// evolutions lists the names of the genetic algorithms.
func evolutions() (names []string) {
	for _, s := range Strategies() {
		if _, ok := s.Strategy.(Evolution); ok {
			names = append(names, s.Name)
		}
	}
	return names
}

// Historian is a Strategy whose choice at a branch depends on a number of preceding branches,
// the history.
type Historian interface {
	Strategy

	// WithHistory returns the strategy with a history of n branches; n is not negative.
	WithHistory(n int) (Strategy, error)
}

// WithHistory returns strategy n with a history of length branches. The error lists the
// strategies with histories.
func (n Named) WithHistory(length int) (Named, error) {
	historian, ok := n.Strategy.(Historian)
	if !ok {
		var names []string
		for _, s := range Strategies() {
			if _, ok := s.Strategy.(Historian); ok {
				names = append(names, s.Name)
			}
		}
		return n, fmt.Errorf("%s uses no history; these do: %s", n.Name, strings.Join(names, ", "))
	}
	if length < 0 {
		return n, fmt.Errorf("%d is negative", length)
	}
	s, err := historian.WithHistory(length)
	n.Strategy = s
	return n, err
}

// Draws reports whether a strategy uses the random generator of the search. A strategy does
// unless it has a method Draws that returns false. Without random draws, all seeds give the
// same result.
func Draws(s Strategy) bool {
	d, ok := s.(interface{ Draws() bool })
	return !ok || d.Draws()
}
