package cover

import "testing"

// TestExits asserts that a function which ends its process with one code is noted with it,
// and one that does so with several is noted once.
func TestExits(t *testing.T) {
	u := &unit{}
	f, g := &function{name: "F", position: "a.go:1:6"}, &function{name: "G", position: "a.go:9:6"}
	for _, x := range []struct {
		fn  *function
		one string
	}{{f, "exit 1"}, {g, "exit 1"}, {f, "exit 1"}, {f, "exit 2"}, {f, "exit 3"}, {f, "exit 1"}, {g, "exit 1"}} {
		u.noteCalls(x.fn.position, x.fn.name, u.exit(x.fn, x.one, "several"), 1, "")
	}
	if len(u.notes) != 2 || u.notes[0].Text != "F: several" || u.notes[0].Count != 5 || u.notes[1].Text != "G: exit 1" || u.notes[1].Count != 2 {
		t.Errorf("%+v", u.notes)
	}
}
