package report

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func snapshots(every, until time.Duration, show func(Snapshot)) {
	for at := time.Duration(0); at <= until; at += every {
		show(CoverSnapshot{Phase: "searching", Elapsed: at, Covered: 3, Branches: 8, Evaluations: int64(at / time.Millisecond), Rate: 1000})
	}
}

func TestPlainLinesEveryThreeSeconds(t *testing.T) {
	var b bytes.Buffer
	p := NewProgress(&b, false, nil)
	p.Update(CoverSnapshot{Phase: "loading"})
	snapshots(100*time.Millisecond, 10*time.Second, p.Update)
	p.Clear()
	const want = `cover: elapsed: 3s, searching, branches: 3/8, evaluations: 3000 (1000/sec)
cover: elapsed: 6s, searching, branches: 3/8, evaluations: 6000 (1000/sec)
cover: elapsed: 9s, searching, branches: 3/8, evaluations: 9000 (1000/sec)
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestPlainLineBeforeAnythingIsKnown(t *testing.T) {
	if got, want := (CoverSnapshot{Phase: "building", Elapsed: 3500 * time.Millisecond}).plain(""), "cover: elapsed: 3s, building"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLiveLineIsRedrawnAndCleared(t *testing.T) {
	var b bytes.Buffer
	columns := 200
	p := NewProgress(&b, true, func() int { return columns })
	p.Clear()
	if b.Len() > 0 {
		t.Errorf("cleared what was not drawn: %q", b.String())
	}
	snapshots(10*time.Millisecond, time.Second, p.Update)
	columns = 30
	p.Update(CoverSnapshot{Phase: "shrinking", Elapsed: time.Minute, Covered: 8, Branches: 8})
	p.Clear()
	draws := strings.Split(b.String(), "\r\x1b[K")
	if n := len(draws) - 3; n != 11 { // one before the first, one after the last, one narrow
		t.Errorf("drawn %d times in a second, want 11", n)
	}
	if got, want := draws[1], "0s searching [#######.............] 3/8 branches  0 evaluations  1k/s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := draws[12], "1m0s shrinking [#############"; got != want {
		t.Errorf("narrow: got %q, want %q", got, want)
	}
	if last := draws[len(draws)-1]; last != "" {
		t.Errorf("left behind: %q", last)
	}
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		want        string
	}{{0, 0, "[....]"}, {0, 8, "[....]"}, {1, 8, "[....]"}, {2, 8, "[#...]"}, {7, 8, "[###.]"}, {8, 8, "[####]"}} {
		if got := bar(c.part, c.whole, 4); got != c.want {
			t.Errorf("bar(%d, %d) = %s, want %s", c.part, c.whole, got, c.want)
		}
	}
}
