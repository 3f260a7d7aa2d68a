package ese

import (
	"fmt"
	"strings"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// Named is a row of the table of strategies.
type Named struct {
	Name     string
	Doc      string // one line
	Strategy Strategy
	Inputs   bool // it runs inputs as machine code, and takes no paths
}

var (
	strategies search.Table[Named]
	operators  search.Table[Operators]
)

func init() {
	for _, n := range []Named{
		{"auto", "several of the others in turns, by what pays", Auto{}, false},
		{"rand", "random paths (Aquino et al. 2020, Algorithms 2 and 3)", Rand{}, false},
		{"dfs", "depth-first over the tree of paths, the side called true first", DFS{}, false},
		{"dfs-false", "depth-first, the side called false first", DFS{First: FalseFirst}, false},
		{"dfs-drawn", "depth-first, which side comes first is drawn at each branch", DFS{First: AnyFirst}, false},
		{"ese", "evolutionary symbolic execution (Aquino et al. 2020), over paths", Evolution{Algorithm: ga.Memetic{}, Operators: "path"}, false},
		{"wise", "a policy from smaller sizes: decision point to decisions (Burnim et al. 2009)", WISE{}, false},
		{"spfwca", "a policy from smaller sizes with decision histories (Luckow et al. 2017)", SPFWCA{}, false},
		{"avm", "the alternating variable method over inputs, run as machine code", AVM{}, true},
		{"ga", "the genetic algorithm of Wegener et al. 2001, over inputs", Evolution{Algorithm: ga.Wegener{}, Operators: "input"}, true},
		{"generational", "a plain generational genetic algorithm, over inputs", Evolution{Algorithm: ga.Generational{}, Operators: "input"}, true},
		{"steady", "a plain genetic algorithm in small steps, over inputs", Evolution{Algorithm: ga.SteadyState{}, Operators: "input"}, true},
		{"discrepancy", "limited discrepancy search (Harvey and Ginsberg 1995) along what worst paths of smaller sizes did", Discrepancy{}, false},
		{"nrpa", "nested rollout policy adaptation (Rosin 2011)", NRPA{}, false},
		{"pyse", "learn by Q-learning which side to take, on paths that are all new (Koo et al. 2019, Algorithm 2)", PySE{}, false},
		{"pyse-printed", "the same with sides drawn behind the new branch, too, as it is printed", PySE{Printed: true}, false},
		{"pyse-basic", "learn so without the unique path finder (Algorithm 1)", PySE{Basic: true}, false},
		{"carried", "a policy from smaller sizes, followed without questions but the last", Carried{}, false},
		{"climb", "turn single decisions of the best path, with a policy learned on the way", Climb{}, false},
	} {
		RegisterStrategy(n)
	}
	RegisterOperators(Operators{Name: "path", Doc: "cut and join path conditions, remove clauses", Paths: func(*Gate) ga.Operators[*Chromosome] { return pathOperators{} }})
	RegisterOperators(Operators{Name: "input", Doc: "recombine and move the numbers of inputs", Inputs: func(s *input.Space) ga.Operators[input.Vector] { return ga.NewBreeder(s) }})
}

// Strategies lists the strategies, the default first.
func Strategies() []Named { return strategies.Values() }

// RegisterStrategy adds a row to the table of strategies. It is to be called
// before any search, as from an init function, and panics if there is one of that
// name.
func RegisterStrategy(n Named) { strategies.Add("ese: strategy", n.Name, n) }

// ByName finds a strategy in the table. The error lists the names that there are.
func ByName(name string) (Named, error) { return strategies.Find(name) }

// Operators is a row of the table of operators of genetic algorithms: over path
// conditions, or over the scalars of inputs.
type Operators struct {
	Name   string
	Doc    string // one line
	Paths  func(*Gate) ga.Operators[*Chromosome]
	Inputs func(*input.Space) ga.Operators[input.Vector] // where Paths is nil
}

// AllOperators lists the operators of genetic algorithms.
func AllOperators() []Operators { return operators.Values() }

// RegisterOperators adds a row to the table of operators, as RegisterStrategy
// does to that of strategies.
func RegisterOperators(o Operators) {
	if (o.Paths == nil) == (o.Inputs == nil) {
		panic(fmt.Sprintf("ese: the operators %q are to be over either paths or inputs", o.Name))
	}
	operators.Add("ese: pair of operators", o.Name, o)
}

// WithOperators is a genetic algorithm with other operators. The error says which
// strategies or operators there are.
func (n Named) WithOperators(name string) (Named, error) {
	e, ok := n.Strategy.(Evolution)
	if !ok {
		var those []string
		for _, s := range Strategies() {
			if _, ok := s.Strategy.(Evolution); ok {
				those = append(those, s.Name)
			}
		}
		return n, fmt.Errorf("%s takes no operators; these do: %s", n.Name, strings.Join(those, ", "))
	}
	ops, err := operators.Find(name)
	if err != nil {
		return n, err
	}
	e.Operators = name
	n.Strategy, n.Inputs = e, ops.Paths == nil
	return n, nil
}

// A Historian is a Strategy that goes by the last branches before one.
type Historian interface {
	Strategy

	// WithHistory returns the strategy with so many of them, which are not negative.
	WithHistory(n int) (Strategy, error)
}

// WithHistory is a strategy that goes by so many branches before one. The error says which
// strategies do.
func (n Named) WithHistory(length int) (Named, error) {
	h, ok := n.Strategy.(Historian)
	if !ok {
		var those []string
		for _, s := range Strategies() {
			if _, ok := s.Strategy.(Historian); ok {
				those = append(those, s.Name)
			}
		}
		return n, fmt.Errorf("%s goes by no history; these do: %s", n.Name, strings.Join(those, ", "))
	}
	if length < 0 {
		return n, fmt.Errorf("%d is negative", length)
	}
	s, err := h.WithHistory(length)
	n.Strategy = s
	return n, err
}

// Draws reports whether a strategy draws from the generator of the search, as
// all do that do not say otherwise. To one that does not all seeds are the same.
func Draws(s Strategy) bool {
	d, ok := s.(interface{ Draws() bool })
	return !ok || d.Draws()
}
