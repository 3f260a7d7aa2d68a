// Package subject holds functions that take what is no plain data. Functions
// whose name begins with Law return what is wrong with their argument: nothing.
package subject

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"testing/iotest"
)

type person struct {
	name string
	age  int
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

func order(n int, cmp func(i, j int) int) string {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			if sign(cmp(i, j)) != -sign(cmp(j, i)) {
				return fmt.Sprintf("%d and %d: not antisymmetric", i, j)
			}
			for k := 0; k < n; k++ {
				if cmp(i, j) <= 0 && cmp(j, k) <= 0 && cmp(i, k) > 0 {
					return fmt.Sprintf("%d, %d and %d: not transitive", i, j, k)
				}
			}
		}
	}
	return ""
}

func LawCompareStrings(list []string, cmp func(a, b string) int) string {
	if cmp == nil {
		return ""
	}
	return order(len(list), func(i, j int) int { return cmp(list[i], list[j]) })
}

func LawComparePeople(list []*person, cmp func(a, b *person) int) string {
	if cmp == nil {
		return ""
	}
	return order(len(list), func(i, j int) int { return cmp(list[i], list[j]) })
}

func LawCompareFloats(list []float64, cmp func(a, b float64) int) string {
	if cmp == nil {
		return ""
	}
	return order(len(list), func(i, j int) int { return cmp(list[i], list[j]) })
}

// relation says what is wrong with a relation that is neither an order nor an
// equivalence.
func relation(n int, rel func(i, j int) bool) string {
	strict, equivalence := "", ""
	for i := 0; i < n; i++ {
		if rel(i, i) {
			strict = "reflexive"
		} else {
			equivalence = "not reflexive"
		}
		for j := 0; j < n; j++ {
			if rel(i, j) && rel(j, i) && i != j {
				strict = "symmetric"
			}
			if rel(i, j) != rel(j, i) {
				equivalence = "not symmetric"
			}
			for k := 0; k < n; k++ {
				if rel(i, j) && rel(j, k) && !rel(i, k) {
					return "not transitive"
				}
				none := func(i, j int) bool { return !rel(i, j) && !rel(j, i) }
				if none(i, j) && none(j, k) && !none(i, k) {
					strict = "incomparable"
				}
			}
		}
	}
	if strict == "" || equivalence == "" {
		return ""
	}
	return strict + ", " + equivalence
}

func LawLessFloats(list []float64, less func(a, b float64) bool) string {
	if less == nil {
		return ""
	}
	return relation(len(list), func(i, j int) bool { return less(list[i], list[j]) })
}

func LawLessPeople(list []*person, less func(a, b *person) bool) string {
	if less == nil {
		return ""
	}
	return relation(len(list), func(i, j int) bool { return less(list[i], list[j]) })
}

func LawLessValues(list []person, less func(a, b person) bool) string {
	if less == nil {
		return ""
	}
	return relation(len(list), func(i, j int) bool { return less(list[i], list[j]) })
}

// LawPure: the same arguments, the same results.
func LawPure(list []rune, pred func(rune) bool, mapping func(rune) rune, look func(string, int) (float64, error)) string {
	for _, r := range list {
		if pred != nil && pred(r) != pred(r) {
			return "predicate"
		}
		if mapping != nil && mapping(r) != mapping(r) {
			return "mapping"
		}
		if look == nil {
			continue
		}
		x, err := look(string(r), 1)
		y, err2 := look(string(r), 1)
		if x != y && x == x || (err == nil) != (err2 == nil) {
			return "lookup"
		}
	}
	return ""
}

// drain reads to the end and says what is wrong with the reader.
func drain(r io.Reader) string {
	p := make([]byte, 7)
	for i := 0; i < 1000; i++ {
		n, err := r.Read(p)
		switch {
		case n < 0 || n > len(p):
			return "bytes out of range"
		case err != nil:
			if m, again := r.Read(p); m > 0 || again == nil && len(p) > 0 {
				return "more after " + err.Error()
			}
			return ""
		}
	}
	return "no end"
}

func LawReader(r io.Reader) (wrong string) {
	if r == nil {
		return ""
	}
	if _, ok := r.(*io.LimitedReader); ok {
		return "" // reads from another one, which may be nil
	}
	return drain(r)
}

// iotested tests a reader whose content is known.
func Iotested(r io.Reader, content string) string {
	if err := iotest.TestReader(r, []byte(content)); err != nil {
		return err.Error()
	}
	return ""
}

