package testgen

// without emits the suite again, without the dropped cases and with the
// mutes that its cases have by now.
func (s *Suite) without(dropped []Dropped) (*Suite, error) {
	next, err := s.prepared.Emit(s.left(dropped))
	if err != nil {
		return nil, err
	}
	next.Dropped = append(append(append([]Dropped(nil), s.Dropped...), dropped...), next.Dropped...)
	return next, nil
}

// left is the functions without the dropped cases.
func (s *Suite) left(dropped []Dropped) []Func {
	var funcs []Func
	for _, fn := range s.Funcs {
		kept := fn
		kept.Cases = nil
		for _, c := range fn.Cases {
			if !isDropped(dropped, &fn, c.Name) {
				kept.Cases = append(kept.Cases, c)
			}
		}
		funcs = append(funcs, kept)
	}
	return funcs
}

func isDropped(dropped []Dropped, fn *Func, name string) bool {
	for _, d := range dropped {
		if !d.Weaker && d.Func == fn.Sig.Name && d.args == fn.typeArgs() && d.Panics == fn.Panics() && (d.Case == "" || d.Case == name) {
			return true
		}
	}
	return false
}
