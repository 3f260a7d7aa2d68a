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

// Chromosome is the condition of a path; its clauses are the genes (Aquino et al. 2020,
// section 3.2). Until a path is taken, it is a precondition.
type Chromosome struct {
	problem      *pathProblem
	precondition []*term.Term  // genes that the path has to satisfy
	parent       *Chromosome   // chromosome whose path begins like the precondition; nil once the path is taken
	path         *symexec.Path // nil before it is taken, or if the precondition has none
	hash         uint64        // hash of the clauses
	cost         uint64        // of path
	input        input.Vector  // input whose path to take, in place of a path under the precondition; nil for none

	genes       *genes // nil until Clauses is called
	parentGenes *genes // genes of the parent's path, until genes is set
}

// Clauses returns the genes, the assumptions of the path in order. The caller must not change
// the list.
func (c *Chromosome) Clauses() []*term.Term {
	if c.path == nil {
		return c.precondition
	}
	if c.genes == nil {
		c.genes, c.parentGenes = c.problem.geneFinder.find(c.path, c.parentGenes), nil
	}
	return c.genes.list
}

// With returns a child of c with the given clauses. The list should begin with as many clauses
// of c as possible, because the path of the child starts from the input of c's path.
func (c *Chromosome) With(clauses []*term.Term) *Chromosome {
	parent := c
	if c.path == nil {
		parent = c.parent
	}
	return &Chromosome{problem: c.problem, precondition: clauses, parent: parent}
}

// WithInput returns a child of c whose path is that of an input.
func (c *Chromosome) WithInput(v input.Vector) *Chromosome {
	child := c.With(nil)
	child.input = v
	return child
}

// pathProblem is the ga.Problem to find a path of high cost.
type pathProblem struct {
	gate            *Gate
	follow          bool // the path of a child goes the way of its parent's input
	geneFinder      *geneFinder
	batch           []*Chromosome // chromosomes under evaluation
	retained        []*Chromosome // chromosomes whose clauses the explorer must not forget, the youngest last
	retainedClauses int           // number of clauses in the path conditions of retained
}

// maxRetainedClauses is the number of clauses above which the oldest chromosomes are dropped
// from retained.
const maxRetainedClauses = 1 << 24

func newPathProblem(g *Gate, follow bool) *pathProblem {
	return &pathProblem{gate: g, follow: follow, geneFinder: newGeneFinder()}
}

// Random implements ga.Problem. Its chromosome has no precondition (Algorithm 2, step 3).
func (p *pathProblem) Random(*rand.Rand) *Chromosome { return &Chromosome{problem: p} }

// Evaluate implements ga.Problem. It takes a path under each precondition. A precondition
// without a path has infinite fitness.
func (p *pathProblem) Evaluate(_ context.Context, batch []*Chromosome) (fs []search.Fitness, _ error) {
	p.batch = batch
	for _, chromosome := range batch {
		if p.gate.Over() {
			break
		}
		path := p.explore(chromosome)
		if path == nil && chromosome.parent == nil && p.gate.Over() {
			break
		}
		f := search.Worst()
		if path != nil {
			chromosome.cost = p.gate.Cost(path)
			f = fitnessOf(chromosome.cost)
		}
		p.setPath(chromosome, path)
		fs = append(fs, f)
	}
	return fs, nil
}

// explore takes a path under the precondition of c (Algorithm 4, step 10), or a random path
// (Algorithm 2, step 3), which it repeats until it has a path. The path starts from the
// parent's input, which satisfies the beginning of the precondition; the first witness does
// not change the probability of a path.
func (p *pathProblem) explore(c *Chromosome) *symexec.Path {
	start := c.input
	var sides symexec.Chooser = coin{p.gate.Rand()}
	if start != nil || c.parent != nil && p.follow {
		sides = symexec.Follow{}
	}
	if start == nil && c.parent != nil {
		start = c.parent.path.Input
	}
	for {
		path, more := p.gate.ExploreFrom(start, c.precondition, sides)
		if path != nil || !more || c.parent != nil || c.precondition != nil {
			return path
		}
	}
}

// setPath gives a chromosome its path without the decisions and the output, to save memory, and
// adds the chromosome to retained. Without a path it only sets the hash.
func (p *pathProblem) setPath(chromosome *Chromosome, path *symexec.Path) {
	if path == nil {
		chromosome.hash = ^hashOf(chromosome.precondition)
		return
	}
	if parent := chromosome.parent; parent != nil {
		if p.gate.opt.Offspring {
			p.tallyChild(chromosome.cost, path.Input, parent)
		}
		chromosome.parentGenes = parent.genes
	}
	slim := *path
	slim.Decisions, slim.Output = nil, nil
	chromosome.path, chromosome.hash, chromosome.parent, chromosome.precondition, chromosome.input = &slim, hashOf(path.Condition), nil, nil, nil
	p.retained = append(p.retained, chromosome)
	p.retainedClauses += len(path.Condition)
	for p.retainedClauses-len(p.retained[0].path.Condition) > maxRetainedClauses {
		p.retainedClauses -= len(p.retained[0].path.Condition)
		p.retained = p.retained[1:]
	}
}

// tallyChild tallies a child with a cost and an input.
func (p *pathProblem) tallyChild(cost uint64, v input.Vector, parent *Chromosome) {
	w := parent.path.Input
	if in := p.gate.target.Inputs; in != nil {
		v, w = in.Scalars(v), in.Scalars(w)
	}
	p.gate.tallyChild(cost, parent.cost, v, w)
}

// eachClauses calls hold with the clauses of each retained path and each precondition.
func (p *pathProblem) eachClauses(hold func([]*term.Term)) {
	for _, c := range p.retained {
		hold(c.path.Condition)
		if c.parentGenes != nil {
			hold(c.parentGenes.condition)
		}
	}
	for _, c := range p.batch {
		hold(c.precondition)
	}
}

// Check implements ga.Problem.
func (p *pathProblem) Check(c *Chromosome) error {
	if c == nil || c.problem != p {
		return errors.New("the operator returned no chromosome of this search")
	}
	for i, t := range c.precondition {
		if t == nil || t.Sort != term.BoolSort || t.Builder() != p.gate.Builder() {
			return fmt.Errorf("clause %d of %d is no condition on the inputs", i, len(c.precondition))
		}
	}
	return nil
}

// Hash implements ga.Problem.
func (p *pathProblem) Hash(c *Chromosome) uint64 { return c.hash }

// Size implements ga.Problem.
func (p *pathProblem) Size(c *Chromosome) int {
	if c.path == nil {
		return len(c.precondition)
	}
	return len(c.path.Condition)
}

// hashOf hashes the clauses in their order by their IDs: equal terms of one builder have equal
// IDs.
func hashOf(condition []*term.Term) uint64 {
	h := uint64(len(condition))
	for _, c := range condition {
		h = (h ^ uint64(c.ID)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}