type byteReader interface {
	io.Reader
	io.ByteScanner
	io.RuneReader
	io.ReaderAt
	More() bool
}

func Content(r byteReader) (string, string, string) {
	var all, runes strings.Builder
	for {
		b, err := r.ReadByte()
		if err != nil {
			break
		}
		if r.UnreadByte() != nil {
			return "unread", "", ""
		}
		if c, _ := r.ReadByte(); c != b {
			return "another byte", "", ""
		}
		all.WriteByte(b)
	}
	p := make([]byte, len(all.String()))
	r.ReadAt(p, 0)
	for r.UnreadByte() == nil {
	}
	for {
		c, size, err := r.ReadRune()
		if err != nil {
			break
		}
		if size == 1 && c == 0xFFFD {
			runes.WriteString("?")
			continue
		}
		runes.WriteRune(c)
	}
	return all.String(), string(p), runes.String()
}

func LawWriter(w io.Writer) string {
	if w == nil {
		return ""
	}
	switch w.(type) {
	case *io.PipeWriter:
		return ""
	}
	for i := 0; i < 50; i++ {
		n, err := w.Write(make([]byte, i))
		if n < 0 || n > i || n < i && err == nil {
			return fmt.Sprintf("%d of %d written, %v", n, i, err)
		}
	}
	return ""
}

func LawSort(x sort.Interface) string {
	switch x.(type) {
	case nil:
		return ""
	}
	sort.Sort(x)
	if !sort.IsSorted(x) {
		return "not sorted"
	}
	return ""
}

func LawHeap(h heap.Interface, list []int) string {
	if h == nil {
		return ""
	}
	heap.Init(h)
	for _, x := range list {
		heap.Push(h, x)
	}
	last := -1 << 63
	for h.Len() > 0 {
		x, ok := heap.Pop(h).(int)
		if !ok || x < last {
			return "out of order"
		}
		last = x
	}
	return ""
}

func LawSequence(seq func(yield func(int) bool)) string {
	if seq == nil {
		return ""
	}
	var all []int
	seq(func(x int) bool { all = append(all, x); return len(all) < 100 })
	for n := 1; n <= len(all); n++ {
		var some []int
		over := false
		seq(func(x int) bool {
			if over {
				some = append(some, -1)
			}
			some = append(some, x)
			over = len(some) == n
			return !over
		})
		if fmt.Sprint(some) != fmt.Sprint(all[:n]) {
			return fmt.Sprint(some, all)
		}
	}
	return ""
}

func LawContext(ctx context.Context) string {
	if ctx == nil {
		return ""
	}
	select {
	case <-ctx.Done():
		if ctx.Err() == nil {
			return "done without a reason"
		}
	default:
		if ctx.Err() != nil {
			return "not done, and yet a reason"
		}
	}
	return ""
}

var errOwn = errors.New("own")

func LawError(err error) string {
	if err != nil && err.Error() == "impossible" {
		return "impossible"
	}
	return ""
}

// store has a method of every sort.
type store interface {
	Next() (string, bool)
	Token() (int, error)
	Scan() bool
	Name() string
	Put(key string, values ...int) error
	Sub() store
	Pair() (int, []byte, error)
	Type() interface{}
}

func LawStore(s store) string {
	if s == nil {
		return ""
	}
	n := 0
	for {
		if _, ok := s.Next(); !ok {
			break
		}
		n++
	}
	for {
		if _, err := s.Token(); err != nil {
			break
		}
		n++
	}
	for s.Scan() {
		n++
	}
	if s.Name() != s.Name() {
		return "two names"
	}
	s.Put("", 1)
	if sub := s.Sub(); sub != nil {
		sub.Name()
	}
	s.Pair()
	s.Type()
	return ""
}

// LawChannel: receiving ends.
func LawChannel(in <-chan int, out chan<- string, both chan person) string {
	for range both {
	}
	n := 0
	for x := range in {
		n += x
	}
	for i := 0; i < 40; i++ {
		out <- "x"
	}
	return ""
}

func Received(in <-chan int) (list []int, open bool) {
	for {
		select {
		case x, ok := <-in:
			if !ok {
				return list, false
			}
			list = append(list, x)
		default:
			return list, true
		}
	}
}

func Turns(f func() (int, error)) (list []int, last string) {
	for {
		x, err := f()
		if err != nil {
			return list, err.Error()
		}
		list = append(list, x)
	}
}
