// Package calls reaches harm on many ways, and seems to on others. The comment
// "refused:" of a function is what the analysis must say of it.
package calls

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"nearmiss/internal/effects/testdata/lib"
)

// refused: reaches os.Remove (file)
func direct(name string) error { return os.Remove(name) }

// refused: reaches os.Remove (file) via cleanup → removeAll
func chain(names []string) { cleanup(names) }

// refused: reaches os.Remove (file) via removeAll
func cleanup(names []string) { removeAll(names) }

// refused: reaches os.Remove (file)
func removeAll(names []string) {
	for _, n := range names {
		os.Remove(n)
	}
}

// refused: reaches os.Remove (file) via lib.Sweep → lib.drop
func across(names []string) { lib.Sweep(names) }

// refused: reaches os.RemoveAll (file) via literal.func1
func literal(name string) func() { return func() { os.RemoveAll(name) } }

// refused: reaches os.Remove (file)
func value() func(string) error { return os.Remove }

// refused: reaches (*os.File).Close (file)
func methodValue(f *os.File) func() error { return f.Close }

// refused: reaches os.Remove (file) via deferred.func1
func deferred(name string) {
	defer func() { os.Remove(name) }()
}

// refused: reaches os.Remove (file)
func started(name string) { go os.Remove(name) }

// refused: reaches os.Remove (file) via direct
func recursive(n int, name string) {
	if n > 0 {
		recursive(n-1, name)
		return
	}
	direct(name)
}

// refused: reaches os.Exit (process)
func exit() { os.Exit(1) }

// refused: reaches os.Exit (process) via log.Fatal
func fatal() { log.Fatal("x") }

// refused: reaches (*exec.Cmd).Run (process)
func command(c *exec.Cmd) error { return c.Run() }

// refused: reaches signal.Notify (signal)
func caught(c chan os.Signal) { signal.Notify(c) }

// refused: reaches syscall.Kill (signal)
func kill(pid int) error { return syscall.Kill(pid, syscall.SIGTERM) }

// refused: reaches net.Dial (network)
func dial(addr string) (net.Conn, error) { return net.Dial("tcp", addr) }

// refused: reaches debug.SetGCPercent (process state)
func collector() int { return debug.SetGCPercent(-1) }

const tracing = false

func traced(data []byte) {
	if tracing && len(data) > 0 {
		os.WriteFile("trace", data, 0o600)
	}
	if !tracing {
		return
	}
	os.Exit(1)
}

// refused: reaches os.Lstat (file) via filepath.Walk
func walk(dir string) error { return filepath.Walk(dir, nil) }

// refused: reaches (*os.File).Read (file) via fmt.Scan → fmt.Fscan → (*fmt.ss).doScan → … → io.ReadAtLeast
func scan() (n int) {
	fmt.Scan(&n)
	return n
}

type remover interface{ remove(string) error }

type disk struct{}

// refused: reaches os.Remove (file)
func (disk) remove(name string) error { return os.Remove(name) }

type memory map[string]bool

func (m memory) remove(name string) error {
	delete(m, name)
	return nil
}

// refused: reaches os.Remove (file) via disk.remove
func dispatched(name string) error {
	var r remover = disk{}
	return r.remove(name)
}

func dispatchedHarmless(name string) error {
	var r remover = memory{}
	return r.remove(name)
}

func handedIn(r remover, name string) error { return r.remove(name) }

// boxed converts the harmful type, but nobody calls the method.
func boxed() remover { return disk{} }

type loud struct{ name string }

// refused: reaches os.Remove (file)
func (l loud) String() string {
	os.Remove(l.name)
	return l.name
}

// Save is harmful, and printing does not call it.
//
// refused: reaches os.WriteFile (file)
func (l loud) Save() { os.WriteFile(l.name, nil, 0o600) }

// refused: reaches os.Remove (file) via fmt.Sprint → (*fmt.pp).doPrint → (*fmt.pp).printArg → (*fmt.pp).handleMethods → loud.String
func printed(l loud) string { return fmt.Sprint(l) }

type wrapper struct{ Inner loud }

// refused: reaches os.Remove (file) via fmt.Sprint → (*fmt.pp).doPrint → (*fmt.pp).printArg → (*fmt.pp).handleMethods → loud.String
func printedInside(w wrapper) string { return fmt.Sprint(w) }

type saver struct{ name string }

// refused: reaches os.WriteFile (file)
func (s saver) Save() { os.WriteFile(s.name, nil, 0o600) }

func printedSaver(s saver) string { return fmt.Sprintf("%v %+v", s, &s) }

// refused: reaches os.WriteFile (file) via reflect.Value.MethodByName → saver.Save
func reflected(s saver) { reflect.ValueOf(s).MethodByName("Save").Call(nil) }

type quiet struct{ Name string }

// refused: reaches os.Remove (file)
func (q quiet) MarshalJSON() ([]byte, error) {
	os.Remove(q.Name)
	return nil, nil
}

