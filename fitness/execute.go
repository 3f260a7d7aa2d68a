package fitness

import (
	wire "encoding/binary"

	"nearmiss/pathexpr"
	"nearmiss/term"
)

// Costs of edges that have no clause. firstClause is the cost of the first clause.
const (
	costNone    = 0
	costDropped = 1
	firstClause = 2
)

// clause is one atomic condition of a path condition: a term over the live values at the critical
// node, and the outcome that it must have.
type clause struct {
	term     *term.Term
	wantTrue bool
}

// edge is one condition of a path: its cost and the state behind it.
type edge struct{ cost, to int }

// pathGraph is the result of step 7 of Algorithm 1 for all products at once: a graph whose paths
// from root to state 0 are the path conditions of the feasible products. Products that agree in the
// remaining path expression and in the relevant parts of the symbolic store and of the facts share
// a state.
type pathGraph struct {
	edges      [][]edge // by state; edges lead to smaller numbers; nil if no product is feasible
	clauses    []clause // by cost minus firstClause
	products   pathexpr.Count
	infeasible pathexpr.Count
	leftOut    pathexpr.Count
	unpruned   bool // facts were given up: the graph may contain infeasible products
	work       int  // arrivals at states, times the conditions of the sub-graph
}

// arrival is a store and facts with which products reach a state of the DAG, before equal arrivals
// are merged.
type arrival struct {
	store      store // of the live locs, in the order of plan.liveLists
	facts      facts
	count      pathexpr.Count // number of prefixes of products that arrive with this store and these facts
	state      int            // number of the merged state
	mergedInto *arrival       // the equal arrival with which it was merged
}

// executor runs a plan.
type executor struct {
	*plan
	prune          bool // track facts
	merge          bool // leave out implied conditions
	arrivals       [][]*arrival
	arrivalByKey   []map[string]*arrival // by DAG state: arrivals of products, by encoded store and facts
	limit          int                   // of all arrivals, or of the arrivals at each state if limitEachState is set
	limitEachState bool                  // limit the arrivals at each state, and leave out further products
	limitExceeded  bool                  // the limit of all arrivals is exceeded
	numArrivals    int
	states         []outgoing
	clauses        map[clause]int
	result         pathGraph
	store          store // of all locs, current
	tmp            []*term.Term
	key            []byte
}

// outgoing holds the edges of one merged state, which lead to arrivals.
type outgoing struct {
	costs []int
	to    []*arrival
}

// execute runs the products of a DAG symbolically from a store. If there are too many states it
// runs them again without facts, which prunes nothing; if there are still too many, it limits the
// arrivals at each state of the DAG and leaves out products that arrive later.
func (p *plan) execute(from store) *pathGraph {
	limit := p.a.opt.Limit
	work := 0
	for attempt := range 3 {
		x := p.executor(from, attempt == 0, limit)
		if attempt == 2 {
			x.limitEachState, x.limit = true, max(4, limit/len(p.dag.Steps))
		}
		done := x.run(from)
		if work += x.numArrivals * p.numConds; done {
			x.result.unpruned, x.result.work = !x.prune, work
			return x.reducedPaths()
		}
	}
	panic("fitness: BUG: a share was exceeded")
}

func (p *plan) executor(from store, prune bool, limit int) *executor {
	n := len(p.dag.Steps)
	return &executor{
		plan: p, prune: prune, merge: p.a.opt.Merge, limit: limit,
		arrivals: make([][]*arrival, n), arrivalByKey: make([]map[string]*arrival, n),
		clauses: make(map[clause]int), store: make(store, len(from)),
	}
}

// run executes all products; false if the limit is exceeded.
func (x *executor) run(from store) bool {
	x.result.products = x.dag.Count[x.dag.Start]
	x.states = append(x.states, outgoing{}) // the target
	copy(x.store, from)
	x.arrive(x.dag.Start, nil, 1)
	for s := x.dag.Start; s >= 0 && !x.limitExceeded; s-- {
		if len(x.arrivals[s]) > 0 {
			x.visitState(s)
		}
	}
	return !x.limitExceeded
}

