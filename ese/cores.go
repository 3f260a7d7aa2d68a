package ese

import (
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// mostCores is how many are remembered.
const mostCores = 1 << 10

// cores are sets of clauses that contradict each other. A precondition that has
// all clauses of one admits no path: parents that are crossed again and again
// contradict each other in the same few clauses.
type cores struct {
	ring  []core
	next  int                // place of the oldest, once there are too many
	under [mostCores][]int32 // by a hash of the key, in the order of learning
	at    []asked            // the clauses at hand, by a hash
	now   uint32
}

type core struct {
	key     *term.Term // the clause under which it is found
	clauses []*term.Term
}

// asked is a clause of a question.
type asked struct {
	t    *term.Term
	when uint32
}

// hashed is a number that depends on a clause.
func hashed(t *term.Term) int { return (t.ID * 0x9e3779b1) >> 8 }

func bucket(t *term.Term) int { return hashed(t) & (mostCores - 1) }

// learn remembers a core, in the place of the oldest if there are too many.
func (c *cores) learn(clauses []*term.Term) {
	if len(clauses) == 0 {
		return
	}
	key := clauses[0]
	for _, t := range clauses[1:] {
		if len(c.under[bucket(t)]) < len(c.under[bucket(key)]) {
			key = t
		}
	}
	at := int32(len(c.ring))
	if at < mostCores {
		c.ring = append(c.ring, core{})
	} else {
		at = int32(c.next)
		c.next = (c.next + 1) % mostCores
		c.drop(at)
	}
	c.ring[at] = core{key, clauses}
	b := &c.under[bucket(key)]
	*b = append(*b, at)
}

// drop takes the oldest core off the list of its key, where it is first.
func (c *cores) drop(at int32) {
	b := &c.under[bucket(c.ring[at].key)]
	*b = slices.Delete(*b, 0, 1)
}

// refute reports whether clauses are known to contradict each other.
func (c *cores) refute(clauses []*term.Term) bool {
	if len(c.ring) == 0 {
		return false
	}
	c.ask(clauses)
	for _, t := range clauses {
		for _, at := range c.under[bucket(t)] {
			if c.ring[at].key == t && c.all(c.ring[at].clauses) {
				return true
			}
		}
	}
	return false
}

// ask makes clauses those at hand.
func (c *cores) ask(clauses []*term.Term) {
	c.now++
	if len(c.at) < 4*len(clauses) || c.now == 0 {
		size := 256
		for size < 4*len(clauses) {
			size *= 2
		}
		c.at, c.now = make([]asked, size), 1
	}
	for _, t := range clauses {
		*c.place(t) = asked{t, c.now}
	}
}

// place is where a clause is, or would be.
func (c *cores) place(t *term.Term) *asked {
	mask := len(c.at) - 1
	for i := hashed(t) & mask; ; i = (i + 1) & mask {
		if a := &c.at[i]; a.when != c.now || a.t == t {
			return a
		}
	}
}

// all reports whether all clauses of a core are at hand.
func (c *cores) all(core []*term.Term) bool {
	for _, t := range core {
		if c.place(t).when != c.now {
			return false
		}
	}
	return true
}

// refuting is an explorer that remembers why preconditions admitted no path,
// and asks nobody when that is so again.
type refuting struct {
	Starter
	cores *cores
}

// Explore implements Explorer.
func (r refuting) Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	return r.ExploreFrom(ctx, nil, pre, c)
}

// ExploreFrom implements Starter.
func (r refuting) ExploreFrom(ctx context.Context, start input.Vector, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	if r.cores.refute(pre) {
		return &symexec.Path{End: symexec.End{Kind: symexec.Contradicted}}, nil
	}
	var p *symexec.Path
	var err error
	if start == nil {
		p, err = r.Starter.Explore(ctx, pre, c)
	} else {
		p, err = r.Starter.ExploreFrom(ctx, start, pre, c)
	}
	if p != nil && p.End.Kind == symexec.Contradicted {
		r.cores.learn(p.Core)
	}
	return p, err
}

// remembering has the explorer of a gate be a refuting one until it is released.
func (g *Gate) remembering() (release func()) {
	e := g.target.Explorer
	if s, ok := e.(Starter); ok {
		g.target.Explorer = refuting{s, &cores{}}
	}
	return func() { g.target.Explorer = e }
}
