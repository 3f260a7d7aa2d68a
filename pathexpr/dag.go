package pathexpr

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// DAG is the minimal deterministic acyclic automaton whose words are the
// products of an approximated expression. Its states are numbered so that
// every step goes to a smaller number; state 0 is where products end.
type DAG struct {
	Start     int
	Steps     [][]Step // by state; ordered by label
	Accept    []bool   // by state: a product may end here
	Destroyed []*Expr  // A of the label -1-i, which is D[A]
	Count     []Count  // by state: products from here on
	shortest  []int
}

// Step is one label and where it leads. A label that is negative stands for
// D[Destroyed[-1-Label]].
type Step struct {
	Label int
	To    int
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

// Mul returns c·d.
func (c Count) Mul(d Count) Count {
	hi, lo := bits.Mul64(uint64(c), uint64(d))
	if hi != 0 {
		return math.MaxUint64
	}
	return Count(lo)
}

// String prints the number, or a bound if it is saturated.
func (c Count) String() string {
	if c == math.MaxUint64 {
		return "at least 18446744073709551615"
	}
	return strconv.FormatUint(uint64(c), 10)
}

// LimitError says that a DAG would have had too many states, and how many
// products are left out for that.
type LimitError struct {
	Limit    int
	Products Count
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("pathexpr: more than %d states, %v products left out", e.Limit, e.Products)
}

// NewDAG returns the automaton of an expression without stars. It gives up
// with a *LimitError when it has made more than limit states.
func NewDAG(e *Expr, limit int) (*DAG, error) {
	m := &maker{
		d:      new(DAG),
		limit:  limit,
		ids:    make(map[uint64][]int),
		firsts: make(map[[2]int]first),
		joins:  make(map[[2]int]int),
		label:  make(map[*Expr]int),
	}
	end := m.state(first{accept: true})
	m.d.Start = m.build(e, end)
	if m.over {
		return nil, &LimitError{limit, CountProducts(e)}
	}
	m.d.compact()
	m.d.count()
	return m.d, nil
}

// first is what a state is made of.
type first struct {
	steps  []Step
	accept bool
}

type maker struct {
	d      *DAG
	limit  int
	over   bool
	ids    map[uint64][]int // states by the hash of what they are made of
	firsts map[[2]int]first // by expression and the state after it
	joins  map[[2]int]int   // by the two states joined
	label  map[*Expr]int
}

// build returns the state whose products are those of e followed by those of
// the state next.
func (m *maker) build(e *Expr, next int) int {
	if e.op == EmptyPath || m.over {
		return next
	}
	return m.state(m.first(e, next))
}

// first is build without making the state: alternatives are put together
// before there is one.
func (m *maker) first(e *Expr, next int) first {
	switch e.op {
	case EmptySet:
		return first{}
	case EmptyPath:
		return first{m.d.Steps[next], m.d.Accept[next]}
	case Star:
		panic("pathexpr: BUG: a star among products")
	}
	k := [2]int{e.id, next}
	f, ok := m.firsts[k]
	if ok || m.over {
		return f
	}
	switch e.op {
	case Edge:
		f = first{steps: []Step{{e.edge, next}}}
	case Destroy:
		f = first{steps: []Step{{m.destroy(e.x), next}}}
	case Concat:
		f = m.first(e.x, m.build(e.y, next))
	case Union:
		f = m.merge(m.first(e.x, next), m.first(e.y, next))
	}
	m.firsts[k] = f
	return f
}

func (m *maker) destroy(x *Expr) int {
	l, ok := m.label[x]
	if !ok {
		m.d.Destroyed = append(m.d.Destroyed, x)
		l = -len(m.d.Destroyed)
		m.label[x] = l
	}
	return l
}

// merge returns the steps of both, joining states that one label leads to.
func (m *maker) merge(x, y first) first {
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
	return first{append(append(steps, a...), b...), x.accept || y.accept}
}

// join returns the state that has the products of both.
func (m *maker) join(s, t int) int {
	if s == t || m.over {
		return s
	}
	k := [2]int{min(s, t), max(s, t)}
	u, ok := m.joins[k]
	if !ok {
		u = m.state(m.merge(first{m.d.Steps[s], m.d.Accept[s]}, first{m.d.Steps[t], m.d.Accept[t]}))
		m.joins[k] = u
	}
	return u
}

// state returns the state made of f, a new one if there is none.
func (m *maker) state(f first) int {
	h := uint64(len(f.steps))
	if f.accept {
		h = ^h
	}
	for _, s := range f.steps {
		h = (h ^ uint64(s.Label)) * 0x9e3779b97f4a7c15
		h = (h ^ h>>29 ^ uint64(s.To)) * 0xbf58476d1ce4e5b9
	}
	for _, s := range m.ids[h] {
		if m.d.Accept[s] == f.accept && slices.Equal(m.d.Steps[s], f.steps) {
			return s
		}
	}
	s := len(m.d.Steps)
	if s >= m.limit {
		m.over = true
		return 0
	}
	m.d.Steps = append(m.d.Steps, f.steps)
	m.d.Accept = append(m.d.Accept, f.accept)
	m.ids[h] = append(m.ids[h], s)
	return s
}

// compact drops the states that only joining needed. It keeps the order.
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
				d.shortest[s] = min(d.shortest[s], n+length(t.Label))
			}
		}
	}
}

// length is what a label adds to the length of a product.
func length(label int) int {
	if label < 0 {
		return 0
	}
	return 1
}

// CountProducts counts the products of an expression without stars by its
// structure. Where different parts of e have products in common, as never
// happens with expressions that Reduce made, they are counted each time.
func CountProducts(e *Expr) Count {
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
