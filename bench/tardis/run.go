package main

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/object"
	"nearmiss/internal/subject"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
)

// subjects is where the types are.
const subjects = "./bench/subjects/tardis/"

// A record is one search of a method: a line of the raw file.
type record struct {
	Type     string `json:"type"`
	Method   string `json:"method"`
	Strategy string `json:"strategy"`
	Seed     uint64 `json:"seed"`
	Budget   string `json:"budget"`
	Status   string `json:"status"`

	Found [][3]uint64 `json:"found"` // paths: call sequences and milliseconds until then, and a hash of it

	Sequences int   `json:"sequences"` // call sequences that were run
	Elapsed   int64 `json:"elapsed_ms"`
	Asked     int   `json:"asked"`    // conditions
	Solved    int   `json:"solved"`   // of them, that no plain data satisfies, as the solver proved
	Answered  int   `json:"answered"` // by a state that calls made
	Missed    int   `json:"missed"`   // no such state was found

	Error    string `json:"error,omitempty"`
	Revision string `json:"revision"`
	Date     string `json:"date"`
}

type key struct {
	typ, method, strategy string
	seed                  uint64
	budget                string
}

func (r *record) key() key { return key{r.Type, r.Method, r.Strategy, r.Seed, r.Budget} }

type journal = experiment.Journal[key, record]

// run does what is not done yet, and writes tables.
func (c *config) run(ctx context.Context) error {
	kept, err := experiment.OpenJournal(c.raw, (*record).key)
	if err != nil {
		return err
	}
	for _, t := range c.types {
		if err == nil && ctx.Err() == nil && !c.show {
			err = c.measure(ctx, kept, t)
		}
	}
	c.print(os.Stdout, kept)
	if ctx.Err() != nil {
		err = errors.Join(err, errors.New("interrupted: the tables have what was done until then"))
	}
	return err
}

// measure searches all methods of a type.
func (c *config) measure(ctx context.Context, kept *journal, typ string) error {
	names, err := methods(ctx, typ)
	if err != nil {
		return err
	}
	for _, name := range names {
		var todo []record
		for seed := range uint64(c.seeds) {
			for _, s := range c.strategies {
				if s == coverName {
					continue
				}
				r := record{Type: typ, Method: name, Strategy: s, Seed: seed + 1, Budget: c.budget()}
				if kept.Done[r.key()] == nil {
					todo = append(todo, r)
				}
			}
		}
		if len(todo) == 0 {
			continue
		}
		if err := c.method(ctx, kept, subjects+typ+"."+name, todo); err != nil || ctx.Err() != nil {
			return err
		}
	}
	if slices.Contains(c.strategies, coverName) {
		return c.cover(ctx, kept, typ, names)
	}
	return nil
}

// methods lists the exported methods of the types of a package that have fields which only
// the package sees.
func methods(ctx context.Context, typ string) (list []string, err error) {
	pkgs, err := load.Load(ctx, ".", load.Options{}, subjects+typ)
	if err != nil {
		return nil, err
	}
	scope := pkgs[0].Types.Scope()
	for _, name := range scope.Names() {
		named, ok := scope.Lookup(name).Type().(*types.Named)
		if !ok || !scope.Lookup(name).Exported() {
			continue
		}
		if _, ok := named.Underlying().(*types.Struct); !ok {
			continue
		}
		for m := range named.Methods() {
			if m.Exported() {
				list = append(list, fmt.Sprintf("(*%s).%s", name, m.Name()))
			}
		}
	}
	return list, nil
}

// method does searches of one method, for which it is built once.
func (c *config) method(ctx context.Context, kept *journal, name string, todo []record) error {
	b, err := c.build(ctx, name)
	if err != nil {
		return err
	}
	defer b.Close()
	for i := range todo {
		r := &todo[i]
		r.Revision, r.Date = experiment.Revision(), time.Now().Format(time.DateOnly)
		if err := c.search(ctx, b, r); err != nil {
			r.Error = err.Error()
		}
		if ctx.Err() != nil {
			return nil // not done
		}
		fmt.Fprintf(os.Stderr, "%s %s %s seed %d: %d paths, %d sequences, %.1f s %s\n",
			r.Type, r.Method, r.Strategy, r.Seed, len(r.Found), r.Sequences, float64(r.Elapsed)/1000, r.Error)
		if err := kept.Add(r); err != nil {
			return err
		}
	}
	return nil
}

// built is a method that is ready to run.
type built struct {
	*subject.Subject
	code *symexec.Program
	m    object.Method
}

// build builds a method. The caller must close it.
func (c *config) build(ctx context.Context, name string) (*built, error) {
	s, err := subject.Find(ctx, name, subject.Options{States: true, Workers: c.workers})
	if err != nil {
		return nil, err
	}
	code, err := symexec.Load(ctx, s.Set)
	if err == nil {
		var m object.Method
		if m, err = object.MethodOf(s); err == nil {
			return &built{s, code, m}, nil
		}
	}
	s.Close()
	return nil, err
}

// search is one search.
func (c *config) search(ctx context.Context, b *built, r *record) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	began := time.Now()
	solver := smt.NewMeter(embedded.New(object.Effort()), func() time.Duration { return time.Since(began) })
	defer solver.Close()
	p, err := object.New(ctx, b.m, b.code, object.Options{Solver: solver, Evaluations: c.question, Rand: rand.New(rand.NewPCG(r.Seed, 1))})
	if err != nil {
		return err
	}
	defer p.Close()
	seen := map[uint64]bool{}
	ended := false
	res, err := dse.Search(ctx, p, strategy(r.Strategy), rand.New(rand.NewPCG(r.Seed, 0)), dse.Options{
		Starts: p.Starts(), Inputs: p.Inputs(), BatchSize: c.together,
		OnRun: func(run *dse.Run) bool {
			path := pathOf(run.Path)
			if !seen[path] && !onNil(&b.m, run.Path.Input) {
				seen[path] = true
				r.Found = append(r.Found, [3]uint64{uint64(p.Count().Evaluations), uint64(time.Since(began).Milliseconds()), path})
			}
			return true
		},
		Progress: func(*dse.Result) {
			if c.sequences > 0 && p.Count().Evaluations >= c.sequences || c.time > 0 && time.Since(began) >= c.time {
				ended = true
				cancel()
			}
		},
	})
	if err != nil {
		return err
	}
	r.Status = res.Status.String()
	if ended {
		r.Status = search.Budget.String()
	}
	n := p.Count()
	r.Sequences, r.Elapsed = n.Evaluations, time.Since(began).Milliseconds()
	r.Asked, r.Solved, r.Answered, r.Missed = n.Known+n.Found+n.Solved+n.Missed, n.Solved, n.Known+n.Found, n.Missed
	return nil
}

// Ablations are strategies that users cannot choose.
var ablations = map[string]dse.Factory{
	"fifo-sampled":   dse.Sampled(dse.FIFO),
	"random-sampled": dse.Sampled(dse.Random),
}

func strategy(name string) dse.Factory {
	if s := ablations[name]; s != nil {
		return s
	}
	return dse.ByName(name)
}

// onNil reports whether the receiver is a nil pointer.
func onNil(m *object.Method, literal input.Vector) bool {
	return m.Literal.Sig.Recv.Type.Kind == input.Pointer && literal[0] == 0
}

// pathOf is a hash of the sides that a path takes of conditions on the state, in 32 bits.
func pathOf(p *symexec.Path) uint64 {
	h := fnv.New32a()
	for _, d := range p.Decisions {
		if !d.Known {
			fmt.Fprint(h, d.Site, d.Side)
		}
	}
	return uint64(h.Sum32())
}
