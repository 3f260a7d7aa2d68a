package testcheck

import (
	"context"
	"testing"
)

// TestPoolKept: a case that spoils what a pool holds for the next run of itself asserts nothing of
// it, although other tests make so much garbage that the pool is mostly empty by then.
func TestPoolKept(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import (
	"runtime"
	"sync"
)

var pool = sync.Pool{New: func() any { return 0 }}

func Take(n int) int {
	x := pool.Get().(int)
	pool.Put(x + n)
	return x
}

var sink []byte

func Litter(n int) int {
	before := new(runtime.MemStats)
	runtime.ReadMemStats(before)
	after := *before
	for i := 0; i < 16 && after.NumGC < before.NumGC+2; i++ {
		sink = make([]byte, 1<<20)
		runtime.ReadMemStats(&after)
	}
	return n
}
`})
	s, err := emit(pkg, parseCases(t, pkg, `
		func Take
		case 1 => 0

		func Litter
		case 1 => 1
		case 2 => 2
		case 3 => 3`))
	if err != nil {
		t.Fatal(err)
	}
	s, _, err = Verify(context.Background(), s, Options{NoRace: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Funcs {
		for _, c := range f.Cases {
			if f.Obj.Name() == "Take" && len(c.Silenced) == 0 {
				t.Errorf("what Take takes from the pool is asserted: %+v", c)
			}
		}
	}
}
