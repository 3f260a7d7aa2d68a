package kinds

import (
	"testing"

	"nearmiss/experiment/task"
)

const reachable = `package p

import "os"

type T struct{ n int }

func (t *T) Back() int { return t.n }
func (t *T) back() int { return t.n }
func Seldom(a int) int {
	if a != 77001 {
		panic("another one")
	}
	return a
}
func Panics(a int) int        { panic(a) }
func Nil(a int) int           { var p *int; return *p + a }
func Exits(a int)             { os.Exit(a) }
func Endless(a int)           { for { a++ } }
func Large(a [99999]int) int { return a[0] }
func Assembly(a int) int
`

// One function or more of each sort, and none that others cannot call.
func TestReach(t *testing.T) {
	dir := files(t, map[string]string{
		"go.mod":              "module example.com/m\n\ngo 1.24\n",
		"p/p.go":              reachable,
		"p/p_amd64.s":         "TEXT ·Assembly(SB), 4, $0-16\n\tRET\n",
		"p/p_arm64.s":         "TEXT ·Assembly(SB), 4, $0-16\n\tRET\n",
		"p/internal/in/in.go": "package in\n\nfunc Inside() {}\n",
		"p/q/q.go":            "package q\n\nfunc Of(n int) bool { return n > 0 }\n",
	})
	subject := task.Options{"package": "./p/..."}
	session, err := reaching().Open(t.Context(), dir, subject)
	if err != nil {
		t.Fatal(err)
	}
	m, err := session.Run(t.Context(), task.Cell{Subject: subject, Budget: task.Options{"runs": int64(200), "time": "5m"}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{
		"packages": 2, "functions": 9, called: 3, "percent": 100. / 3, unbuilt: 0, panics: 2, crashes: 1, endless: 1, skipped: 1, bodiless: 1, failed: 0,
	}
	for measure, x := range want {
		if m.Numbers[measure] != x {
			t.Errorf("%s is %v, want %v", measure, m.Numbers[measure], x)
		}
	}
	if len(m.Numbers) != len(want) {
		t.Errorf("%v", m.Numbers)
	}
	m, err = session.Run(t.Context(), task.Cell{Subject: subject, Budget: task.Options{"runs": int64(200), "time": "1ns"}, Seed: 1})
	if n := m.Numbers; err != nil || n["functions"] != 9 || n[failed] != 9 {
		t.Errorf("no time: %v %v", n, err)
	}
}
