package testcheck

import "testing"

// TestRenameEnds: a name that is declared twice gets another one, but not for ever: what stays declared twice in the
// last round ends the check of the package.
func TestRenameEnds(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "errors"

func Get(n int) error {
	if n > 1 {
		return errors.New("large")
	}
	return nil
}
`})
	s := emitted(t, pkg, `
		func Get
		case 2 => 1 "large"
		case 0 => 0`)
	c := &checker{runner: &runner{pkg: pkg, opts: quick}, findings: newFindings()}
	const said = "./nearmiss_test.go:30:6: errorText redeclared in this block\n"
	for _, tt := range []struct {
		round   int
		renames bool
	}{{maxRounds, false}, {1, true}} {
		c.report.Rounds, c.findings = tt.round, newFindings()
		if err := c.handleBuildFailure(s, said); err == nil != tt.renames || c.changed != tt.renames {
			t.Errorf("round %d: changed %v, %v", tt.round, c.changed, err)
		}
	}
}
