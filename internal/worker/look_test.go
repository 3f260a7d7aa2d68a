package worker

import (
	"slices"
	"strconv"
	"testing"
)

// TestLooks: the guard asks for the stacks when nobody has run for two looks,
// else now and then, and once more before it gives up a run that a timer could
// help. The run is goroutine 7; in the script each letter is what a look finds:
// q quiet, everybody waits; s quiet, another one sleeps; r quiet, the run itself
// sleeps; l somebody runs, the run waits; c somebody runs, the run among them.
func TestLooks(t *testing.T) {
	states := map[byte][2]string{
		'q': {"chan receive", "select"}, 's': {"chan receive", "sleep"}, 'r': {"sleep", "select"},
		'l': {"chan receive", "running"}, 'c': {"running", "select"},
	}
	repeat := func(c byte, n int) string { return string(slices.Repeat([]byte{c}, n)) }
	for _, c := range []struct {
		script string
		timers bool
		stacks int
		told   int // after so many looks, 0 for never
	}{
		{"qq", false, 1, 2},
		{"qqqq", false, 1, 2},
		{"cqq", false, 1, 3},
		{"qcqcqcqcqcqcqcq", false, 0, 0},
		{repeat('c', 17), false, 2, 0}, // the first look at a run takes down that it goes on
		{"c" + repeat('c', 7) + "qq", false, 1, 10},
		{"qr" + repeat('r', 8), false, 9, 0},
		{"qrqq", false, 2, 3},
		{"q" + repeat('s', 40), false, 40, 41},
		{"q" + repeat('s', 10) + "q", false, 11, 12},
		{"q" + repeat('l', 46), false, 39, 0},
		{"q" + repeat('l', 47), false, 40, 48},
		{"q" + repeat('q', 38), true, 1, 0},
		{"q" + repeat('q', 40), true, 2, 41},
		{"q" + repeat('q', 20) + "c" + repeat('q', 40), true, 3, 0},
	} {
		at, asked := 0, 0
		g := &guard{
			machine: &machine{shared: sharedFor(t), callNumber: 1, codeSetsTimers: c.timers, joiner: &joiner{runGoroutine: 7}}, jobActive: true,
			stackText: make([]byte, 1<<10), jobVerdict: make(chan verdict, 1), runnerVerdict: make(chan verdict, 1),
			othersIdle: func() bool { return c.script[at] == 'q' || c.script[at] == 's' || c.script[at] == 'r' },
			writeStacks: func(text []byte) int {
				asked++
				text = text[:0]
				for i, state := range append([]string{"running"}, states[c.script[at]][0], states[c.script[at]][1]) {
					text = append(text, "goroutine "+strconv.Itoa(6+i)+" ["+state+"]:\nmain.f()\n\n"...)
				}
				return len(text)
			},
		}
		g.machine.shared.Enter(nil)
		told := 0
		for v := new(observation); at < len(c.script); at++ {
			if !g.lookOnce(v) {
				t.Fatalf("%s: no more looks", c.script)
			}
			if len(g.jobVerdict) > 0 && told == 0 {
				told = at + 1
			}
		}
		if asked != c.stacks || told != c.told {
			t.Errorf("%s: asked %d times for the stacks and told after %d looks, want %d and %d", c.script, asked, told, c.stacks, c.told)
		}
		if told > 0 {
			if v := <-g.jobVerdict; v.run != 1 || !slices.Equal(v.goroutines, []uint64{7, 8}) {
				t.Errorf("%s: %+v", c.script, v)
			}
		}
	}
}
