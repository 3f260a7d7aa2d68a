package pathexpr

import (
	"container/heap"
	"iter"
	"slices"
	"strings"
)

// Product is one product: edge labels and, negative, the D[A] of its DAG.
type Product []int

// Products returns the products one after the other, the shortest first and
// equal lengths in the order of their labels. A D[A] has no length. It works
// lazily: it holds no more than the alternatives to what it has returned.
func (d *DAG) Products() iter.Seq[Product] {
	return func(yield func(Product) bool) {
		if d.Count[d.Start] == 0 {
			return
		}
		q := &queue{d: d}
		heap.Push(q, &prefix{state: d.Start, total: d.shortest[d.Start]})
		for q.Len() > 0 {
			p := heap.Pop(q).(*prefix)
			if p.done {
				if !yield(p.product()) {
					return
				}
				continue
			}
			q.extend(p)
		}
	}
}

// prefix is the beginning of a product, as a list from its end.
type prefix struct {
	before *prefix
	label  int
	state  int
	length int // labels up to here, D included
	edges  int // of them edges
	total  int // least number of edges of a product that begins so
	done   bool
}

func (p *prefix) product() Product {
	labels := make(Product, 0, p.length)
	for ; p.before != nil; p = p.before {
		if !p.done {
			labels = append(labels, p.label)
		}
	}
	slices.Reverse(labels)
	return labels
}

// queue orders prefixes by the least length they can have.
type queue struct {
	d     *DAG
	items []*prefix
}

func (q *queue) extend(p *prefix) {
	if q.d.Accept[p.state] {
		end := *p
		end.before, end.done, end.total = p, true, p.edges
		heap.Push(q, &end)
	}
	for _, s := range q.d.Steps[p.state] {
		if q.d.Count[s.To] == 0 {
			continue
		}
		n := p.edges + length(s.Label)
		heap.Push(q, &prefix{
			before: p, label: s.Label, state: s.To,
			length: p.length + 1, edges: n, total: n + q.d.shortest[s.To],
		})
	}
}

func (q *queue) Len() int           { return len(q.items) }
func (q *queue) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue) Push(x any)         { q.items = append(q.items, x.(*prefix)) }
func (q *queue) Less(i, j int) bool { return compare(q.items[i], q.items[j]) < 0 }
func (q *queue) Pop() any {
	last := len(q.items) - 1
	p := q.items[last]
	q.items = q.items[:last]
	return p
}

// compare orders by total, then by labels, then finished ones first.
func compare(a, b *prefix) int {
	if a.total != b.total {
		return a.total - b.total
	}
	if c := slices.Compare(a.product(), b.product()); c != 0 {
		return c
	}
	if a.done {
		return -1
	}
	return 1
}

// Format prints a product of d in the notation of Expr.Format.
func (d *DAG) Format(p Product, name func(label int) string) string {
	var b strings.Builder
	for _, l := range p {
		if l < 0 {
			b.WriteString("D[" + d.Destroyed[-1-l].Format(name) + "]")
		} else {
			b.WriteString(name(l))
		}
	}
	return b.String()
}
