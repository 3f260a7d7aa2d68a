package machine

import (
	"testing"

	"pgregory.net/rapid"
)

func (d *Door) sound() bool {
	return d.state >= Locked && d.state <= Alarmed && d.tries >= 0 && (d.tries == 3) == (d.state == Alarmed) && d.tries <= 3 &&
		(d.ticks == 0 || d.state == Held && d.ticks < 10) && d.code >= 100 && d.code <= 999 && (d.uses > 0 || d.state != Open && d.state != Held)
}

// TestDoor asserts that the invariant holds whatever is called, and that a door that was
// locked does not open without its code.
func TestDoor(t *testing.T) {
	seen := map[State]bool{}
	rapid.Check(t, func(t *rapid.T) {
		d, err := New(123)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 40).Draw(t, "calls") {
			was, code := d.state, d.code
			entered := 0
			switch rapid.IntRange(0, 4).Draw(t, "call") {
			case 0:
				entered = rapid.SampledFrom([]int{d.code, d.code, -d.code, 7}).Draw(t, "code")
				d.Enter(entered)
			case 1:
				d.Push()
			case 2:
				d.Hold()
			case 3:
				for range 4 {
					d.Tick()
				}
			case 4:
				d.Change(rapid.IntRange(98, 124).Draw(t, "code"))
			}
			seen[d.state] = true
			if !d.sound() || d.Name() == "broken" {
				t.Fatalf("%+v", d)
			}
			if was == Locked && d.state != Locked && d.state != Alarmed && entered != code {
				t.Fatalf("it opened to %d", entered)
			}
		}
	})
	if len(seen) != 5 {
		t.Errorf("%v", seen)
	}
	for _, code := range []int{99, 1000} {
		if _, err := New(code); err == nil {
			t.Errorf("%d is no error", code)
		}
	}
}

// TestChange asserts that a code can be changed.
func TestChange(t *testing.T) {
	d, _ := New(500)
	for range 2 {
		d.Enter(500)
		d.Push()
		d.Push()
	}
	if d.Enter(500); d.Change(501) != nil || d.code != 501 {
		t.Errorf("%+v", d)
	}
}
