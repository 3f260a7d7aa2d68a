package pathexpr

import (
	"container/heap"
	"iter"
	"slices"
	"strings"
)

// Product is a sequence of labels: edges, and negative labels of a DAG that stand for D[A].
type Product []int

// Products yields the products one after the other, the shortest first, and products of equal
// length in the order of their labels. A D[A] has length 0. The iterator is lazy: it stores only
// the alternatives to the yielded products.
func (d *DAG) Products() iter.Seq[Product] {
	return func(yield func(Product) bool) {
		if d.Count[d.Start] == 0 {
			return
		}
		q := &queue{d: d}
		heap.Push(q, &prefix{state: d.Start, minTotal: d.shortest[d.Start]})
		for q.Len() > 0 {
			p := heap.Pop(q).(*prefix)
			if p.complete {
				if !yield(p.product()) {
					return
				}
				continue
			}
			q.extend(p)
		}
	}
}

// prefix is the beginning of a product, as a linked list from its last label.
type prefix struct {
	previous *prefix
	label    int
	state    int
	length   int  // number of labels, including D
	edges    int  // number of edges among the labels
	minTotal int  // least number of edges of a product with this prefix
	complete bool // the prefix is a whole product; label and state are then those of previous
}

func (p *prefix) product() Product {
	labels := make(Product, 0, p.length)
	for ; p.previous != nil; p = p.previous {
		if !p.complete {
			labels = append(labels, p.label)
		}
	}
	slices.Reverse(labels)
	return labels
}

// queue is a priority queue of prefixes by the least length of a product.
type queue struct {
	d     *DAG
	items []*prefix
}

func (q *queue) extend(p *prefix) {
	if q.d.Accept[p.state] {
		end := *p
		end.previous, end.complete, end.minTotal = p, true, p.edges
		heap.Push(q, &end)
	}
	for _, s := range q.d.Steps[p.state] {
		if q.d.Count[s.To] == 0 {
			continue
		}
		n := p.edges + labelLength(s.Label)
		heap.Push(q, &prefix{
			previous: p, label: s.Label, state: s.To,
			length: p.length + 1, edges: n, minTotal: n + q.d.shortest[s.To],
		})
	}
}

func (q *queue) Len() int           { return len(q.items) }
func (q *queue) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue) Push(x any)         { q.items = append(q.items, x.(*prefix)) }
func (q *queue) Less(i, j int) bool { return comparePrefixes(q.items[i], q.items[j]) < 0 }
func (q *queue) Pop() any {
	last := len(q.items) - 1
	p := q.items[last]
	q.items = q.items[:last]
	return p
}

// comparePrefixes compares by least length, then by labels; a complete prefix comes first.
func comparePrefixes(a, b *prefix) int {
	if a.minTotal != b.minTotal {
		return a.minTotal - b.minTotal
	}
	if c := slices.Compare(a.product(), b.product()); c != 0 {
		return c
	}
	if a.complete {
		return -1
	}
	return 1
}

// Format returns a product of d as text in the notation of Expr.Format.
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
