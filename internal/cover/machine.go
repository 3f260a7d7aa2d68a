package cover

import (
	"nearmiss/internal/oracle"
)

// silences returns the assertions that no test of a function makes, because they depend on the
// machine, the process or chance. The results of a literal that the function returns are not known
// to depend on them.
func (u *unit) silences(f *function) (list []oracle.Silenced) {
	m, ok := u.readsMachine()[f.cfg.Obj]
	if !ok {
		return nil
	}
	add := func(part oracle.Part, i int, what string) {
		if what != "" {
			list = append(list, oracle.Silenced{ID: oracle.ID{Part: part, Index: i}, Why: "it depends on " + what})
		}
	}
	if f.sig.Calls == nil {
		for i, what := range m.Results {
			add(oracle.Result, i, what)
		}
	}
	for i, field := range f.sig.After {
		add(oracle.After, i, m.After[field.Name])
	}
	return list
}
