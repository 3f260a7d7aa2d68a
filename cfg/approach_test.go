package cfg_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/cfg"
)

// critical prints critical nodes as condition:level and the diverging
// outcomes.
func critical(p *cfg.Package, nodes []cfg.CriticalNode) string {
	var out []string
	for _, n := range nodes {
		s := fmt.Sprintf("%s:%d", n.Block.Cond.Text(p.Fset), n.Level)
		if n.Diverges[1] {
			s += "T"
		}
		if n.Diverges[0] {
			s += "F"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

const criticalSource = `package p

func nested(x, y, z int) { // figure 1 of Baars et al.
	if x == 0 {
		if y == z {
			if x == z {
				println()
			}
		}
	}
}

func loop(n, a, b int) { // figure 2
	s := 0
	if n > 0 {
		i := 0
		for i < n {
			s += i
			i++
		}
		if a == n {
			if s == 10 {
				if b == s {
					println()
				}
			}
		}
	}
}

func either(a, b, c bool) {
	if a || b {
		if c {
			println()
		}
	}
}

func inside(xs []int, k int) {
	for i := 0; i < len(xs); i++ {
		if xs[i] < 0 {
			continue
		}
		if xs[i] == k {
			println()
		}
	}
}

func early(a, b, c bool) {
	if a {
		return
	}
	if b {
		panic(b)
	}
	_ = c && a
}

func literal(a, b, c, d bool) func() {
	if a {
		if b {
			return func() {
				if c {
					if d {
						println()
					}
				}
			}
		}
	}
	return nil
}

func always(a bool) {
	if a {
		println()
	}
	if a {
		func() {
			_ = a == true
		}()
	}
}

func forever(a, b bool) {
	for {
		if a {
			if b {
				println()
			}
		}
	}
}
`

func TestCritical(t *testing.T) {
	p := build(t, criticalSource)
	for _, test := range []struct{ branch, critical, approach string }{
		{"6:7/T", "x == 0:2F; y == z:1F; x == z:0F", ""},
		{"6:7/F", "x == 0:2F; y == z:1F; x == z:0T", ""},
		{"4:5/F", "x == 0:0T", ""},
		{"23:8/T", "n > 0:3F; a == n:2F; s == 10:1F; b == s:0F", ""},
		{"17:7/T", "n > 0:1F; i < n:0F", ""}, // the loop head decides here
		{"17:7/F", "n > 0:1F; i < n:0T", ""},
		// the nearer of two ways counts, and both may have the least distance
		{"33:6/T", "a:1F; b:1F; c:0F", ""},
		{"32:10/T", "a:1T; b:0F", ""},
		// going round a loop is not getting nearer
		{"44:6/T", "i < len(xs):2F; xs[i] < 0:1T; xs[i] == k:0F", ""},
		{"57:6/F", "a:2T; b:1T; c:0T", ""},
		{"57:11/T", "a:3T; b:2T; c:1F; a:0F", ""},
		{"65:9/T", "c:1F; d:0F", "c:1F; d:0F; a:3F; b:2F"},
		{"64:8/F", "c:0T", "c:0T; a:2F; b:1F"},
		// nothing in the literal decides whether it is reached
		{"81:8/T", "a == true:0F", "a == true:0F; a:1F"},
		{"89:7/T", "a:1F; b:0F", ""},
		{"89:7/F", "a:1F; b:0T", ""},
	} {
		e := branch(t, p, "x.go:"+test.branch)
		g := e.From.Cond.Graph
		inside := slices.DeleteFunc(cfg.Approach(g, e), func(n cfg.CriticalNode) bool { return n.Graph != g })
		if got := critical(p, inside); got != test.critical {
			t.Errorf("%s: critical %q, want %q", test.branch, got, test.critical)
		}
		want := test.approach
		if want == "" {
			want = test.critical
		}
		if got := critical(p, cfg.Approach(g, e)); got != want {
			t.Errorf("%s: approach %q, want %q", test.branch, got, want)
		}
	}
}

func TestBranchNames(t *testing.T) {
	p := build(t, criticalSource)
	for b := range uint32(2 * len(p.Conds)) {
		name := p.BranchName(b)
		if got, err := p.ParseBranch("some/dir/" + name); err != nil || got != b {
			t.Errorf("ParseBranch(%s) = %d, %v, want %d", name, got, err, b)
		}
		e := p.Edge(b)
		if e.Cond != p.Cond(b) || e.Cond.Branch(e.Outcome) != b {
			t.Errorf("%s: edge of another branch", name)
		}
	}
	for name, want := range map[string]string{
		"x.go:6:7":     "not of the form",
		"6:7/T":        "not of the form",
		"x.go:six:7/T": "not of the form",
		"x.go:6:8/T":   "no condition at x.go:6:8; on that line there are x.go:6:7",
		"x.go:1:1/F":   "no condition at x.go:1:1",
	} {
		if _, err := p.ParseBranch(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseBranch(%s): %v, want %s", name, err, want)
		}
	}
}
