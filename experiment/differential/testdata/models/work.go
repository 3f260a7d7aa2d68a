package models

import (
	"bytes"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unique"

	"models/half"
)

// Bytes searches.
func Bytes(a, b []byte, c byte) []int {
	return []int{
		bytes.IndexByte(a, c), bytes.LastIndexByte(a, c), bytes.Count(a, []byte{c}), bytes.Count(a, b), bytes.Index(a, b), bytes.LastIndex(a, b),
		bytes.Compare(a, b), bytes.IndexAny(a, string(b)),
	}
}

// Strings searches.
func Strings(a, b string, c byte) []int {
	return []int{
		strings.IndexByte(a, c), strings.Count(a, b), strings.Index(a, b), strings.LastIndex(a, b), strings.Compare(a, b), len(strings.Repeat(b, int(c%5))),
		strings.IndexRune(a, rune(c)), len(strings.Fields(a)),
	}
}

// Math computes.
func Math(x, y float64) []float64 {
	return []float64{
		math.Sqrt(x), math.Floor(x), math.Ceil(x), math.Trunc(x), math.RoundToEven(x), math.Abs(x), math.Copysign(x, y), math.FMA(x, y, x),
		math.Exp(x), math.Log(x), math.Hypot(x, y), math.Max(x, y), math.Min(x, y), math.Sin(x), math.Pow(x, y), math.Mod(x, y),
	}
}

// Sorts sorts by functions.
func Sorts(list []int) ([]int, []int, bool) {
	other := slices.Clone(list)
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	sort.SliceStable(other, func(i, j int) bool { return other[i]%3 < other[j]%3 })
	return list, other, sort.SliceIsSorted(other, func(i, j int) bool { return other[i] < other[j] })
}

// Inserts moves parts of a slice that may overlap.
func Inserts(list []int, at uint8) []int {
	i := int(at) % (len(list) + 1)
	list = slices.Grow(list, 8)
	list = slices.Insert(list, i, list[:i]...)
	return slices.Replace(list, 0, i, list[i:]...)
}

var (
	once  sync.Once
	table []int
)

// Once looks into a table that is filled once.
func Once(i uint8) int {
	once.Do(func() {
		for n := range 256 {
			table = append(table, n*n)
		}
	})
	return table[i]
}

// Waits adds in goroutines, under a lock.
func Waits(list []int) (sum int) {
	var (
		wg sync.WaitGroup
		mu sync.RWMutex
	)
	for _, n := range list {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			sum += n
		})
	}
	wg.Wait()
	mu.RLock()
	defer mu.RUnlock()
	return sum
}

// Signals hands numbers over with a condition variable.
func Signals(list []int) (got []int) {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	var box []int
	done := make(chan bool)
	go func() {
		for range list {
			mu.Lock()
			for len(box) == 0 {
				ready.Wait()
			}
			got = append(got, box[0])
			box = box[1:]
			mu.Unlock()
		}
		close(done)
	}()
	for _, n := range list {
		mu.Lock()
		box = append(box, n)
		mu.Unlock()
		ready.Signal()
	}
	<-done
	return got
}

// Atomics counts.
func Atomics(n int64, m uint32) (int64, uint32, bool, string) {
	var a atomic.Int64
	var b atomic.Uint32
	var v atomic.Value
	var p atomic.Pointer[string]
	s := "x"
	p.Store(&s)
	v.Store(*p.Load())
	a.Add(n)
	a.Add(1)
	b.Store(m)
	b.Or(3)
	b.And(^uint32(1))
	swapped := a.CompareAndSwap(n+1, 7)
	return a.Swap(3), b.Load(), swapped, v.Load().(string)
}

// Pools uses a pool.
func Pools(n int) int {
	pool := sync.Pool{New: func() any { return new(int) }}
	p := pool.Get().(*int)
	*p = n
	n = *p + 1
	pool.Put(p)
	return n
}

// Maps uses a map that is safe for goroutines, and clones another.
func Maps(k, n int) (int, bool, bool, int) {
	var m sync.Map
	m.Store("one", 1)
	sum := 0
	m.Range(func(_, v any) bool { sum += v.(int); return true })
	if m.CompareAndSwap("one", 2, k) || !m.CompareAndSwap("one", 1, 5) || m.CompareAndDelete("one", k+6-k) || !m.CompareAndDelete("one", 4+sum) {
		return 0, false, false, 0
	}
	m.Store(k, n)
	v, loaded := m.LoadOrStore(n, k)
	m.Delete(k)
	_, there := m.Load(k)
	plain := map[int]int{k: n}
	clone := maps.Clone(plain)
	clone[n] = k
	return v.(int), loaded, there, len(plain) + 10*len(clone)
}

// Uniques has one handle for equal values.
func Uniques(a, b string) (bool, string) {
	x, y := unique.Make(a), unique.Make(b)
	return x == y, x.Value()
}

// Sums computes checksums.
func Sums(b []byte) (uint32, uint32) {
	b = bytes.Repeat(b, 40)
	return crc32.ChecksumIEEE(b), crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
}

// Halves uses another package of the module, twice.
func Halves(list []int, small []int8) (int, int8, int) {
	calls := 0
	a, b := half.Sum(list, &calls), half.Sum(small, &calls)
	if a > int(b) && calls > 3 {
		return a, b, calls
	}
	return 0, b, -calls
}
