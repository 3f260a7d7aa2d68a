package testcheck

import (
	"context"
	"slices"
)

// vetOfTest lists the flags of go vet for the analyzers that go test runs, as go help test says.
var vetOfTest = [...]string{"-atomic", "-bool", "-buildtags", "-directive", "-errorsas", "-ifaceassert", "-nilfunc", "-printf", "-stringintconv", "-tests"}

// ownVet returns the first complaint of go vet about a file that is not emitted, if go test makes no
// test run because of it, else "". vetted is the output of a full go vet.
func (r *runner) ownVet(ctx context.Context, vetted string) string {
	if _, own := r.diagnostics(vetted); len(own) == 0 {
		return ""
	}
	text, _, _ := r.goCommand(ctx, false, slices.Concat([]string{"vet", "-overlay", r.overlay, compilerFlags}, vetOfTest[:])...)
	if _, own := r.diagnostics(text); len(own) > 0 {
		return own[0].String()
	}
	return ""
}
