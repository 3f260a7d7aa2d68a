package kinds

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"time"

	"nearmiss/experiment/task"
)

// fake is a kind for tests of campaigns: the results are drawn from the names and the seed.
func fake() *task.Kind {
	return &task.Kind{
		Name: "fake", Doc: "results from a script, to test campaigns with",
		Subject: []task.Option{
			{Name: "scale", Type: task.Number, Doc: "factor of all results"},
			{Name: "parts", Type: task.Int, Late: true, Silent: true, Doc: "subjects that it stands for"},
			{Name: "part", Type: task.Int, Late: true, Silent: true, Doc: "number of such a subject"},
			{Name: "log", Late: true, Silent: true, Doc: "file that gets a line for each cell that begins"},
		},
		Arm: []task.Option{
			{Name: "shift", Type: task.Number, Doc: "summand of all results"},
			{Name: "style", Values: []string{"plain", "fancy"}},
			{Name: "fixed", Type: task.Flag, Doc: "the seed has no influence"},
			{
				Name: "acts", Values: []string{"fails", "panics", "exits", "fills", "hangs"},
				Doc: "what a cell does in place of a result",
			},
		},
		Budget: []task.Option{
			{Name: "sleep", Type: task.Duration, Required: true, Doc: "wall-clock time of a cell"},
			{Name: "points", Type: task.Int, Least: 1, Doc: "points of the curve; 3 by default"},
		},
		Measures: []task.Measure{
			{Name: "value", Doc: "drawn"},
			{Name: "twice", Doc: "twice the value", Sum: true},
			{Name: "curve", Curve: true, Doc: "drawn"},
		},
		Draws: func(arm task.Options) bool { return !arm.Flag("fixed") },
		Expand: func(_ context.Context, _ string, subjects []task.Options) (all []task.Expansion) {
			for _, s := range subjects {
				all = append(all, fakeParts(s))
			}
			return all
		},
		Open: func(_ context.Context, _ string, subject task.Options) (task.Session, error) {
			return fakeSession{}, nil
		},
	}
}

// fakeParts returns the subjects that a subject stands for.
func fakeParts(s task.Options) (e task.Expansion) {
	if s.Int("parts") > 9 {
		e.Err = errors.New("there are at most 9 parts")
		return e
	}
	for i := range s.Int("parts") {
		part := maps.Clone(s)
		delete(part, "parts")
		part["part"] = int64(i + 1)
		e.Subjects = append(e.Subjects, task.Named{Name: fmt.Sprint("part", i+1), Options: part})
	}
	return e
}

type fakeSession struct{}

func (fakeSession) Close() error { return nil }

// Run implements task.Session.
func (fakeSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	if name := c.Subject.Text("log"); name != "" {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			return m, err
		}
		fmt.Fprintf(f, "%v %v %d\n", c.Subject["scale"], c.Arm["shift"], c.Seed)
		f.Close()
	}
	select {
	case <-time.After(c.Budget.Duration("sleep")):
	case <-ctx.Done():
		return m, ctx.Err()
	}
	switch c.Arm.Text("acts") {
	case "fails":
		return m, errors.New("this cell fails")
	case "panics":
		panic("this cell panics")
	case "exits":
		os.Exit(3)
	case "hangs":
		time.Sleep(time.Hour)
	case "fills":
		return m, errors.New("write x: no space left on device")
	}
	h := fnv.New64()
	fmt.Fprint(h, c.Arm, c.Subject["scale"])
	if part := c.Subject.Int("part"); part > 0 {
		fmt.Fprint(h, part)
	}
	rng := rand.New(rand.NewPCG(c.Seed, h.Sum64()))
	x := rng.Float64()*c.Subject.Number("scale") + c.Arm.Number("shift")
	m.Numbers = map[string]float64{"value": x, "twice": 2 * x}
	curve := task.Curve{}
	for i := range max(c.Budget.Int("points"), 1) {
		curve = append(curve, [2]float64{float64(i), rng.Float64()})
	}
	m.Curves = map[string]task.Curve{"curve": curve}
	return m, nil
}
