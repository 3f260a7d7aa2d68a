package native

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/wire"
)

// crashing is the built worker of testdata/crash.txtar, made once.
var crashing struct {
	once sync.Once
	bin  *Binary
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	crashing.bin.Close()
	os.Exit(code)
}

var crashFuncs = []string{"Exit", "Goexit", "Overflow", "RaceMap", "Allocate", "AllocateAtOnce", "Deadlock", "Spin", "Sleep", "Stubborn",
	"CloseAll", "Scribble", "Kill", "KillGroup", "Stop", "Elsewhere", "Noisy", "NoisyExit", "Later", "Files"}

const stubServer = `package worker

import (
	"io"
	"os"
	"runtime/debug"
	"syscall"

	"zznearmiss/probe"
	"zznearmiss/wire"
)

type rw int

func (f rw) Read(b []byte) (int, error) {
	n, err := syscall.Read(int(f), b)
	if n == 0 && err == nil { err = io.EOF }
	return n, err
}

func (f rw) Write(b []byte) (int, error) {
	n, err := syscall.Write(int(f), b)
	if err != nil { os.Exit(75) }
	return n, err
}

func run(e *probe.Entry, v []uint64) (out []uint64, ok bool) {
	done := make(chan bool)
	go func() {
		defer func() { recover(); close(done) }()
		var g probe.Genes
		e.Run(&probe.Genes{Words: v}, &g)
		out, ok = g.Words, true
	}()
	<-done
	return
}

func Main(entries []probe.Entry, save, restore func()) {
	mem, err := syscall.Mmap(5, 0, wire.SharedSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil { panic(err) }
	s, err := wire.OpenShared(mem)
	if err != nil { panic(err) }
	r := wire.NewReader(rw(3))
	for {
		m, err := r.Read()
		if err != nil { os.Exit(0) }
		switch m := m.(type) {
		case *wire.Init:
			debug.SetMaxStack(m.MaxStack)
			debug.SetMemoryLimit(m.MemoryLimit)
			var names []string
			for _, e := range entries { names = append(names, e.Name) }
			wire.Write(rw(4), &wire.Ready{Entries: names})
		case *wire.RunJob:
			s.StartJob(m.ID, m.Entry)
			s.Enter(m.Vector)
			out, ok := run(&entries[m.Entry], m.Vector)
			s.Leave()
			res := &wire.RunResult{Job: m.ID, Vector: m.Vector, Evaluations: 1, Out: out}
			if !ok { res.Outcome = wire.Goexit }
			wire.Write(rw(4), res)
		case *wire.SearchJob:
			s.StartJob(m.ID, m.Entry)
			seen := map[uint32]bool{}
			n := uint64(0)
			for n < m.Evaluations && !s.Stop() {
				v := []uint64{n}
				avoid := false
				for _, a := range m.Avoid { avoid = avoid || a[0] == n }
				if !avoid {
					s.Enter(v)
					out, ok := run(&entries[m.Entry], v)
					s.Leave()
					if ok && !seen[uint32(out[0])] {
						seen[uint32(out[0])] = true
						wire.Write(rw(4), &wire.Found{Job: m.ID, Evaluations: n + 1, Vector: v, Branches: []uint32{uint32(out[0])}})
					}
				}
				n++
				s.Count(n)
			}
			wire.Write(rw(4), &wire.SearchResult{Job: m.ID, Seed: m.Seed, Evaluations: n})
		}
	}
}
`

