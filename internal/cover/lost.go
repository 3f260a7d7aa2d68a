package cover

import (
	"fmt"
	"slices"

	"nearmiss/internal/subject"
)

// recordLosses records the parts of the worker that were left out because their generated code does not
// compile. If the entry of a function itself is lost, the function is skipped with all its
// variants. The remaining entries are renumbered.
func (u *unit) recordLosses(list []subject.Loss) {
	const why = "the code that was generated for it does not compile: "
	for _, l := range list {
		switch {
		case l.Fn != nil:
			for _, f := range u.funcs {
				f.lose(l, why)
			}
		case l.Dynamic:
			u.note("", fmt.Sprintf("results: a %s is not looked into where it holds a %s: %s", l.Of, l.Case, why+l.Msg))
		default:
			u.note("", fmt.Sprintf("inputs: a way to make %s (%s) is not tried: %s", l.Of, l.Case, why+l.Msg))
		}
	}
	for i, f := range u.entries() {
		f.entry = i
	}
}

// lose records the loss if it concerns the function or one of its variants.
func (f *function) lose(l subject.Loss, why string) {
	if f.signed == l.Fn {
		f.reason = why + l.Msg
		return
	}
	i := slices.IndexFunc(f.variants, func(v *function) bool { return v.signed == l.Fn })
	if i < 0 {
		return
	}
	f.unit.note(f.position, fmt.Sprintf("%s is not tried: %s", f.variants[i].name, why+l.Msg))
	f.variants = slices.Delete(f.variants, i, i+1)
	for j, v := range f.variants {
		v.variant = j + 1
	}
}
