// Package machine reads the machine, the process and chance. The comment "machine:" of a function is
// what the analysis must say of it: the results by number, and what is changed by name.
package machine

import (
	"bytes"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

var errLow = errors.New("low")

// machine: 0 the process
func Pid(n int) int { return os.Getppid() + n }

// machine: 1 the processors
func Beside(n int) (int, int) { return n, runtime.NumCPU() }

// machine: 0 the version of Go
func Prefix() bool { return strings.HasPrefix(runtime.Version(), "go1.26") }

// machine: 0 the machine
func Limit() uint64 {
	var lim syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_STACK, &lim); err != nil {
		return 0
	}
	return lim.Cur
}

// machine: 0 the machine
func FileSystem() int64 {
	var s syscall.Statfs_t
	syscall.Statfs("/", &s)
	return s.Type
}

// machine: 0 the flags of the test
func Mode() bool { return testing.CoverMode() == "" }

// machine: 0 the directory of the test
func Files() int {
	list, _ := filepath.Glob("*_test.go")
	return len(list)
}

// machine: 0 the clock
func Day() string { return time.Now().Weekday().String() }

// machine: 0 the clock
func Late(n int) bool { return n > 5 && time.Now().Hour() > 12 }

// machine: 0 the clock
func Stamp() string { return fmt.Sprint(time.Now().Unix()) }

var stamp = fmt.Sprint(time.Now().UnixNano())

// machine: 0 the clock
func Mark(s string) string { return stamp + s }

// machine: 0 the clock
func Took(at time.Time) string { return fmt.Sprint("took ", time.Since(at).String()) }

// machine: 0 the clock
func Turn() int64 { return time.Now().UnixNano() % 7 }

// machine: 0 chance
func Dice() bool { return rand.Intn(100) > 2 }

// machine: 0 chance
func Token() (string, error) {
	b := make([]byte, 8)
	if _, err := crand.Read(b); err != nil {
		return "", err
	}
	return string(b), nil
}

// machine: list chance
func Mix(list []int) {
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// machine: 0 the process
func Through(n int) int { return helper(n) }

// machine: 1 the process
func Second() (int, int) {
	_, pid := pair()
	n, _ := pair()
	return n, pid
}

// machine: 1 the process
func pair() (int, int) { return 1, os.Getpid() }

// machine: 0 the process
func helper(n int) int { return n * os.Getpid() }

// machine: 0 the processors
func Decides(n int) string {
	if runtime.NumCPU() > 4 {
		return "many"
	}
	return "few"
}

// machine: 1 the processors
func Behind(n int) (int, string) {
	word := "few"
	if runtime.NumCPU() > 4 {
		word = "many"
	}
	return n, word
}

type T struct{ n int }

// machine: t the process
func (t *T) Set(n int) int {
	t.n = os.Getpid()
	return n
}

// machine: t the processors
func (t *T) SetIf(n int) {
	if runtime.NumCPU() > 4 {
		t.n = n
	}
}

// machine: t the processors
func (t *T) SetThrough(n int) {
	if runtime.NumCPU() > 4 {
		t.SetPlain(n)
	}
}

func (t *T) SetPlain(n int) { t.n = n }

// machine: last the process
func SetGlobal() { last = os.Getpid() }

var last int

var started = os.Getpid()

// machine: 0 the process
func Started() int { return started }

// machine: w the process
func Prints(w *bytes.Buffer) { fmt.Fprint(w, os.Getpid()) }

// machine: 0 the process
func Literal() int {
	n := 0
	func() { n = os.Getpid() }()
	return n
}

// machine: 0 the clock
func Age(born time.Time) int { return int(time.Since(born).Hours() / 24 / 365) }

// machine: 0 the clock
func Days(until time.Time) string { return fmt.Sprint(int64(time.Until(until)) / int64(24*time.Hour)) }

// machine: 0 the clock
func Rounded(at time.Time) time.Duration { return time.Since(at).Round(24 * time.Hour) }

// machine: 0 a capacity
func Grown(n int) int {
	var list []int
	for i := range n {
		list = append(list, i)
	}
	return cap(list) - 1
}

// machine: 0 a capacity
func Room(b *bytes.Buffer) string { return fmt.Sprint("room for ", b.Available()) }

// machine: 0 an address
func Aligned(b []byte) uintptr { return uintptr(unsafe.Pointer(&b[0])) % 16 }

// These say the same everywhere.

func Outlived(at time.Time) bool { return int(time.Since(at).Hours())/24 > 7 }

func Grow(b []byte, n int) []byte {
	if cap(b)-len(b) < n {
		b = append(make([]byte, 0, 2*cap(b)+n), b...)
	}
	return b[:len(b)+n]
}

func ReadSome(r *bytes.Reader, b []byte) []byte {
	n, _ := r.Read(b[len(b):cap(b)])
	return b[:len(b)+n]
}

func Ring(ring []int, i int) int { return ring[i%cap(ring)] }

func Through8(b *[16]byte) byte { return *(*byte)(unsafe.Pointer(uintptr(unsafe.Pointer(b)) + 8)) }

func FullChannel(c chan int) int { return cap(c) }

func Marked(s string) bool { return strings.HasPrefix(s, stamp) }

type record struct {
	made time.Time
	name string
	on   bool
}

func (r *record) label() (string, bool) {
	r.made = time.Now()
	return fmt.Sprint("record ", r.name), r.on
}

func ReadSoon(c net.Conn, b []byte) (byte, error) {
	if err := c.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
		return 0, err
	}
	n, err := c.Read(b)
	return byte(n) & 15, err
}

func ReadSoonTCP(c *net.TCPConn, b []byte) int {
	c.SetDeadline(time.Now().Add(time.Second))
	n, _ := c.Read(b)
	return n % 16
}

func Expired(at time.Time) bool { return time.Now().After(at) }

func Old(at time.Time) bool { return time.Since(at) > time.Hour }

func Live(until int64) error {
	if time.Now().UnixNano() > until {
		return errLow
	}
	return nil
}

func Unused(n int) int {
	_ = os.Getpid()
	if n > 5 {
		return n
	}
	return 0
}

func Seeded(n int64) int { return rand.New(rand.NewSource(n)).Intn(100) }

func Named(pattern string) (int, error) {
	list, err := filepath.Glob(pattern)
	return len(list), err
}

func Logs(n int) int {
	fmt.Println(os.Getpid())
	return n
}

func Read() int { return last }

type link *link

// Knot has two variables that hold the addresses of each other.
//
// machine: 0 the process
func Knot(n int) bool {
	var a, b link
	if os.Getpid() > n {
		a = &b
		b = &a
	}
	return a == nil
}

// Recovered tells a stack, which the rules for texts find.
func Recovered(f func()) (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v\n%s", r, debug.Stack())
		}
	}()
	f()
	return 1, nil
}

type tosser interface{ toss(n int) bool }

type fair struct{}

// machine: 0 chance
func (fair) toss(n int) bool { return rand.Intn(2) < n }

type even struct{}

func (even) toss(n int) bool { return n%2 == 0 }

type twice struct{ of tosser }

func (t twice) toss(n int) bool { return t.of.toss(n) && t.of.toss(n) }

func Tossed(t tosser, n int) (bool, int) { return t.toss(n), n }

func newTosser() tosser { return twice{fair{}} }

var first tosser = fair{}
