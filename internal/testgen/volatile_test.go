package testgen

import (
	"encoding/json"
	"fmt"
	"nearmiss/internal/testdir"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// passingSource has a cache with lives, checks of expiry, a banner, and what looks the
// same and does not hang on the clock.
const passingSource = `package p

import (
	"errors"
	"fmt"
	"runtime"
	"time"
)

type Cache struct{ ends int64 }

func (c *Cache) Live(at int64) bool { return at > time.Now().UnixMicro() }

func Expired(at int64) bool { return time.Now().Unix() > at }

func Check(at int64) error {
	if current() > at {
		return errors.New("expired")
	}
	return nil
}

func current() int64 { return time.Now().UnixNano() }

func Janitor(every time.Duration) string {
	if every <= 0 {
		return "off"
	}
	t := time.NewTicker(every)
	defer t.Stop()
	return "on"
}

func Today(day string) bool { return day >= time.Now().Format(time.DateOnly) }

func Days(since int64) int { return int(time.Now().Unix()-since) / (24 * 3600) }

func Year(n int) int { return time.Now().Year() + n - n }

func Banner(name string) string { return fmt.Sprintf("%s %s %s/%s", name, runtime.Version(), runtime.GOOS, runtime.GOARCH) }

func System(n int) error {
	if n < 0 {
		return errors.New("not on " + runtime.GOOS)
	}
	return nil
}

func Temporary(n int) string { return time.Duration(n).String() }

func Hash(n int64) bool { return n > 1 }

func Double(d time.Duration) time.Duration { return 2 * d }

func Echo(s string) string { return s }

func Broken(n int) error {
	if n < 0 {
		return errors.New("proto:\u00a0broken")
	}
	return nil
}
`

// passingCases are inputs and outcomes as they are now. Of each function that is named
// in dropped or weaker something goes.
func passingCases(now time.Time) string {
	micro, day, version := now.UnixMicro(), now.Format(time.DateOnly), runtime.Version()
	platform := runtime.GOOS + "/" + runtime.GOARCH
	return fmt.Sprintf(`
		func (*Cache).Live
		case 1 0 %d => 1
		case 1 0 %d => 0
		case 1 0 %d => 1
		func Expired
		case %d => 0
		case %d => 1
		case 5000000000 => 0
		func Check
		case %d => 0
		case 0 => 1 "expired"
		func Janitor
		case 100 => "on"
		case 0 => "off"
		case 3600000000000 => "on"
		func Today
		case %q => 1
		case "2" => 0
		func Days
		case 0 => %d
		func Year
		case 3 => %d
		func Banner
		case "x" => %q
		func System
		case -1 => 1 %q
		case 1 => 0
		func Temporary
		case 5 => "5ns"
		func Hash
		case %d => 1
		func Double
		case 22000 => 44000
		func Echo
		case %q => %q
		case %q => %q
		func Broken
		case -1 => 1 %q
		case 1 => 0`,
		micro+3600e6, micro-3600e6, 5000000000*int64(1e6),
		now.Unix()+200*24*3600, now.Unix()-5, now.UnixNano()+200*24*3600e9,
		day, now.Unix()/(24*3600), now.Year(), "x "+version+" "+platform, "not on "+runtime.GOOS, micro,
		version, version, day, day, "proto:\u00a0broken")
}

var passingReasons = map[string]int{
	`\(\*Cache\)\.Live/.*: at holds a moment close to now`:                2,
	`Expired/.*: at holds a moment close to now`:                          2,
	`Check/.*: at holds a moment close to now`:                            1,
	`Janitor/.*: every holds a duration of less than a second`:            1,
	`Today/.*: day holds a date close to now`:                             1,
	`Days/: result: it is the time at which the test was written`:         1,
	`Year/: result: it is the time at which the test was written`:         1,
	`Banner/.*: result not asserted: it names the (system|version of Go)`: 1,
	`System/.*: text of the error not asserted: it names the system`:      1,
	`Broken/.*: text of the error not asserted: it names the build`:       1,
	`(Temporary|Hash|Double|Echo)/`:                                       0,
}

// TestPassing: what would fail at another time or elsewhere is not written, with the
// reason, and nothing else goes: what is left passes now, and under clocks that are up to 90
// years ahead.
func TestPassing(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": passingSource})
	s := emitted(t, pkg, passingCases(time.Now()))
	all := reasons(s.Dropped)
	for pattern, want := range passingReasons {
		if got := len(regexp.MustCompile(`(?m)^`+pattern).FindAllString(all, -1)); got != want {
			t.Errorf("%d of %s, want %d", got, pattern, want)
		}
	}
	s, report := verified(t, s, quick)
	if len(report.Dropped) > 0 {
		t.Errorf("the checks dropped\n%s", reasons(report.Dropped))
	}
	if t.Failed() {
		t.Logf("dropped:\n%s", all)
	}
	testdir.Write(t, pkg.Dir, map[string]string{TestFile: text(s, TestFile)})
	for _, years := range []time.Duration{1, 10, 90} {
		if out := underClock(t, pkg.Dir, years*366*24*time.Hour); !strings.Contains(out, "ok ") {
			t.Errorf("%d years on:\n%s", years, out)
		}
	}
}

// TestPassingWithout: the same cases as they stand fail under that clock.
func TestPassingWithout(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": passingSource})
	funcs := parseCases(t, pkg, passingCases(time.Now()))
	p, err := Prepare(pkg, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	p.env.Now, p.env.Traces = 9e9, nil // as if it were the year 2255, and nowhere
	s, err := p.Emit(funcs)
	if err != nil {
		t.Fatal(err)
	}
	testdir.Write(t, pkg.Dir, map[string]string{TestFile: text(s, TestFile)})
	if out := underClock(t, pkg.Dir, 0); !strings.Contains(out, "ok ") {
		t.Errorf("now:\n%s", out)
	}
	out := underClock(t, pkg.Dir, 400*24*time.Hour)
	for _, name := range []string{"Cache_Live", "Expired", "Check", "Today", "Days", "Year"} {
		if !strings.Contains(out, "--- FAIL: Test"+name+"Branches") {
			t.Errorf("400 days on, %s does not fail:\n%s", name, out)
		}
	}
}

// underClock runs the tests of a package with a clock that is ahead.
func underClock(t *testing.T, dir string, ahead time.Duration) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	from := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	source, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	const call = "sec, nsec, mono := runtimeNow()"
	if strings.Count(string(source), call) != 1 {
		t.Skip("package time asks for the time in another way")
	}
	temp := t.TempDir()
	moved := strings.Replace(string(source), call, fmt.Sprintf("%s\n\tsec += %d", call, int64(ahead/time.Second)), 1)
	testdir.Write(t, temp, map[string]string{"time.go": moved})
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{from: filepath.Join(temp, "time.go")}})
	if err != nil {
		t.Fatal(err)
	}
	testdir.Write(t, temp, map[string]string{"overlay.json": string(overlay)})
	cmd := exec.Command("go", "test", "-count=1", "-overlay", filepath.Join(temp, "overlay.json"))
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	return string(out)
}