// marshalled is refused by way of encoding/json; the way there is long.
//
// refused: reaches os.Remove (file) via json.Marshal
func marshalled(q quiet) ([]byte, error) { return json.Marshal(q) }

func marshalledSaver(s saver) ([]byte, error) { return json.Marshal(s) }

type embedded struct{ *os.File }

// refused: reaches (*os.File).Write (file)
func (e embedded) save(b []byte) { e.Write(b) }

// refused: reaches (*os.File).Write (file) via (*bufio.Writer).Flush
func promoted(e embedded) error {
	w := bufio.NewWriter(e)
	return w.Flush()
}

// hook is called by hooked.
var hook = os.Remove

// refused: reaches os.Remove (file) via hook
func hooked(name string) error { return hook(name) }

var pure = strings.ToUpper

func hookedPure(s string) string { return pure(s) }

var table = map[string]func(string) error{"remove": os.Remove}

// refused: reaches os.Remove (file) via table
func tabled(name string) error { return table["remove"](name) }

// settings was read before any function runs.
var settings = strings.Fields(os.Getenv("CALLS_SETTINGS"))

func configured() bool { return slices.Contains(settings, "x") }

var late func(string)

func init() {
	late = func(name string) { os.Remove(name) }
	lib.Register(func(name string) { os.Remove(name) })
	lib.RegisterPlain(func(string) {})
}

// refused: reaches os.Remove (file) via late → init.func1
func latest(name string) { late(name) }

// refused: reaches os.Remove (file) via lib.Fire → lib.hooks → init.func2
func fired(name string) { lib.Fire(name) }

func firedPlain(name string) { lib.FirePlain(name) }

func apply[T any](x T, f func(T) error) error { return f(x) }

// refused: reaches os.Remove (file)
func generic(name string) error { return apply(name, os.Remove) }

func genericHarmless(x int) error { return apply(x, func(int) error { return nil }) }

type closer[T io.Closer] struct{ c T }

func (c closer[T]) done() error { return c.c.Close() }

// refused: reaches (*os.File).Close (file) via closer.done
func genericMethod(f *os.File) error { return closer[*os.File]{f}.done() }

var once sync.Once

// refused: reaches os.Mkdir (file) via onced.func1
func onced() { once.Do(func() { os.Mkdir("x", 0o700) }) }

// refused: reaches os.Remove (file) via sorted.func1
func sorted(names []string) {
	sort.Slice(names, func(i, j int) bool { return os.Remove(names[i]) == nil })
}

func harmlessSort(names []string) {
	sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
	sort.Sort(sort.Reverse(sort.StringSlice(names)))
	slices.SortFunc(names, strings.Compare)
}

func harmlessText(s string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %d", s, len(s))
	w := bufio.NewWriter(&b)
	w.WriteString(s)
	w.Flush()
	sc := bufio.NewScanner(strings.NewReader(s))
	for sc.Scan() {
		b.WriteString(sc.Text())
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return "", fmt.Errorf("no number: %w", err)
	}
	if errors.Is(err, io.EOF) {
		return "", errors.Join(err, io.EOF)
	}
	var buf bytes.Buffer
	io.Copy(&buf, strings.NewReader(s))
	ok := regexp.MustCompile(`^a+b*$`).MatchString(buf.String())
	return fmt.Sprint(b.String(), n, ok), nil
}

func harmlessPrint(s string) {
	fmt.Println(s)
	fmt.Printf("%s\n", s)
	fmt.Fprintln(os.Stderr, s)
	os.Stdout.WriteString(s)
	log.Print(s)
	log.Printf("%s", s)
}

func harmlessTime(s string) (time.Duration, error) {
	time.Sleep(1)
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return 0, err
	}
	_ = t.Local().String()
	d, err := time.ParseDuration(s)
	return d + time.Since(t), err
}

func harmlessProcess() string {
	runtime.GC()
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(os.Getenv("HOME"), file, strconv.Itoa(os.Getpid()))
}

func harmlessNet(s string) string {
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return net.ParseIP(s).String()
	}
	return net.JoinHostPort(host, port)
}

func harmlessJSON(b []byte) (v map[string]any, err error) {
	err = json.Unmarshal(b, &v)
	return v, err
}

func harmlessGoroutines(n int) int {
	c := make(chan int)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { c <- i })
	}
	go func() {
		wg.Wait()
		close(c)
	}()
	sum := 0
	for v := range c {
		sum += v
	}
	return sum
}

func harmlessError(err error) bool {
	var p *os.PathError
	return errors.As(err, &p) && os.IsNotExist(err) || errors.Is(err, syscall.ENOENT)
}

// refused: reaches os.Remove (file)
func fileThenState(name string) error {
	if err := os.Remove(name); err != nil {
		return err
	}
	return os.Setenv("REMOVED", name)
}
