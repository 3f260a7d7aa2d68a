package kinds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"nearmiss/experiment/faults"
	"nearmiss/experiment/fuzzing"
	"nearmiss/experiment/task"
	"nearmiss/internal/report"
)

// reportedFaults is whether a tool finds the fault of a published report in the version that has it.
func reportedFaults() *task.Kind {
	return &task.Kind{
		Name: "faults", Doc: "find the fault of a published report, in the version of the module that has it",
		Subject: []task.Option{
			{Name: "reports", Required: true, Doc: "file of reports, from dir"},
			{Name: "report", Doc: "name of a report in the file; all of them by default"},
		},
		Arm:    append([]task.Option{{Name: "by", Required: true, Values: []string{byCover, fuzz}, Doc: "cover, or go test -fuzz with a harness that lets the fault of the report alone through"}}, callOptions...),
		Budget: []task.Option{callTime},
		Measures: []task.Measure{
			{Name: "found", Doc: "1 if the fault was found, by any call, else 0", Sum: true},
			{Name: "api", Doc: "1 if it was found by a call that other packages can make, with plain inputs, else 0", Sum: true},
			{Name: "listed", Doc: "1 if it was found so and is among the first ten places of the list, else 0", Sum: true},
			{Name: "place", Doc: "its place in the list"},
			{Name: "places", Doc: "places in the list"},
			{Name: "harness", Doc: "1 if the fuzzer can draw the arguments of the function; of fuzz", Sum: true},
			{Name: "took_s", Doc: "seconds of the call; of fuzz, until the fault was found"},
		},
		Expand: reportFile.expand,
		Open:   openReport,
	}
}

// byCover is the arm that calls cover, as fuzz is that which calls go test -fuzz.
const byCover = "cover"

// A faultFile is a file with faults of type T, one of which is a subject.
type faultFile[T any] struct {
	file, one string // options of a subject: the file, and the name of a fault in it
	read      func(file string) ([]T, error)
	name      func(T) string
}

var reportFile = faultFile[faults.Report]{"reports", "report", faults.Read, func(r faults.Report) string { return r.Name }}

// of returns the faults of a subject.
func (k faultFile[T]) of(dir string, s task.Options) ([]T, error) {
	list, err := k.read(filepath.Join(dir, s.Text(k.file)))
	if name := s.Text(k.one); err == nil && name != "" {
		list = slices.DeleteFunc(list, func(f T) bool { return k.name(f) != name })
	}
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s has no %s %q", s.Text(k.file), k.one, s.Text(k.one))
	}
	return list, err
}

// expand makes a subject of each fault.
func (k faultFile[T]) expand(_ context.Context, dir string, subjects []task.Options) (list []task.Expansion) {
	for _, s := range subjects {
		all, err := k.of(dir, s)
		e := task.Expansion{Err: err}
		for _, f := range all {
			e.Subjects = append(e.Subjects, task.Named{Name: k.name(f), Options: task.Options{k.file: s.Text(k.file), k.one: k.name(f)}})
		}
		list = append(list, e)
	}
	return list
}

// A faultSession is a copy of the package of a report, and what its program showed.
type faultSession struct {
	*packageSession
	report faults.Report
	fault  *faults.Fault // nil for a wrong result
}

func openReport(ctx context.Context, dir string, s task.Options) (task.Session, error) {
	reports, err := reportFile.of(dir, s)
	if err != nil {
		return nil, err
	}
	r := reports[0]
	p, err := openPackage(ctx, dir, task.Options{"module": r.Module + "@" + r.Version, "package": r.Dir()})
	if err != nil {
		return nil, err
	}
	f, err := faults.Show(ctx, p.place, &r)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &faultSession{p, r, f}, nil
}

// Run implements task.Session.
func (s *faultSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	m.Numbers = map[string]float64{"found": 0, "api": 0, "listed": 0}
	if c.Arm.Text("by") == fuzz {
		return m, s.fuzz(ctx, c, m.Numbers)
	}
	r, err := s.call(ctx, c)
	if err != nil {
		return m, err
	}
	m.Numbers["took_s"] = r.took.Seconds()
	list := r.Ranked()
	m.Numbers["places"] = float64(len(list))
	for i, p := range list {
		if s.fault == nil || !s.fault.At(p.Site, p.Kind) {
			continue
		}
		m.Numbers["found"], m.Numbers["place"] = 1, float64(i+1)
		if !p.Internal && p.Setup == "" {
			m.Numbers["api"] = 1
			if i < report.MaxPanics {
				m.Numbers["listed"] = 1
			}
		}
		break
	}
	shown, err := json.MarshalIndent(s.fault, "", "\t")
	if err != nil {
		return m, err
	}
	return m, s.keep(c, map[string]string{"call.json": r.text, "fault.json": string(shown)})
}

// fuzz runs go test -fuzz on the function of the report.
func (s *faultSession) fuzz(ctx context.Context, c task.Cell, n map[string]float64) error {
	n["harness"] = 0
	if s.fault == nil {
		return nil // nothing tells the fuzzer that a result is wrong
	}
	f := fuzzing.Fault{Func: s.report.Func, Memory: faults.Memory, Endless: time.Second}
	if s.report.Kind != faults.Loop {
		f.File, f.Line = s.fault.Frames[0].File, s.fault.Frames[0].Line
	}
	found, err := s.crash(ctx, c, &f, n)
	if found {
		n["found"], n["api"], n["listed"] = 1, 1, 1
	}
	return err
}

// crash runs go test -fuzz, and measures how long it took and whether there was a harness.
func (s *packageSession) crash(ctx context.Context, c task.Cell, f *fuzzing.Fault, n map[string]float64) (found bool, err error) {
	found, took, err := fuzzing.Crash(ctx, s.place, f, c.Budget.Duration("time"))
	if err != nil || took == 0 { // no harness
		return false, err
	}
	n["harness"], n["took_s"] = 1, took.Seconds()
	return found, nil
}
