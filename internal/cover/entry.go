package cover

import (
	"context"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// An Entry is a function that the workers of its package can run. A function with several entries,
// such as a generic one, has consecutive entries.
type Entry struct {
	Func     string
	Position string
	Reason   string       // why the function must not be called; empty if it may be called
	Space    *input.Space // space of the inputs, with the constants of the source

	s *session
	f *function
}

// Entries plans the packages as Run does and lists their entries. The function done ends their
// workers.
func Entries(ctx context.Context, opt Options) (list []*Entry, done func(), err error) {
	s, err := openSession(ctx, opt)
	if err != nil {
		return nil, nil, err
	}
	for _, u := range s.units {
		for _, f := range u.funcs {
			for _, v := range f.all() {
				e := &Entry{Func: f.name, Position: f.position, Reason: f.reason, s: s, f: v}
				if v.sig != nil {
					e.Space = input.NewSpace(v.sig, v.limits)
					e.Space.Seeds = v.seeds
				}
				list = append(list, e)
			}
		}
	}
	return list, s.close, s.failed()
}

// openSession returns a session with planned packages. The caller must close the session.
func openSession(ctx context.Context, opt Options) (*session, error) {
	s, err := newSession(opt)
	if err != nil {
		return nil, err
	}
	if err := s.plan(ctx); err != nil {
		s.close()
		return nil, err
	}
	if err := s.openAll(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// openAll builds and starts the workers of all packages. The error is that of unsearched.
func (s *session) openAll(ctx context.Context) error {
	defer s.buildAhead(ctx, s.units)()
	for u := range s.toSearch {
		s.open(ctx, u)
	}
	return s.unsearched(ctx, s.units)
}

// Seed returns the seed for random choices number n.
func (e *Entry) Seed(n uint64) uint64 { return e.s.seed(e.f, 0, n) }

// Run runs one input.
func (e *Entry) Run(ctx context.Context, v input.Vector) (*native.RunResult, error) {
	answers, err := e.f.unit.pool.Run(ctx, []*worker.RunJob{{Entry: e.f.entry, Vector: v}})
	return answers[0], err
}

// Search searches for any new branch or panic. It returns nil if ctx ends before the search begins.
func (e *Entry) Search(ctx context.Context, seed, evaluations uint64) (*native.SearchResult, error) {
	answer, err := one(e.f.unit.pool.Search(ctx, []*worker.SearchJob{e.s.searchJob(e.f, seed, evaluations)}, nil))
	return answer, ignoreEnd(err)
}
