package kinds

import (
	"context"
	"errors"
	"slices"
	"strings"

	"nearmiss/experiment/fuzzing"
	"nearmiss/experiment/place"
	"nearmiss/experiment/referee"
	"nearmiss/experiment/task"
	"nearmiss/internal/report"
)

// refereed is how many branches of a package a set of tests takes, as a referee says.
func refereed() *task.Kind {
	return &task.Kind{
		Name: "referee", Doc: "branches of a package that tests take, by gobco where that can build the package with its own tests, else by probes",
		Subject: packageOptions,
		Arm:     append([]task.Option{testsOption(emitted, own, fuzz)}, callOptions...),
		Budget:  []task.Option{callTime},
		Measures: []task.Measure{
			{Name: "branches", Doc: "branches that the referee knows"},
			{Name: "taken", Doc: "branches that the tests take"},
			{Name: "percent", Doc: "percentage of the branches that the tests take"},
			{Name: "gobco", Doc: "1 if the referee is gobco, which knows whole conditions, 0 if it is the probes, which know atomic ones"},
			{Name: "failing", Doc: "1 if the tests fail under the referee, else 0"},
			{Name: "wrong", Doc: "branches that cover claims and its tests do not take, or that it calls infeasible and some test takes; of emitted, by probes"},
			{Name: "targets", Doc: "functions with a harness; of fuzz"},
		},
		Draws: ownDrawNothing,
		Open:  openReferee,
	}
}

// A refereeSession is a copy of a package.
type refereeSession struct {
	*packageSession
	judge func(context.Context, *place.Place) (*referee.Verdict, error)
	gobco float64
	own   *referee.Verdict // on the package's own tests
}

// openReferee copies a package and chooses its referee, which is the same for all tests.
func openReferee(ctx context.Context, dir string, s task.Options) (task.Session, error) {
	p, err := openPackage(ctx, dir, s)
	if err != nil {
		return nil, err
	}
	r := &refereeSession{packageSession: p, judge: referee.Gobco, gobco: 1}
	if r.own, err = r.judge(ctx, p.place); err != nil {
		r.judge, r.gobco = referee.Probes, 0
		r.own, err = r.judge(ctx, p.place)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Run implements task.Session.
func (s *refereeSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	v, n := s.own, map[string]float64{"gobco": s.gobco, "failing": 0}
	texts := map[string]string{}
	switch c.Arm.Text("tests") {
	case own:
		err = s.place.Restore()
	case emitted:
		var r *call
		if r, err = s.call(ctx, c); err == nil {
			v, err = s.judge(ctx, s.place)
		}
		if err == nil && s.gobco == 0 {
			wrong := s.wrong(r, v)
			n["wrong"], texts["wrong.txt"] = float64(len(wrong)), strings.Join(wrong, "\n")
		}
	case fuzz:
		var targets int
		if targets, texts["notes.txt"], err = fuzzing.Run(ctx, s.place, c.Budget.Duration("time")); err == nil {
			n["targets"] = float64(targets)
			v, err = s.judge(ctx, s.place)
		}
		err = errors.Join(err, fuzzing.Clear(s.place))
	}
	if err != nil {
		return m, err
	}
	n["branches"], n["taken"] = float64(len(v.Taken)), float64(v.Count())
	n["percent"] = percent(n["taken"], n["branches"])
	if v.Said != "" {
		n["failing"], texts["failing.txt"] = 1, v.Said
	}
	m.Numbers = n
	return m, s.keep(c, texts)
}

// wrong compares the account of a call with the verdict of the probes.
func (s *refereeSession) wrong(r *call, v *referee.Verdict) (list []string) {
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			for _, t := range f.Tests {
				for _, b := range t.Covers {
					if !v.Taken[b] {
						list = append(list, b+" is claimed, and no emitted test takes it")
					}
				}
			}
			for _, u := range f.Uncovered {
				if u.Why == report.WhyInfeasible && (v.Taken[u.Branch] || s.own.Taken[u.Branch]) {
					list = append(list, u.Branch+" is called infeasible, and a test takes it")
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
