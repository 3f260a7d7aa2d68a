package testcheck

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/sandbox"
)

// TestOrders: the repetitions run in four orders, five times each. Package testing draws one order for
// a process.
func TestOrders(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Half(n int) int { return n / 2 }\n"})
	s, err := emit(pkg, parseCases(t, pkg, `
		func Half
		case 4 => 2`))
	if err != nil {
		t.Fatal(err)
	}
	var repeated []string
	launch := func(cmd *exec.Cmd, _ string, _ setting) (*sandbox.Watcher, error) {
		i := slices.IndexFunc(cmd.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.count=") })
		if i >= 0 && slices.Contains(cmd.Args, "-test.shuffle=on") && cmd.Args[i] != "-test.count=1" {
			repeated = append(repeated, cmd.Args[i])
		}
		return nil, nil
	}
	_, report, err := Verify(context.Background(), s, Options{NoRace: true, launch: launch})
	if err != nil {
		t.Fatal(err)
	}
	if want := slices.Repeat([]string{"-test.count=5"}, 4); !slices.Equal(repeated, want) || report.Count < Repetitions {
		t.Errorf("repetitions in %q, want %q; passed %d times", repeated, want, report.Count)
	}
}
