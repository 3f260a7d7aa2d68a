package cover

import (
	"nearmiss/internal/testgen"
)

// silences returns the assertions that no test of a function makes, because they depend on the
// machine, the process or chance. The results of a literal that the function returns are not known
// to depend on them.
func (u *unit) silences(f *function) (list []testgen.Suppression) {
	m, ok := u.readsMachine()[f.cfg.Obj]
	if !ok {
		return nil
	}
	add := func(part testgen.Part, i int, what string) {
		if what != "" {
			list = append(list, testgen.Suppression{Part: part, Index: i, Why: "it depends on " + what})
		}
	}
	if f.sig.Calls == nil {
		for i, what := range m.Results {
			add(testgen.Result, i, what)
		}
	}
	for i, field := range f.sig.After {
		add(testgen.After, i, m.After[field.Name])
	}
	return list
}
