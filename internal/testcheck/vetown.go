package testcheck

import (
	"context"
	"fmt"
	"slices"
)

// vetOfTest lists the flags of go vet for the analyzers that go test runs, as go help test says.
var vetOfTest = [...]string{"-atomic", "-bool", "-buildtags", "-directive", "-errorsas", "-ifaceassert", "-nilfunc", "-printf", "-stringintconv", "-tests"}

// ownVet returns the first complaint of go vet about a file that is not emitted, if go test makes no
// test run because of it, else "". vetted is the output of a full go vet.
func (r *runner) ownVet(ctx context.Context, vetted string) string {
	if len(r.ownDiagnostics(vetted)) == 0 {
		return ""
	}
	text, _, _ := r.goCommand(ctx, false, slices.Concat([]string{"vet", "-overlay", r.overlay, compilerFlags}, vetOfTest[:])...)
	for _, d := range r.ownDiagnostics(text) {
		return fmt.Sprintf("%s:%d: %s", d.file, d.line, d.msg)
	}
	return ""
}

// ownDiagnostics returns the messages about files that are not emitted.
func (r *runner) ownDiagnostics(text string) []diagnostic {
	return slices.DeleteFunc(diagnostics(text), func(d diagnostic) bool { return r.suiteName(d.file) != "" })
}
