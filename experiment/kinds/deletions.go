package kinds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nearmiss/experiment/mutants"
	"nearmiss/experiment/task"
)

// deletions is how many statements of a package its emitted tests miss when they are deleted, beside its own tests.
func deletions() *task.Kind {
	return &task.Kind{
		Name: "deletions", Doc: "statements of a package, deleted one at a time, that the tests which cover writes notice, and its own ones",
		Subject: packageOptions,
		Arm:     callOptions,
		Budget:  []task.Option{callTime},
		Measures: []task.Measure{
			{Name: "deletions", Doc: "statements without which the package compiles", Sum: true},
			{Name: "noticed", Doc: "deletions with which a written test fails or does not end", Sum: true},
			{Name: "own", Doc: "deletions with which one of the package's own tests fails or does not end", Sum: true},
			{Name: "beyond", Doc: "noticed, and not by own tests", Sum: true},
			{Name: "missed", Doc: "not noticed by own tests", Sum: true},
			{Name: "share", Doc: "noticed in percent of the deletions"},
			{Name: "own_share", Doc: "own in percent of the deletions"},
			{Name: "lines", Doc: "lines of the written tests for each line of code"},
		},
		Open: func(ctx context.Context, dir string, s task.Options) (task.Session, error) {
			p, err := openPackage(ctx, dir, s)
			if err != nil {
				return nil, err
			}
			d := &deletionSession{packageSession: p}
			if err := d.judgeOwn(ctx); err != nil {
				return nil, errors.Join(err, p.Close())
			}
			return d, nil
		},
	}
}

// A deletionSession is a copy of a package, with what its own tests notice.
type deletionSession struct {
	*packageSession
	list []mutants.Deletion
	own  map[string][]string // names of deletions by status, with the package's own tests
}

// mostDeletions bounds the statements of a package that are deleted: of more, every second, third and so on is.
const mostDeletions = 60

func (s *deletionSession) judgeOwn(ctx context.Context) (err error) {
	all, err := mutants.Deletions(ctx, s.place)
	if err != nil {
		return err
	}
	step := (len(all) + mostDeletions - 1) / mostDeletions
	for i := 0; i < len(all); i += step {
		s.list = append(s.list, all[i])
	}
	if s.list, err = mutants.Compiling(ctx, s.place, s.list); err != nil {
		return err
	}
	if len(s.place.Tests()) == 0 {
		return errors.New("the package has no tests of its own")
	}
	if s.own, err = mutants.Delete(ctx, s.place, s.list); err != nil {
		return fmt.Errorf("the package's own tests: %w", err)
	}
	return nil
}

// Run implements task.Session.
func (s *deletionSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	if _, err := s.call(ctx, c); err != nil {
		return m, err
	}
	found, err := mutants.Delete(ctx, s.place, s.list)
	if err != nil {
		return m, err
	}
	noticed, own := noticedIn(found), noticedIn(s.own)
	n := map[string]float64{"beyond": 0, "deletions": float64(len(noticed) + len(found[mutants.Lived])), "noticed": float64(len(noticed)), "own": float64(len(own))}
	n["missed"] = n["deletions"] - n["own"]
	for name := range noticed {
		if !own[name] {
			n["beyond"]++
		}
	}
	n["share"], n["own_share"] = percent(n["noticed"], n["deletions"]), percent(n["own"], n["deletions"])
	tests, code := s.place.Lines()
	n["lines"] = float64(tests) / float64(max(1, code))
	m.Numbers = n
	return m, s.keep(c, map[string]string{"lived.txt": strings.Join(found[mutants.Lived], "\n"), "own-lived.txt": strings.Join(s.own[mutants.Lived], "\n")})
}

// noticedIn returns the names of the deletions that tests notice.
func noticedIn(found map[string][]string) map[string]bool {
	names := map[string]bool{}
	for _, name := range slices.Concat(found[mutants.Killed], found[mutants.TimedOut]) {
		names[name] = true
	}
	return names
}
