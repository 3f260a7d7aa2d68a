package ese

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Chromosome is a path condition whose clauses are the genes (Aquino et al. 2020,
// 3.2): that of a path, or as long as none was taken, a precondition of one.
type Chromosome struct {
	of   *paths
	pre  []*term.Term
	from *Chromosome   // whose path the precondition begins like, until the path is taken
	path *symexec.Path // nil: there is none
	hash uint64

	genes *genes // once they were asked for
	near  *genes // of the path that it begins like, until then
}

// Clauses are the genes: what the path assumes, in order. They are for reading.
func (c *Chromosome) Clauses() []*term.Term {
	if c.path == nil {
		return c.pre
	}
	if c.genes == nil {
		c.genes, c.near = c.of.lean.genes(c.path, c.near), nil
	}
	return c.genes.list
}

// With is a child of c that has other clauses, as far as possible those of c at
// their beginning.
func (c *Chromosome) With(clauses []*term.Term) *Chromosome {
	from := c
	if c.path == nil {
		from = c.from
	}
	return &Chromosome{of: c.of, pre: clauses, from: from}
}

// paths is the problem to find a path that costs much.
type paths struct {
	g       *Gate
	lean    *lean
	batch   []*Chromosome // at hand
	held    []*Chromosome // whose paths were taken, the youngest last
	clauses int           // of those
}

// mostClauses is how many clauses of paths are held at least.
const mostClauses = 1 << 24

func newPaths(g *Gate) *paths { return &paths{g: g, lean: newLean()} }

// Random implements ga.Problem: any path will do (Algorithm 2, step 3).
func (p *paths) Random(*rand.Rand) *Chromosome { return &Chromosome{of: p} }

// Evaluate implements ga.Problem: it takes a path under each precondition. Where
// there is none the fitness is infinite.
func (p *paths) Evaluate(_ context.Context, batch []*Chromosome) (fs []search.Fitness, _ error) {
	p.batch = batch
	for _, c := range batch {
		if p.g.Over() {
			break
		}
		path := p.explore(c)
		if path == nil && c.from == nil && p.g.Over() {
			break
		}
		f := search.Worst()
		if path != nil {
			f = fitnessOf(p.g.Cost(path))
		}
		p.take(c, path)
		fs = append(fs, f)
	}
	return fs, nil
}

// explore takes a path under a precondition (Algorithm 4, step 10), or any path
// (Algorithm 2, step 3): of which there is always another. The input of the
// parent satisfies the beginning of the precondition, and what the first witness
// is changes nothing in how likely a path is.
func (p *paths) explore(c *Chromosome) *symexec.Path {
	var start input.Vector
	if c.from != nil {
		start = c.from.path.Input
	}
	for {
		path, more := p.g.ExploreFrom(start, c.pre, coin{p.g.Rand()})
		if path != nil || !more || c.from != nil || c.pre != nil {
			return path
		}
	}
}

// take gives a chromosome its path, of which it keeps what is needed.
func (p *paths) take(c *Chromosome, path *symexec.Path) {
	if path == nil {
		c.hash = ^hashOf(c.pre)
		return
	}
	if c.from != nil {
		c.near = c.from.genes
	}
	slim := *path
	slim.Decisions, slim.Output = nil, nil
	c.path, c.hash, c.from, c.pre = &slim, hashOf(path.Condition), nil, nil
	p.held = append(p.held, c)
	p.clauses += len(path.Condition)
	for p.clauses-len(p.held[0].path.Condition) > mostClauses {
		p.clauses -= len(p.held[0].path.Condition)
		p.held = p.held[1:]
	}
}

// each lists the clauses of paths and of preconditions.
func (p *paths) each(hold func([]*term.Term)) {
	for _, c := range p.held {
		hold(c.path.Condition)
		if c.near != nil {
			hold(c.near.condition)
		}
	}
	for _, c := range p.batch {
		hold(c.pre)
	}
}

// Check implements ga.Problem.
func (p *paths) Check(c *Chromosome) error {
	if c == nil || c.of != p {
		return errors.New("it made no chromosome of this search")
	}
	for i, t := range c.pre {
		if t == nil || t.Sort != term.BoolSort || t.Builder() != p.g.Builder() {
			return fmt.Errorf("clause %d of %d is no condition on the inputs", i, len(c.pre))
		}
	}
	return nil
}

// Hash implements ga.Problem.
func (p *paths) Hash(c *Chromosome) uint64 { return c.hash }

// Size implements ga.Problem.
func (p *paths) Size(c *Chromosome) int {
	if c.path == nil {
		return len(c.pre)
	}
	return len(c.path.Condition)
}

// hashOf mixes the clauses in their order. Terms of one builder are the same
// exactly when their IDs are.
func hashOf(condition []*term.Term) uint64 {
	h := uint64(len(condition))
	for _, c := range condition {
		h = (h ^ uint64(c.ID)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}
