package pathexpr

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// DAG is the minimal deterministic acyclic automaton of the products of an approximated
// expression. Every step leads to a state with a smaller number; state 0 is the end of the
// products.
type DAG struct {
	Start     int      // state
	Steps     [][]Step // by state; ordered by label
	Accept    []bool   // by state: the labels on a path from Start to the state are a product
	Destroyed []*Expr  // Destroyed[i] is A for the label -1-i, which stands for D[A]
	Count     []Count  // by state: number of label sequences from the state to the end of a product
	shortest  []int    // by state: least number of edges to the end
}

// Step is a transition to state To. A negative label stands for D[Destroyed[-1-Label]].
type Step struct {
	Label int // of an edge, or negative
	To    int // state
}

// Count is a number of products. It saturates at its largest value.
type Count uint64

// Add returns c+d.
func (c Count) Add(d Count) Count {
	if s := c + d; s >= c {
		return s
	}
	return math.MaxUint64
}

// Sub returns c-d; d must not be greater than c. If c is saturated, so is the result.
func (c Count) Sub(d Count) Count {
	if c == math.MaxUint64 {
		return c
	}
	return c - d
}

// Mul returns c·d.
func (c Count) Mul(d Count) Count {
	hi, lo := bits.Mul64(uint64(c), uint64(d))
	if hi != 0 {
		return math.MaxUint64
	}
	return Count(lo)
}

// String returns the number, or a lower bound if it is saturated.
func (c Count) String() string {
	if c == math.MaxUint64 {
		return "at least 18446744073709551615"
	}
	return strconv.FormatUint(uint64(c), 10)
}

// LimitError is the error for a DAG with too many states. Products is the number of products of
// the expression; NewDAG returns none of them.
type LimitError struct {
	Limit    int // states
	Products Count
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("pathexpr: more than %d states, %v products left out", e.Limit, e.Products)
}

// NewDAG returns the automaton of an expression without stars. It returns a *LimitError if it makes
// more than limit states, including those that it drops at the end because Start does not reach them.
func NewDAG(e *Expr, limit int) (*DAG, error) {
	m := &dagBuilder{
		dag:          new(DAG),
		limit:        limit,
		statesByHash: make(map[uint64][]int),
		contents:     make(map[[2]int]stateContent),
		joins:        make(map[[2]int]int),
		label:        make(map[*Expr]int),
	}
	end := m.state(stateContent{accept: true})
	m.dag.Start = m.build(e, end)
	if m.exceeded {
		return nil, &LimitError{limit, countProducts(e)}
	}
	m.dag.compact()
	m.dag.count()
	return m.dag, nil
}

// stateContent has the outgoing steps of a state, and whether products may end there.
type stateContent struct {
	steps  []Step
	accept bool
}

type dagBuilder struct {
	dag          *DAG
	limit        int
	exceeded     bool
	statesByHash map[uint64][]int        // states by the hash of their content
	contents     map[[2]int]stateContent // results of content, by its arguments: ID of e, next
	joins        map[[2]int]int          // results of join, by its arguments, the smaller one first
	label        map[*Expr]int           // by A: the negative label that stands for D[A]
}

// build returns the state for the products of e followed by the products of the state next.
func (m *dagBuilder) build(e *Expr, next int) int {
	if e.op == EmptyPath || m.exceeded {
		return next
	}
	return m.state(m.content(e, next))
}

// content returns the content of the state for the products of e followed by those of the state
// next. It does not make that state, because a union first merges the contents of its operands.
func (m *dagBuilder) content(e *Expr, next int) stateContent {
	switch e.op {
	case EmptySet:
		return stateContent{}
	case EmptyPath:
		return stateContent{m.dag.Steps[next], m.dag.Accept[next]}
	case Star:
		panic("pathexpr: BUG: a star among products")
	}
	k := [2]int{e.id, next}
	f, ok := m.contents[k]
	if ok || m.exceeded {
		return f
	}
	switch e.op {
	case Edge:
		f = stateContent{steps: []Step{{e.edge, next}}}
	case Destroy:
		f = stateContent{steps: []Step{{m.destroy(e.x), next}}}
	case Concat:
		f = m.content(e.x, m.build(e.y, next))
	case Union:
		f = m.merge(m.content(e.x, next), m.content(e.y, next))
	}
	m.contents[k] = f
	return f
}

func (m *dagBuilder) destroy(x *Expr) int {
	l, ok := m.label[x]
	if !ok {
		m.dag.Destroyed = append(m.dag.Destroyed, x)
		l = -len(m.dag.Destroyed)
		m.label[x] = l
	}
	return l
}

