package effects

import (
	"go/types"
	"testing"
)

// TestAllowed: allowed kinds do not count, and harmful operations after them do. Refusal.Silent
// reports a change of the process's state in addition to the first operation.
func TestAllowed(t *testing.T) {
	s, pkgs := callsStudy()
	plain, allowed := refused(t, s), refused(t, s, File)
	find := func(refusals map[*types.Func]*Refusal, name string) *Refusal {
		t.Helper()
		obj := pkgs["calls"].Types.Scope().Lookup(name)
		if obj == nil {
			t.Fatalf("no function %s", name)
		}
		return refusals[obj.(*types.Func)]
	}
	if r := find(plain, "fileThenState"); r == nil || r.Kind != File || !r.Silent {
		t.Errorf("nothing allowed: %+v", r)
	}
	if r := find(allowed, "fileThenState"); r == nil || r.Kind != State || !r.Silent {
		t.Errorf("files allowed: %+v", r)
	}
	dropped := 0
	for f, r := range plain {
		switch {
		case r.Silent && r.Kind != State && f.Name() != "fileThenState":
			t.Errorf("%s: %+v is silent", f.Name(), r)
		case r.Kind != File && (allowed[f] == nil || allowed[f].String() != r.String()):
			t.Errorf("%s: files allowed, %v became %v", f.Name(), r, allowed[f])
		case allowed[f] == nil:
			dropped++
		}
	}
	if dropped == 0 {
		t.Error("allowing files has made no difference")
	}
}
