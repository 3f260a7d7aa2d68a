package cover

import (
	"slices"
	"testing"

	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
)

// TestMemory: in a sandbox values stand in interfaces whose methods read memory past the type
// system, and those do not that act outside their process. Without one neither do, for the
// functions that take them would be refused.
func TestMemory(t *testing.T) {
	alone(t)
	const source = `package closed

import (
	"syscall"
	"unsafe"
)

type Shape interface{ Area() int }

type Plain int

func (p Plain) Area() int { return int(p) }

type Raw uint32

func (r Raw) Area() int { return int(*(*int32)(unsafe.Pointer(&r))) }

type Saved string

func (s Saved) Area() int { _ = syscall.Unlink(string(s)); return 0 }

func Large(s Shape) bool { return s != nil && s.Area() > 100 }
`
	for _, c := range []struct {
		parts *sandbox.Parts
		want  []string
	}{{nil, []string{"Plain", "Raw"}}, {&sandbox.Parts{}, []string{"Plain"}}} {
		s, u := planned(t, Options{Common: subject.Common{Seed: 1, Sandbox: c.parts}}, source)
		if !s.Parts.Complete() { // as may be on this system
			c.want = []string{"Plain"}
		}
		at := slices.IndexFunc(u.funcs, func(f *function) bool { return f.name == "Large" })
		var got []string
		for _, a := range u.funcs[at].sig.Params[0].Type.Alts {
			if slices.Contains([]string{"Plain", "Raw", "Saved"}, a.Name) {
				got = append(got, a.Name)
			}
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("a sandbox with %v: %v, want %v", s.Parts, got, c.want)
		}
	}
}
