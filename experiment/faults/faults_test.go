package faults

import (
	"slices"
	"testing"

	"nearmiss/internal/report"
)

// TestRead asserts that the reports of the repository are whole.
func TestRead(t *testing.T) {
	for _, file := range []string{"open", "away"} {
		list, err := Read("../../bench/reports/" + file + ".toml")
		if err != nil || len(list) != 36 {
			t.Errorf("%s: %d reports, %v", file, len(list), err)
		}
		for _, r := range list {
			if r.Name == "" || r.Module == "" || r.Version == "" || r.Package == "" || r.Func == "" || r.Kind == "" || r.Reproduce == "" {
				t.Errorf("%s is not whole", r.Name)
			}
		}
	}
}

// TestReadSmall asserts that the small faults of the repository are whole, and of kinds that are known.
func TestReadSmall(t *testing.T) {
	for _, file := range []string{"open", "away"} {
		list, err := ReadSmall("../../bench/faults/" + file + ".toml")
		if err != nil || len(list) != 30 {
			t.Errorf("%s: %d small faults, %v", file, len(list), err)
		}
		for _, s := range list {
			if _, ok := smallKinds[s.Kind]; !ok || s.Name == "" || s.Func == "" {
				t.Errorf("%+v is not whole", s)
			}
		}
	}
}

// TestIs: a suspect is the fault in its function, exported or not, and with a kind of panic that its kind has.
func TestIs(t *testing.T) {
	size := Small{"layout", "recursion", "Size"}
	first := Small{"list", "overflow", "List.First"}
	for _, tt := range []struct {
		fault   Small
		suspect Suspect
		want    bool
	}{
		{size, Suspect{"Size", "endless"}, true},
		{size, Suspect{"size", "endless"}, true},
		{size, Suspect{"Size", "index out of range"}, false},
		{first, Suspect{"(*List).First", "slice bounds out of range"}, true},
		{first, Suspect{"List.First", "division by zero"}, true},
		{first, Suspect{"First", "division by zero"}, false},
		{first, Suspect{"(*List).First", "endless"}, false},
		{Small{"list", "law clone", "List.Clone"}, Suspect{"List.Clone", "index out of range"}, false},
		{Small{"list", "law clone", "List.Clone"}, Suspect{"New (*List).Clone", "broken law"}, true},
		{Small{"list", "law clone", "List.Clone"}, Suspect{"New (*List).Len", "broken law"}, false},
	} {
		if tt.fault.Is(tt.suspect) != tt.want {
			t.Errorf("%v is %v: %v", tt.suspect, tt.fault, !tt.want)
		}
	}
	if size.Ends() || !first.Ends() {
		t.Error("what ends")
	}
}

// TestSuspects: what needs an unusual input, is documented, on purpose or out of reach of other packages is left out.
func TestSuspects(t *testing.T) {
	r := &report.Report{Packages: []report.Package{{Functions: []report.Function{{Name: "F", Panics: []report.Panic{
		{Kind: "internal", Internal: true}, {Kind: "index out of range"}, {Kind: "nil", Setup: report.NilReceiver}, {Kind: "panic", Explicit: true}, {Kind: "told", Documented: true},
	}}, {Name: "G", Endless: &report.Endless{Statements: 9}}}}}}
	if got := Suspects(r); !slices.Equal(got, []Suspect{{"F", "index out of range"}, {"G", "endless"}}) {
		t.Errorf("suspects %v", got)
	}
}

const panicked = `panic: runtime error: index out of range [3] with length 0 [recovered, repanicked]

goroutine 1 [running]:
panic({0x4b2a40?, 0xc000014018?})
	/go/src/runtime/panic.go:783 +0x132
example.org/m/p.Parse.func1()
	/tmp/m/p/parse.go:9 +0x45
panic({0x4b2a40?, 0xc000014018?})
	/go/src/runtime/panic.go:783 +0x132
example.org/m/p.(*T).next(0xc000014018, {0x0, 0x0}, 0x3)
	/tmp/m/p/next.go:42 +0x1d
example.org/m/p.Parse(...)
	/tmp/m/p/parse.go:12
main.main()
	/tmp/m/zzshow/main.go:7 +0x1d
exit status 2
`

const below = `panic: strings: negative Repeat count

goroutine 1 [running]:
panic({0x4b2a40?, 0xc000014018?})
	/go/src/runtime/panic.go:783 +0x132
strings.Repeat({0x4, 0x1}, 0xffffffffffffffff)
	/go/src/strings/strings.go:624 +0x5b1
example.org/m/p.Pad(...)
	/tmp/m/p/pad.go:5
`

const quit = `SIGQUIT: quit
PC=0x47 m=0 sigcode=0

goroutine 0 gp=0x5 m=0 mp=0x5 [idle]:
runtime.futex(0x5)
	/go/src/runtime/sys_linux_amd64.s:557 +0x21

goroutine 1 gp=0xc000002380 m=3 mp=0xc0 [running]:
example.org/m/p.Count(0x3, 0x0)
	/tmp/m/p/count.go:8 +0x1d
`

func TestParse(t *testing.T) {
	tests := []struct {
		said  string
		frame Frame
		kind  string
		site  string
		at    bool
	}{
		{panicked, Frame{"p.(*T).next", "next.go", 42}, "index out of range", "next.go:42:7", true},
		{panicked, Frame{"p.(*T).next", "next.go", 42}, "index out of range", "next.go:40:2", true},  // of three lines
		{panicked, Frame{"p.(*T).next", "next.go", 42}, "index out of range", "next.go:43:2", false}, // later
		{panicked, Frame{"p.(*T).next", "next.go", 42}, "nil dereference", "next.go:42:7", false},
		{panicked, Frame{"p.(*T).next", "next.go", 42}, "index out of range", "parse.go:42:7", false},
		{panicked, Frame{"p.(*T).next", "next.go", 42}, "panic in other.Call", "next.go:42:7", false},
		{below, Frame{"p.Pad", "pad.go", 5}, "panic in strings.Repeat", "pad.go:5:2", true},
		{below, Frame{"p.Pad", "pad.go", 5}, "panic", "pad.go:5:2", false},
		{quit, Frame{"p.Count", "count.go", 8}, "panic", "count.go:8:2", true},
	}
	for _, tt := range tests {
		f := Parse(tt.said, "/tmp/m/p")
		if f == nil || len(f.Frames) == 0 || f.Frames[0] != tt.frame {
			t.Errorf("%+v, want %v", f, tt.frame)
		} else if f.At(tt.site, tt.kind) != tt.at {
			t.Errorf("%s at %s: %v, want %v", tt.kind, tt.site, !tt.at, tt.at)
		}
	}
	if f := Parse("exit status 1\n", "/tmp/m/p"); f != nil {
		t.Errorf("a fault in nothing: %+v", f)
	}
}
