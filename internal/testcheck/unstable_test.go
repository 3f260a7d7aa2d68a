package testcheck

import (
	"fmt"
	"nearmiss/internal/testgen"
	"strings"
	"testing"
)

// TestManyUnstable has functions with outcomes that depend on the clock, chance, the order of a
// map, goroutines, addresses and the process, each in several cases. All cases stay with their
// stable assertions, and few builds are needed.
func TestManyUnstable(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"sync"
	"time"
)

type Stamp struct {
	At   time.Time
	Name string
}

func Now(n int) Stamp { return Stamp{time.Now(), fmt.Sprint(n)} }

func Unix(n int) (int64, int) { return time.Now().UnixNano(), n }

func Random(n int) (int, int) { return rand.Int(), n }

func Coin(n int) (int, error) {
	if rand.Intn(2) == 0 {
		return n, errors.New("tails")
	}
	return n, nil
}

func Order(m map[int]bool) ([]int, int) {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	return keys, len(keys)
}

func Racers(n int) ([]int, int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var out []int
	for i := 0; i < n; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			time.Sleep(time.Duration(rand.Intn(100)) * time.Microsecond)
			mu.Lock()
			out = append(out, i)
			mu.Unlock()
		}()
	}
	wg.Wait()
	return out, len(out)
}

func Address(n int) (string, int) { return fmt.Sprintf("%p", &n), n }

func Pid(n int) (int, int) { return os.Getpid(), n }

func Late(n int) (int, error) {
	if n > 0 {
		return n, fmt.Errorf("at %d: %v", n, time.Now())
	}
	return 0, nil
}

func Mark(xs []int64) int {
	for i := range xs {
		xs[i] = time.Now().UnixNano()
	}
	return len(xs)
}
`})
	var b strings.Builder
	cases := 0
	add := func(fn string, list ...string) {
		fmt.Fprintf(&b, "func %s\n", fn)
		for _, c := range list {
			cases++
			fmt.Fprintf(&b, "case %s\ncover a.go:%d:1/T\n", c, cases)
		}
	}
	add("Now", `1 => cut`, `2 => cut`)
	add("Unix", "1 => 7 1", "2 => 7 2", "3 => 9 3")
	add("Random", "1 => 7 1", "2 => 7 2")
	add("Coin", "1 => 1 0", `2 => 2 1 "tails"`, "3 => 3 0")
	add("Order", "6 1 0 2 0 3 0 4 0 5 0 => 6 1 2 3 4 5 5", "4 1 0 2 0 3 0 => 4 1 2 3 3")
	add("Racers", "6 => 7 0 1 2 3 4 5 6", "5 => 6 0 1 2 3 4 5")
	add("Address", `1 => "0xc000012345" 1`, `2 => "0xc000012345" 2`)
	add("Pid", "1 => 77 1", "2 => 77 2")
	add("Late", `1 => 1 1 "at 1: now"`, "0 => 0 0")
	add("Mark", "3 1 2 => 2 ; 3 5 6", "2 1 => 1 ; 2 5")
	text := strings.NewReplacer("case 1 => cut", `case 1 => 0 0 0 "1"`, "case 2 => cut", `case 2 => 0 0 0 "2"`).Replace(b.String())
	funcs := parseCases(t, pkg, text)
	for i := range funcs[0].Cases { // parseCases has no syntax for a time.Time
		c := &funcs[0].Cases[i]
		c.Outcome.Results = words(t, fmt.Sprintf("\"%d\"", i+1))
	}
	s, err := emit(pkg, funcs)
	if err != nil {
		t.Fatal(err)
	}
	opts := quick
	opts.Count = 20
	s, report := verified(t, s, opts)
	got := 0
	for _, fn := range s.Funcs {
		got += len(fn.Cases)
	}
	if got != cases || report.Rounds > 3 {
		t.Errorf("%d of %d cases after %d rounds\n%s", got, cases, report.Rounds, reasons(report.Dropped))
	}
	src := textOf(s)
	for _, want := range []string{`stampView{Name: "1"}`, "_, got1 := Unix(tt.n)", "_, got1 := Random(2)", "got, err := Coin(1); err == nil", "got0, got1 := Order(tt.m)", "len(got0) != tt.want0Len",
		", got1 := Address(", "_, got1 := Pid(2)", "err := Late(1); err == nil", "got := Mark([]int64{1"} {
		if !strings.Contains(src, want) {
			t.Errorf("no %q in\n%s", want, src)
		}
	}
	t.Logf("%d rounds\n%s", report.Rounds, reasons(report.Dropped))
}

func textOf(s *testgen.Suite) string { return text(s, testgen.TestFile) }
