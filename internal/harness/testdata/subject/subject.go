// Package subject holds a function for every kind of parameter. Functions
// whose name begins with Same return their parameter.
package subject

import (
	"bufio"
	"errors"
	"io"
	"os"
	"sync"
	tmpl "text/template/parse"
	"time"
)

type (
	flag   bool
	word   uint16
	length float32
	name   string
	names  []name
	table  map[name]*node
	place  *node
	buffer []byte
)

type node struct {
	next, prev *node
	kids       []node
	val        int8
	_          int32
}

type device struct {
	reader   io.Reader
	buffered *bufio.Reader
	n        int
}

type pair[A, B any] struct {
	a A
	b B
}

type embeds struct {
	*node
	pair[int16, string]
	time.Duration
	anon struct {
		x, y float64
	}
}

type locked struct {
	mu sync.Mutex
	n  int
}

func SameBool(x bool) bool                                                 { return x }
func SameFlag(x flag) flag                                                 { return x }
func SameInt8(x int8) int8                                                 { return x }
func SameInts(a int16, b int32, c int64, d int) (int16, int32, int64, int) { return a, b, c, d }
func SameUints(a uint8, b word, c uint32, d uint64, e uint, f uintptr) (uint8, word, uint32, uint64, uint, uintptr) {
	return a, b, c, d, e, f
}
func SameFloats(a float32, b float64, c length) (float32, float64, length) { return a, b, c }
func SameComplex(a complex64, b complex128) (complex64, complex128)        { return a, b }
func SameString(a string, b name) (string, name)                           { return a, b }
func SameBytes(a []byte, b buffer, c []rune) ([]byte, buffer, []rune)      { return a, b, c }
func SameNested(a [][]string, b [3][2]int16, c [0]int) ([][]string, [3][2]int16, [0]int) {
	return a, b, c
}
func SameMaps(a map[int8]string, b map[string][]uint8, c map[[2]bool]float64, d map[pair[float32, bool]]struct{}) (map[int8]string, map[string][]uint8, map[[2]bool]float64, map[pair[float32, bool]]struct{}) {
	return a, b, c, d
}
func SamePointers(a *int, b **string, c *[]int8) (*int, **string, *[]int8) { return a, b, c }
func SameNode(x *node) *node                                               { return x }
func SameTree(x node) node                                                 { return x }
func SameTable(x table, y place, z names) (table, place, names)            { return x, y, z }
func SameEmbeds(x embeds) embeds                                           { return x }
func SameAnonymous(x struct{ a, b int }) struct{ a, b int }                { return x }
func SameForeign(x time.Duration, y *tmpl.Tree) (time.Duration, string)    { return x, "" }
func SameEmptyStructs(x []struct{}, y struct{}) ([]struct{}, struct{})     { return x, y }
func SameVariadic(x ...int16) []int16                                      { return x }
func SameDevice(x *device) *device                                         { return x }
func SameUnnamed(int, string) (int, string)                                { return 0, "" }

func (n *node) Sum(_ int, len string) (total int, err error) {
	seen := map[*node]bool{}
	for ; n != nil && !seen[n]; n = n.next {
		seen[n] = true
		total += int(n.val)
		n.val = 0
	}
	if total < 0 {
		return total, errors.New("negative " + len)
	}
	return total, nil
}

func (l length) Twice() length { return 2 * l }

func (l *locked) Add(d int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n += d
	return l.n
}

// Cyclic returns what has no end.
func Cyclic() *circle {
	c := new(circle)
	c.next = c
	return c
}

type circle struct {
	next *circle
	n    int
}

type bad struct{}

func (*bad) Error() string { panic("no message") }

// Errors returns errors of every sort.
func Errors() (a, b, c error) { return nil, errors.New("plain"), (*bad)(nil) }

var errLoad = errors.New("load")

type both []error

func (b both) Error() string   { return "load" }
func (b both) Unwrap() []error { return b }

type loading struct{ error }

// Origins returns errors that are or wrap errLoad, and two that only read like it.
func Origins() (is, wraps, joins, embeds, reads error) {
	return errLoad, &os.PathError{Op: "open", Err: errLoad}, both{nil, io.EOF, errLoad}, loading{errLoad}, errors.New("load")
}

// Large returns a value that is not worth reporting.
func Large() ([]int, string, map[int]int) {
	m := map[int]int{}
	for i := 0; i < 1<<15; i++ {
		m[i] = i
	}
	return make([]int, 1<<20), string(make([]byte, 1<<20)), m
}

// Sorted returns a map with many entries.
func Sorted() map[int16]name {
	m := map[int16]name{}
	for i := -500; i < 500; i++ {
		m[int16(i*7)] = name(rune('a' + i&15))
	}
	return m
}

// Opaque returns what is nil or not.
func Opaque(f bool) (io.Reader, func(), chan int, map[any]int, error) {
	if f {
		return nil, nil, nil, nil, nil
	}
	return eof{}, func() {}, make(chan int), map[any]int{}, io.EOF
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// What is made in one of several ways.
func Reads(r io.Reader) int {
	if r == nil {
		return -1
	}
	n, _ := r.Read(make([]byte, 9))
	return n
}
func Calls(f func(int) bool) bool     { return f != nil && f(1) }
func Keys(m map[any]int) int          { return len(m) }
func Deep(x [][]map[string]*chan int) {}
func Channels(c <-chan int) int {
	select {
	case x := <-c:
		return x
	default:
		return -1
	}
}

// What is not searched.
func Huge(x [1 << 20]int) int                          { return x[0] }
func Made(w *bufio.Writer)                             {}
func init()                                            { counter = 3 }
func _()                                               {}
func Foreign(x *time.Time) (time.Time, *time.Location) { return *x, x.Location() }