// arrive records that count prefixes of products reach the state s of the DAG with the current store
// and the facts f. It returns the new arrival or the equal one, nil if a limit leaves the arrival
// out.
func (x *executor) arrive(s int, f facts, count pathexpr.Count) *arrival {
	x.key = x.key[:0]
	for _, l := range x.liveLists[s] {
		x.key = appendTerm(x.key, x.store[l])
	}
	x.key = f.encode(x.key)
	if a := x.arrivalByKey[s][string(x.key)]; a != nil {
		a.count = a.count.Add(count)
		return a
	}
	switch {
	case x.limitEachState && len(x.arrivals[s]) == x.limit:
		x.result.leftOut = x.result.leftOut.Add(count.Mul(x.dag.Count[s]))
		return nil
	case !x.limitEachState && x.numArrivals == x.limit:
		x.limitExceeded = true
		return nil
	}
	x.numArrivals++
	a := &arrival{facts: f, count: count}
	for _, l := range x.liveLists[s] {
		a.store = append(a.store, x.store[l])
	}
	if x.arrivalByKey[s] == nil {
		x.arrivalByKey[s] = make(map[string]*arrival)
	}
	x.arrivalByKey[s][string(x.key)] = a
	x.arrivals[s] = append(x.arrivals[s], a)
	return a
}

// appendTerm appends a term, or nil, to a key for maps.
func appendTerm(key []byte, t *term.Term) []byte {
	if t == nil {
		return append(key, 0)
	}
	return wire.AppendUvarint(key, uint64(t.ID+1))
}

// visitState merges the arrivals at a state and takes its steps. All arrivals are known, because
// the numbers of the DAG's states are a topological order.
func (x *executor) visitState(s int) {
	x.arrivalByKey[s] = nil
	for _, a := range x.mergeArrivals(s) {
		if x.dag.Accept[s] && len(x.dag.Steps[s]) == 0 {
			a.state = 0
			continue
		}
		a.state = len(x.states)
		var o outgoing
		if x.dag.Accept[s] {
			panic("fitness: BUG: a product that begins another")
		}
		for i, sp := range x.steps[s] {
			x.takeStep(a, s, sp, x.dag.Steps[s][i].To, &o)
		}
		x.states = append(x.states, o)
	}
	x.arrivals[s] = nil
}

// takeStep executes one step from an arrival.
func (x *executor) takeStep(a *arrival, s int, sp stepPlan, to int, o *outgoing) {
	for i, l := range x.liveLists[s] {
		x.store[l] = a.store[i]
	}
	cost, f := costNone, a.facts
	if sp.cond != nil {
		var ok bool
		if cost, f, ok = x.assume(a.facts, sp); !ok {
			x.result.infeasible = x.result.infeasible.Add(a.count.Mul(x.dag.Count[to]))
			return
		}
	}
	x.tmp = x.a.apply(sp.ops, x.store, x.tmp)
	if b := x.arrive(to, f, a.count); b != nil {
		o.costs = append(o.costs, cost)
		o.to = append(o.to, b)
	}
}

// assume evaluates the condition of a step. It returns the cost of the edge and the facts behind
// it. ok is false if the condition contradicts the facts.
func (x *executor) assume(f facts, sp stepPlan) (cost int, _ facts, ok bool) {
	t := sp.cond.value.eval(x.a.terms, x.store)
	if t == nil {
		return costDropped, f, true
	}
	want := sp.outcome
	for t.Op == term.Not {
		t, want = t.Args[0], !want
	}
	if t.IsConst() {
		return costNone, f, (t.Bits != 0) == want
	}
	implied := false
	if x.prune {
		if f, ok, implied = f.assume(t, want); !ok {
			return 0, nil, false
		}
	}
	if x.a.isOpaque(t) {
		return costDropped, f, true
	}
	if implied && x.merge {
		return costNone, f, true
	}
	return x.clauseCost(clause{t, want}), f, true
}

func (x *executor) clauseCost(c clause) int {
	n, ok := x.clauses[c]
	if !ok {
		n = firstClause + len(x.result.clauses)
		x.clauses[c] = n
		x.result.clauses = append(x.result.clauses, c)
	}
	return n
}

// mergeArrivals drops, from the arrivals at state s, the facts that no later condition can
// contradict, and merges equal arrivals. It returns one representative of each set of equal ones.
func (x *executor) mergeArrivals(s int) []*arrival {
	all := x.arrivals[s]
	if len(all) < 2 {
		return all
	}
	merged := make(map[string]*arrival)
	kept := all[:0]
	for _, a := range all {
		key := x.key[:0]
		for _, t := range a.store {
			key = appendTerm(key, t)
		}
		a.facts = x.relevantFacts(a)
		key = a.facts.encode(key)
		x.key = key
		if first := merged[string(key)]; first != nil {
			first.count = first.count.Add(a.count)
			a.mergedInto = first
			continue
		}
		merged[string(key)] = a
		kept = append(kept, a)
	}
	return kept
}
