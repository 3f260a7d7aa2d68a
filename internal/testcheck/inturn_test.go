package testcheck

import (
	"go/types"
	"maps"
	"os/exec"
	"reflect"
	"sync/atomic"
	"testing"

	"nearmiss/internal/sandbox"
)

// TestInTurn: mutants that run one after the other in a process have the trials that they have in processes of their own,
// whatever those before them do: panic, go on without end, leave wrong values behind, wait for ever or end the process.
func TestInTurn(t *testing.T) {
	const code = `package p

import (
	"os"
	"sync"
	"time"
)

var squares = map[int]int{}

func Square(n int) int {
	if v, ok := squares[n]; ok {
		return v
	}
	squares[n] = n * n
	return squares[n]
}

func Sum(n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += 2
	}
	return sum
}

func At(s []int, i int) int {
	if i < len(s) {
		return s[i]
	}
	return -1
}

func Unless(n int) int {
	if n == 7 {
		os.Exit(3)
	}
	return n
}

func Through(n int) int {
	c := make(chan int, 1)
	c <- n
	return <-c
}

func Same(n int) int { return n * 1 }

var first sync.Once

// First is not the same the second time in a process.
func First(n int) int {
	first.Do(func() { n = 0 })
	return n
}

var (
	mu     sync.Mutex
	locked int
)

func Guarded(n int) int {
	mu.Lock()
	locked = n
	mu.Unlock()
	mu.Lock()
	defer mu.Unlock()
	return locked
}

// Later waits for longer than other goroutines may.
func Later(n int) int {
	<-time.After(50 * time.Millisecond)
	return n
}

func init() { // keeps the runtime from a report of a deadlock
	go func() {
		for range time.NewTicker(time.Hour).C {
		}
	}()
}
`
	const cases = `
	func Square
	case 3 => 9
	cover a.go:12:5/F
	func Sum
	case 3 => 6
	cover a.go:20:14/T
	func At
	case 2 4 5 1 => 5
	case 2 4 5 2 => -1
	cover a.go:27:5/T
	func Unless
	case 3 => 3
	cover a.go:34:5/F
	func Through
	case 3 => 3
	cover a.go:41:1/T
	func Same
	case 3 => 3
	cover a.go:47:1/T
	func Guarded
	case 3 => 3
	cover a.go:62:1/T
	func Later
	case 3 => 3
	cover a.go:71:1/T
	func First
	case 3 => 0
	cover a.go:52:1/T`
	var processes atomic.Int64
	opts := quick
	opts.OwnTests = true
	opts.launch = func(*exec.Cmd, string, setting) (*sandbox.Watcher, error) {
		processes.Add(1)
		return nil, nil
	}
	n, err := NewNoticer(t.Context(), emitted(t, module(t, map[string]string{"a.go": code}), cases), opts, func(*types.Func) bool { return true }, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	all, alone := []int{}, make([]Trial, len(n.Mutants))
	for i := range n.Mutants {
		all = append(all, i)
		if n.reached[i+1] {
			n.process(t.Context(), []int{i}, alone)
		} else {
			alone[i].Fate = Unreached
		}
	}
	processes.Store(0)
	together := n.Try(t.Context(), all)
	fates := map[Fate]int{}
	for i, m := range n.Mutants {
		if fates[alone[i].Fate]++; !reflect.DeepEqual(together[i], alone[i]) {
			t.Errorf("%v: in turn %+v, alone %+v", m, together[i], alone[i])
		}
	}
	if want := map[Fate]int{Unreached: 4, Lives: 9, Noticed: 24}; !maps.Equal(fates, want) {
		t.Errorf("%v, want %v", fates, want)
	}
	if p := int(processes.Load()); p < 2 || p > len(all)/2 {
		t.Errorf("%d processes for %d mutants", p, len(all))
	}
}
