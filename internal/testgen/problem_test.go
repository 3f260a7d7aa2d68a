package testgen

import (
	"errors"
	"testing"
)

// TestProblem: the first error is the one that counts, and one within try does not outlive it.
func TestProblem(t *testing.T) {
	var p problem
	outer, inner := errors.New("outer"), errors.New("inner")
	p.fail(outer)
	text, err := p.tryText(func() string {
		if p.err != nil {
			t.Errorf("begins with %v", p.err)
		}
		p.fail(inner)
		return "a" + p.fail(outer) + "b"
	})
	if text != "ab" || err != inner || p.err != outer {
		t.Errorf("%q, %v; then %v", text, err, p.err)
	}
	if err := p.try(func() {}); err != nil {
		t.Errorf("without a failure: %v", err)
	}
}