func crashBinary(t *testing.T) *Binary {
	t.Helper()
	crashing.once.Do(func() {
		text, err := os.ReadFile("testdata/crash.txtar")
		if err != nil {
			t.Fatal(err)
		}
		dir := unpack(t, string(text))
		pkgs, err := load.Load(context.Background(), dir, load.Options{}, ".")
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		b.WriteString("package crash\n\nimport zznmprobe \"zznearmiss/probe\"\n\nvar ZzNearmissEntries = []zznmprobe.Entry{\n")
		for _, f := range crashFuncs {
			fmt.Fprintf(&b, "{Name: %q, Run: func(in, out *zznmprobe.Genes) { out.Put(uint64(%s(int(in.Next())))) }},\n", f, f)
		}
		b.WriteString("}\n\nfunc ZzNearmissSave() {}\nfunc ZzNearmissRestore() {}\n")
		crashing.bin, crashing.err = Build(context.Background(), BuildOptions{
			Pkg: pkgs[0], Codec: []byte(b.String()),
			Rewritten: map[string][]byte{filepath.Join(goroot(t), "src", "zznearmiss", "worker", "w.go"): []byte(stubServer)},
		})
	})
	if crashing.err != nil {
		t.Fatal(crashing.err)
	}
	return crashing.bin
}

// crashOptions are quick about hangs.
func crashOptions(t *testing.T) Options {
	return Options{Hang: 300 * time.Millisecond, Memory: 512 << 20, MaxStack: 16 << 20, TempDir: t.TempDir()}
}

var intSignature = &input.Signature{Params: []input.Field{{Name: "n", Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int"}}}}

func searchJob(entry int) *wire.SearchJob {
	return &wire.SearchJob{ID: uint32(entry) + 1, Entry: entry, Signature: intSignature, Target: wire.Target{Branch: wire.NoBranch}, Evaluations: 20, Seed: 5}
}

func TestCrash(t *testing.T) {
	bin := crashBinary(t)
	for _, c := range []struct {
		name string
		want Crash
		text string
	}{
		{"Exit", Crash{Kind: Exit, Confirmed: true}, ""},
		{"Overflow", Crash{Kind: StackOverflow, Confirmed: true}, "fatal error: stack overflow"},
		{"RaceMap", Crash{Kind: Fatal, Confirmed: true}, "fatal error: concurrent map writes"},
		{"Allocate", Crash{Kind: OutOfMemory, Confirmed: true}, ""},
		{"AllocateAtOnce", Crash{Kind: OutOfMemory, Confirmed: true}, ""},
		{"Deadlock", Crash{Kind: Deadlock, Confirmed: true}, "fatal error: all goroutines are asleep - deadlock!"},
		{"Spin", Crash{Kind: Hang, Confirmed: true}, ""},
		{"Sleep", Crash{Kind: Hang, Confirmed: true}, ""},
		{"CloseAll", Crash{Kind: Garbled, Confirmed: true}, ""},
		{"Scribble", Crash{Kind: Garbled, Confirmed: true}, ""},
		{"Kill", Crash{Kind: Signal, Code: 9, Confirmed: true}, ""},
		{"KillGroup", Crash{Kind: Signal, Code: 15, Confirmed: true}, ""},
		{"Stop", Crash{Kind: Hang, Confirmed: true}, ""},
		{"Elsewhere", Crash{Kind: Panic, Confirmed: true}, "panic: in another goroutine: "},
		{"NoisyExit", Crash{Kind: Exit, Confirmed: true}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := Start(t.Context(), bin, crashOptions(t))
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			start := time.Now()
			r, err := w.Search(t.Context(), searchJob(slices.Index(crashFuncs, c.name)), nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(time.Since(start))
			var bad []uint64
			for _, k := range r.Crashes {
				bad = append(bad, k.Vector...)
				if k.Kind != c.want.Kind || k.Confirmed != c.want.Confirmed || !strings.HasPrefix(k.Text, c.text) {
					t.Errorf("crash %+v, want %+v", k, c.want)
				}
				t.Log(k.String())
			}
			if !slices.Equal(bad, []uint64{7, 11, 13}) {
				t.Errorf("blamed %v", bad)
			}
			if r.GaveUp || r.Result.Evaluations != 20 || len(r.Found) != 17 {
				t.Errorf("gave up %v, %d evaluations, %d found", r.GaveUp, r.Result.Evaluations, len(r.Found))
			}
		})
	}
}
