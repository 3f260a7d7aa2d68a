package smtlib_test

import (
	"testing"
	"time"

	"nearmiss/smt/smtlib"
)

// TestNewErrors checks the errors for limits and programs that New does not accept.
func TestNewErrors(t *testing.T) {
	z3 := smtlib.Tool{Name: smtlib.Z3}
	for _, test := range []struct {
		tool    smtlib.Tool
		options smtlib.Options
		want    string
	}{
		{smtlib.Tool{Name: "yices"}, smtlib.Options{}, `smtlib: no solver is called "yices"; there are z3, cvc5`},
		{z3, smtlib.Options{Time: -time.Second}, "smtlib: a limit below zero"},
		{z3, smtlib.Options{Steps: -1}, "smtlib: a limit below zero"},
		{z3, smtlib.Options{Memory: -1}, "smtlib: a limit below zero"},
	} {
		if _, err := smtlib.New(test.tool, test.options); err == nil || err.Error() != test.want {
			t.Errorf("%v, %+v: %v, want %s", test.tool, test.options, err, test.want)
		}
	}
}
