package subject_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
	"nearmiss/internal/testdir"
	"nearmiss/internal/worker"
)

const source = `package p

import "os"

func Sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func Wipe(dir string) error { return os.RemoveAll(dir) }

type T struct{ N int }

func (t T) Both(other T) bool { return t.N > other.N }

type Box struct{ n int }

func NewBox(n int) *Box { return &Box{n} }

func (b *Box) Put(n int) { b.n += n }

func (b *Box) Open(key int) int { return b.n + key }

func Elsewhere()

func init() {}
`

// module writes a module of two packages; everything temporary goes into the
// second directory.
func module(t *testing.T) (dir, temp string) {
	t.Helper()
	dir, temp = t.TempDir(), t.TempDir()
	testdir.Write(t, dir, map[string]string{
		"go.mod":     "module example.com/p\n\ngo 1.26\n",
		"p.go":       source,
		"p.s":        "",
		"other/o.go": "package other\n",
	})
	t.Setenv("GOTMPDIR", temp)
	return dir, temp
}

// empty: nothing is left behind.
func empty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestFind: the function is entry 0 of the workers and of the rewritten
// sources, and Close leaves nothing.
func TestFind(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	dir, temp := module(t)
	s, err := subject.Find(t.Context(), ".T.Both", subject.Options{Common: subject.Common{Dir: dir}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Name() != "example.com/p.T.Both" || s.Func.Obj != s.Fn.Obj || s.Set.Pkg != s.Package {
		t.Errorf("%s, %v and %v", s.Name(), s.Func.Obj, s.Fn.Obj)
	}
	if got := s.Call(input.Vector{7, 3}); got != "T{N: 7}.Both(T{N: 3})" {
		t.Errorf("call %s", got)
	}
	if r, err := s.Harm(t.Context()); r != nil || err != nil {
		t.Errorf("harm %v, %v", r, err)
	}
	if got := s.Pool.Entries(); len(got) != 1 || !strings.Contains(got[0], "Both") {
		t.Errorf("entries %q", got)
	}
	r, err := s.Pool.Measure(t.Context(), []*worker.MeasureJob{{Vectors: []input.Vector{{7, 3}, {3, 7}}, Results: true}})
	if err != nil || r[0].Runs[0].Out[0] != 1 || r[0].Runs[1].Out[0] != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	set, pool, err := s.Hooked(t.Context())
	if err != nil || set.Conditions != s.Set.Conditions || set.Layouts == nil || pool == s.Pool || len(pool.Entries()) != 1 {
		t.Errorf("with hooks: %v, %v, %v", set, pool, err)
	}
	if _, again, err := s.Hooked(t.Context()); again != pool || err != nil {
		t.Errorf("with hooks again: %v, %v", again, err)
	}
	s.Close()
	empty(t, temp)
}

// TestRefused: what cannot be had is said, and what is the call's fault with
// its own type. Nothing is built for that, and nothing left.
func TestRefused(t *testing.T) {
	dir, temp := module(t)
	no := errors.New("not this one")
	for _, c := range []struct {
		name, want string
		usage      bool
		opt        subject.Options
	}{
		{name: "p.", want: "p.", usage: true},
		{name: "work.Sign", want: "work names 2 packages; name one", usage: true},
		{name: "Sing", want: "Sing"},
		{name: "init", want: "init runs once, when the program starts"},
		{name: "Elsewhere", want: "Elsewhere has no Go body"},
		{name: "Sign", want: "not this one", opt: subject.Options{Accept: func(sig *input.Signature) error {
			if sig.Name != "Sign" || sig.Inputs() != 1 {
				t.Errorf("asked of %s with %d inputs", sig.Name, sig.Inputs())
			}
			return no
		}}},
		{name: "Wipe", want: "Wipe is refused: it ", opt: subject.Options{Common: subject.Common{Sandbox: &sandbox.Parts{}}}},
	} {
		c.opt.Dir = dir
		s, err := subject.Find(t.Context(), c.name, c.opt)
		if err == nil {
			s.Close()
			t.Errorf("%s is found", c.name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || errors.As(err, new(*subject.UsageError)) != c.usage {
			t.Errorf("%s: %T %v; want %q, usage %v", c.name, err, err, c.want, c.usage)
		}
		if c.want == no.Error() && err != no {
			t.Errorf("%T %v", err, err)
		}
	}
	empty(t, temp)
}

// TestInterrupted: an end that comes early leaves nothing either.
func TestInterrupted(t *testing.T) {
	dir, temp := module(t)
	ctx, cancel := context.WithCancel(t.Context())
	opt := subject.Options{Common: subject.Common{Dir: dir}, Accept: func(*input.Signature) error { cancel(); return nil }}
	if s, err := subject.Find(ctx, "Sign", opt); err == nil {
		s.Close()
		t.Error("found, although nobody waits")
	}
	empty(t, temp)
}
