package cover

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"nearmiss/internal/effects"
	"nearmiss/internal/oracle"
)

// silences returns the assertions that no test of a function makes, because they depend on the
// machine, the process or chance.
func (u *unit) silences(f *function) []oracle.Silenced {
	list := silenced(f, u.readsMachine()[f.cfg.Obj], oracle.Full)
	for i, r := range f.sig.Readings() {
		method, _ := r.Origin.(*types.Func)
		if own := u.readsMachine()[method].Results; r.Result < len(own) {
			list = appendSilenced(list, oracle.ID{Part: oracle.Reader, Index: i}, own[r.Result])
		}
	}
	return list
}

// appendSilenced adds an assertion that depends on something, unless what is empty.
func appendSilenced(list []oracle.Silenced, id oracle.ID, what string) []oracle.Silenced {
	if what == "" {
		return list
	}
	return append(list, oracle.Silenced{ID: id, Why: "it depends on " + what})
}

// silencesBehind returns the assertions that a case does not make, because they depend on the machine, the process or
// chance through what interfaces among its inputs hold.
func (u *unit) silencesBehind(c *testCase) (list []oracle.Silenced) {
	m := u.behind(c.fn.cfg.Obj, effects.Handed(u.coder.CaseCode(c.fn.sig, c.vector)))
	for level := oracle.Full; level <= oracle.Nilness; level++ {
		list = append(list, silenced(c.fn, m, level)...)
	}
	return list
}

// silenced returns the assertions of a level that depend on the machine. The results of a literal that the function
// returns are not known to depend on it.
func silenced(f *function, m effects.Machine, level oracle.Level) (list []oracle.Silenced) {
	add := func(part oracle.Part, i int, what string) {
		list = appendSilenced(list, oracle.ID{Part: part, Index: i, Level: level}, what)
	}
	if f.sig.Calls == nil {
		for i, what := range m.Results {
			add(oracle.Result, i, what)
		}
	}
	for i, field := range f.sig.After {
		add(oracle.After, i, m.After[field.Name])
	}
	all := slices.Concat(m.Results, slices.Sorted(maps.Values(m.After)))
	for i, r := range f.sig.Readings() {
		what := m.After[r.Of]
		if r.OfPackage() {
			what = cmp.Or(all...)
		}
		if !r.IsRecord() {
			add(oracle.Reader, i, what)
			continue
		}
		// What a function hands to another one may depend on whatever its outcome does. The time of the day shows in runs at other times.
		what = cmp.Or(slices.DeleteFunc(slices.Clone(all), func(what string) bool { return what == effects.TheClock })...)
		add(oracle.Reader, i, cmp.Or(append(all, what)...))
		if what == "" && f.unit.seesTimes && slices.Contains(all, effects.TheClock) {
			list[len(list)-1].Numbers = true
		}
	}
	return list
}