// merge returns the union of two contents. It joins the two states to which a common label leads.
func (m *dagBuilder) merge(x, y stateContent) stateContent {
	a, b := x.steps, y.steps
	steps := make([]Step, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].Label < b[0].Label:
			steps, a = append(steps, a[0]), a[1:]
		case a[0].Label > b[0].Label:
			steps, b = append(steps, b[0]), b[1:]
		default:
			steps = append(steps, Step{a[0].Label, m.join(a[0].To, b[0].To)})
			a, b = a[1:], b[1:]
		}
	}
	return stateContent{append(append(steps, a...), b...), x.accept || y.accept}
}

// join returns a state with the products of s and of t.
func (m *dagBuilder) join(s, t int) int {
	if s == t || m.exceeded {
		return s
	}
	k := [2]int{min(s, t), max(s, t)}
	u, ok := m.joins[k]
	if !ok {
		u = m.state(m.merge(stateContent{m.dag.Steps[s], m.dag.Accept[s]}, stateContent{m.dag.Steps[t], m.dag.Accept[t]}))
		m.joins[k] = u
	}
	return u
}

// state returns the state with the content f. If there is none, it makes one; at the limit it sets
// exceeded and returns 0.
func (m *dagBuilder) state(f stateContent) int {
	h := uint64(len(f.steps))
	if f.accept {
		h = ^h
	}
	for _, s := range f.steps {
		h = (h ^ uint64(s.Label)) * 0x9e3779b97f4a7c15
		h = (h ^ h>>29 ^ uint64(s.To)) * 0xbf58476d1ce4e5b9
	}
	for _, s := range m.statesByHash[h] {
		if m.dag.Accept[s] == f.accept && slices.Equal(m.dag.Steps[s], f.steps) {
			return s
		}
	}
	s := len(m.dag.Steps)
	if s >= m.limit {
		m.exceeded = true
		return 0
	}
	m.dag.Steps = append(m.dag.Steps, f.steps)
	m.dag.Accept = append(m.dag.Accept, f.accept)
	m.statesByHash[h] = append(m.statesByHash[h], s)
	return s
}

// compact drops the states that are not reachable from the start, except state 0, and renumbers the
// others in the same order.
func (d *DAG) compact() {
	used := make([]bool, len(d.Steps))
	used[0], used[d.Start] = true, true
	for s := len(used) - 1; s >= 0; s-- {
		if used[s] {
			for _, t := range d.Steps[s] {
				used[t.To] = true
			}
		}
	}
	number := make([]int, len(used))
	n := 0
	for s, u := range used {
		if !u {
			continue
		}
		steps := make([]Step, len(d.Steps[s]))
		for i, t := range d.Steps[s] {
			steps[i] = Step{t.Label, number[t.To]}
		}
		d.Steps[n], d.Accept[n], number[s] = steps, d.Accept[s], n
		n++
	}
	d.Steps, d.Accept, d.Start = d.Steps[:n], d.Accept[:n], number[d.Start]
}

func (d *DAG) count() {
	d.Count = make([]Count, len(d.Steps))
	d.shortest = make([]int, len(d.Steps))
	for s, steps := range d.Steps {
		d.shortest[s] = math.MaxInt
		if d.Accept[s] {
			d.Count[s], d.shortest[s] = 1, 0
		}
		for _, t := range steps {
			d.Count[s] = d.Count[s].Add(d.Count[t.To])
			if n := d.shortest[t.To]; n < math.MaxInt {
				d.shortest[s] = min(d.shortest[s], n+labelLength(t.Label))
			}
		}
	}
}

// labelLength returns the number of edges that a label adds to a product: 0 for the label of
// Destroy, which is no edge, else 1.
func labelLength(label int) int {
	if label < 0 {
		return 0
	}
	return 1
}

// countProducts counts the products of an expression without stars by its structure. It counts
// a product several times if several alternatives of e contain it; expressions of Reduce have
// no such alternatives.
func countProducts(e *Expr) Count {
	counts := make(map[*Expr]Count)
	walk(e, func(e *Expr) {
		switch e.op {
		case EmptySet:
			counts[e] = 0
		case Concat:
			counts[e] = counts[e.x].Mul(counts[e.y])
		case Union:
			counts[e] = counts[e.x].Add(counts[e.y])
		default:
			counts[e] = 1
		}
	})
	return counts[e]
}
