package kinds

import (
	"strings"
	"testing"

	"nearmiss/experiment/task"
)

// The same seed and budget are the same runs, whatever the time; each contender runs the function and says how fast.
func TestSpeed(t *testing.T) {
	kind := speed()
	subject := task.Options{"func": triangle}
	session, err := kind.Open(t.Context(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for _, tt := range []struct {
		arm  task.Options
		want float64 // runs; 0 for any number of them
	}{
		{task.Options{"algo": "random", "fitness": "standard"}, 16144},
		{task.Options{"algo": "avm", "fitness": "symbolic"}, 14311},
		{task.Options{"algo": fuzz}, 0},
	} {
		if err := kind.Check(tt.arm, nil); err != nil {
			t.Error(err)
		}
		m, err := session.Run(t.Context(), task.Cell{Subject: subject, Arm: tt.arm, Budget: task.Options{"evals": int64(1000), "time": "1s"}, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if n := m.Numbers; n["per_second"] <= 0 || n["evaluations"] <= 0 || tt.want > 0 && n["evaluations"] != tt.want {
			t.Errorf("%v: %v", tt.arm, n)
		}
	}
	for _, arm := range []task.Options{{"algo": "avm"}, {"algo": fuzz, "fitness": "standard"}} {
		if err := kind.Check(arm, nil); err == nil {
			t.Errorf("%v is no error", arm)
		}
	}
}

// go test -fuzz is told of what it cannot call.
func TestFuzzTest(t *testing.T) {
	for name, want := range map[string]string{
		triangle:                         "f.Fuzz(func(_ *testing.T, p0 int32, p1 int32, p2 int32) { Triangle(p0, p1, p2) })",
		"./bench/subjects/figure1.Trace": "",
		"bytes.(*Buffer).Write":          "has a receiver",
		"bytes.NewBuffer":                "f.Fuzz(func(_ *testing.T, p0 []byte) { NewBuffer(p0) })",
		"slices.Max":                     "type parameters",
		"errors.Join":                    "is variadic",
	} {
		pkg, decl, err := loadFunc(t.Context(), "../..", name)
		if want == "" {
			if err == nil {
				t.Errorf("%s is there", name)
			}
			continue
		}
		text := ""
		if err == nil {
			text, err = fuzzTest(pkg, decl)
		}
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
}
