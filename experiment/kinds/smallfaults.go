package kinds

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nearmiss/experiment/faults"
	"nearmiss/experiment/fuzzing"
	"nearmiss/experiment/place"
	"nearmiss/experiment/task"
)

// smallFaults is whether a tool finds the fault of a small package, and reports none of its mended twin.
func smallFaults() *task.Kind {
	return &task.Kind{
		Name: "smallfaults", Doc: "find the fault of a small package, and none in its mended twin",
		Subject: []task.Option{
			{Name: "faults", Required: true, Doc: "file of small faults, from dir, beside a directory of the same name with the packages"},
			{Name: "fault", Doc: "name of a fault in the file; all of them by default"},
		},
		Arm:    append([]task.Option{{Name: "by", Required: true, Values: []string{byCover, fuzz}, Doc: "cover, or go test -fuzz on the function with the fault"}}, callOptions...),
		Budget: []task.Option{callTime},
		Measures: []task.Measure{
			{Name: "found", Doc: "1 if the fault was reported in its function, of a call that other packages can make, with plain inputs, else 0", Sum: true},
			{Name: "alarms", Doc: "1 if anything was reported so of the twin, else 0; of cover", Sum: true},
			{Name: "others", Doc: "what else was reported so of the package with the fault; of cover", Sum: true},
			{Name: "harness", Doc: "1 if the fuzzer can draw the arguments of the function, and would notice; of fuzz", Sum: true},
			{Name: "took_s", Doc: "seconds of the call; of fuzz, until the fault was found"},
		},
		Expand: smallFile.expand,
		Open:   openSmall,
	}
}

var smallFile = faultFile[faults.Small]{"faults", "fault", faults.ReadSmall, func(f faults.Small) string { return f.Name }}

// A smallSession is a copy of a package with a small fault, and one of its twin.
type smallSession struct {
	*packageSession
	twin  *place.Place
	fault faults.Small
}

func openSmall(ctx context.Context, dir string, s task.Options) (task.Session, error) {
	list, err := smallFile.of(dir, s)
	if err != nil {
		return nil, err
	}
	f := list[0]
	p, err := openPackage(ctx, dir, task.Options{"module": "./" + strings.TrimSuffix(s.Text("faults"), ".toml") + "/" + f.Name})
	if err != nil {
		return nil, err
	}
	twin, err := place.Copy(ctx, filepath.Join(p.dir, "twin"), filepath.Join(p.place.Root, "mended"), ".")
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &smallSession{p, twin, f}, nil
}

// Run implements task.Session.
func (s *smallSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	m.Numbers = map[string]float64{"found": 0}
	if c.Arm.Text("by") == fuzz {
		return m, s.fuzz(ctx, c, m.Numbers)
	}
	of, call, err := s.suspects(ctx, c)
	if err != nil {
		return m, err
	}
	s.place, s.twin = s.twin, s.place
	ofTwin, callOfTwin, err := s.suspects(ctx, c)
	s.place, s.twin = s.twin, s.place
	if err != nil {
		return m, err
	}
	m.Numbers["took_s"], m.Numbers["alarms"] = call.took.Seconds(), float64(min(1, len(ofTwin)))
	rest := slices.DeleteFunc(slices.Clone(of), s.fault.Is)
	if len(rest) < len(of) {
		m.Numbers["found"] = 1
	}
	m.Numbers["others"] = float64(len(rest))
	return m, s.keep(c, map[string]string{"call.json": call.text, "twin.json": callOfTwin.text})
}

// suspects calls cover, and returns what it says of calls that other packages can make.
func (s *smallSession) suspects(ctx context.Context, c task.Cell) ([]faults.Suspect, *call, error) {
	r, err := s.call(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	return faults.Suspects(&r.Report), r, nil
}

// fuzz runs go test -fuzz on the function with the fault.
func (s *smallSession) fuzz(ctx context.Context, c task.Cell, n map[string]float64) error {
	n["harness"] = 0
	if !s.fault.Panics() && s.fault.Ends() {
		return nil // nothing tells the fuzzer that a result is wrong
	}
	f := fuzzing.Fault{Func: s.fault.Func, Memory: faults.Memory, Endless: time.Second}
	if s.fault.Ends() {
		f.File = s.fault.Name + ".go"
	}
	found, err := s.crash(ctx, c, &f, n)
	if found {
		n["found"] = 1
	}
	return err
}
