//go:build linux

package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// endless is a module whose search ends only by an interrupt or a limit.
var endless = map[string]string{
	"go.mod": "module example.test/endless\n\ngo 1.26\n",
	"e.go": `package endless

func Sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func Hard(a, b uint64) bool {
	if a*a*a+b*b == 0x9e3779b97f4a7c15 && a > 1<<40 {
		return true
	}
	return false
}
`,
}

// session is a process of nearmiss whose output a test reads.
type session struct {
	*testing.T
	cmd   *exec.Cmd
	dir   string // the module
	temp  string // for temporary files
	tty   *os.File
	out   screen
	errs  screen
	shown chan struct{} // closed when errs holds all output to the terminal
	done  chan struct{}
}

// screen collects the output of a process.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func prepare(t *testing.T, files map[string]string, args ...string) *session {
	t.Helper()
	return prepareCommand(t, files, append([]string{"cover"}, args...)...)
}

func prepareCommand(t *testing.T, files map[string]string, args ...string) *session {
	t.Helper()
	s := &session{T: t, dir: t.TempDir(), temp: t.TempDir(), done: make(chan struct{})}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.cmd = exec.Command("nearmiss", args...)
	s.cmd.Dir = s.dir
	s.cmd.Env = append(os.Environ(), "TMPDIR="+s.temp, "PWD="+s.dir, "TERM=xterm")
	return s
}

// start runs the process without a terminal.
func (s *session) start() {
	s.Helper()
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.errs
	if err := s.cmd.Start(); err != nil {
		s.Fatal(err)
	}
	s.watch()
}

// startOnTerminal runs the process in the foreground of a terminal with the given number of
// columns. Standard output does not go to the terminal.
func (s *session) startOnTerminal(columns uint16) {
	s.Helper()
	s.cmd.Stdout = &s.out
	tty, err := pty.StartWithAttrs(s.cmd, &pty.Winsize{Rows: 24, Cols: columns}, &syscall.SysProcAttr{Setsid: true, Setctty: true})
	if err != nil {
		s.Fatal(err)
	}
	s.tty = tty
	s.shown = make(chan struct{})
	go func() {
		io.Copy(&s.errs, tty) // until no process has the terminal open
		close(s.shown)
	}()
	s.watch()
}

func (s *session) watch() {
	go func() {
		s.cmd.Wait()
		if s.shown != nil {
			<-s.shown
		}
		close(s.done)
	}()
	s.Cleanup(func() {
		s.cmd.Process.Kill()
		<-s.done
		if s.tty != nil {
			s.tty.Close()
		}
	})
}

// patience limits the time that a test waits for an event that must happen. No result
// depends on its value.
const patience = 5 * time.Minute

// await waits until standard error, or the terminal, shows the pattern.
func (s *session) await(pattern string) {
	s.Helper()
	re := regexp.MustCompile(pattern)
	for end := time.Now().Add(patience); !re.MatchString(s.errs.String()); time.Sleep(5 * time.Millisecond) {
		select {
		case <-s.done:
			if !re.MatchString(s.errs.String()) {
				s.Fatalf("it ended without %q:\n%s\n%s", pattern, s.errs.String(), s.out.String())
			}
		default:
		}
		if time.Now().After(end) {
			s.Fatalf("%q does not come:\n%s", pattern, s.errs.String())
		}
	}
}

// ended waits for the end and returns the exit code.
func (s *session) ended() int {
	s.Helper()
	select {
	case <-s.done:
	case <-time.After(patience):
		s.Fatalf("it does not end:\n%s\n%s", s.errs.String(), s.out.String())
	}
	return s.cmd.ProcessState.ExitCode()
}

// clean checks that no process and no temporary file is left.
func (s *session) clean() {
	s.Helper()
	// Killed processes may take a moment to disappear.
	var left []string
	for range 100 {
		if left = s.relatives(); len(left) == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if len(left) > 0 {
		s.Errorf("processes left: %q", left)
	}
	files, err := os.ReadDir(s.temp)
	if err != nil {
		s.Fatal(err)
	}
	for _, f := range files {
		s.Errorf("temporary file left: %s", f.Name())
	}
}

// relatives lists the processes that have the session's temporary directory in their
// environment or command line.
func (s *session) relatives() []string {
	var found []string
	for _, kind := range []string{"environ", "cmdline"} {
		names, _ := filepath.Glob("/proc/[0-9]*/" + kind)
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err == nil && bytes.Contains(data, []byte(s.temp)) {
				line, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
				found = append(found, string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
			}
		}
	}
	return found
}

// stopped returns the field "stopped" of a JSON file.
func (s *session) stopped(data []byte) string {
	s.Helper()
	if err := checkContract(data); err != nil {
		s.Errorf("the JSON: %v\n%s", err, data)
	}
	var r struct{ Stopped string }
	if err := json.Unmarshal(data, &r); err != nil {
		s.Errorf("the JSON: %v", err)
	}
	return r.Stopped
}

func (s *session) file(name string) []byte {
	s.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.Error(err)
	}
	return data
}

const liveSearch = `\d+s searching \[#+\.+\] [0-9]+/6 branches  \S+ evaluations  \S+/s`

// Without a terminal, progress is a line every three seconds, and an interrupt reaches only
// the process itself.
func TestInterruptWhileSearching(t *testing.T) {
	t.Parallel()
	s := prepare(t, endless, "-time", "0", "-evals", "1000000000000", "-json", "-")
	s.start()
	s.await(`(?m)^cover: elapsed: \d+s, searching, branches: [3-5]/6, evaluations: [1-9]\d* \(\d+/sec\)(, symbolic runs: \d+, queries: \d+)?$`)
	s.cmd.Process.Signal(os.Interrupt)
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0", code)
	}
	if why := s.stopped([]byte(s.out.String())); why != "interrupt" {
		t.Errorf("stopped is %q, want interrupt", why)
	}
	if strings.ContainsAny(s.errs.String(), "\x1b\r") {
		t.Errorf("escape codes without a terminal: %q", s.errs.String())
	}
	for line := range strings.Lines(s.errs.String()) {
		if !strings.HasPrefix(line, "cover: elapsed: ") {
			t.Errorf("unasked for: %q", line)
		}
	}
	s.clean()
}

// On a terminal Ctrl-C reaches every process of the foreground.
func TestControlCOnATerminal(t *testing.T) {
	t.Parallel()
	s := prepare(t, endless, "-time", "0", "-evals", "1000000000000", "-w", "-json", "r.json")
	s.startOnTerminal(200)
	s.await(liveSearch)
	s.tty.WriteString("\x03")
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0:\n%s", code, s.errs.String())
	}
	if why := s.stopped(s.file("r.json")); why != "interrupt" {
		t.Errorf("stopped is %q, want interrupt", why)
	}
	if !strings.Contains(s.out.String(), "(interrupted)") || !strings.Contains(s.out.String(), "\nwrote ") {
		t.Errorf("the table:\n%s", s.out.String())
	}
	if text := string(s.file("nearmiss_test.go")); !strings.Contains(text, "func TestSignBranches(") {
		t.Errorf("the tests found so far:\n%s", text)
	}
	if strings.Contains(s.out.String(), "\x1b") {
		t.Errorf("escape codes in the table: %q", s.out.String())
	}
	s.clean()
}

// gated is the module endless with tests that wait for a file named "open".
func gated() map[string]string {
	files := maps.Clone(endless)
	files["e_test.go"] = `package endless

import (
	"os"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	for {
		if _, err := os.Stat("open"); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	os.Exit(m.Run())
}
`
	return files
}

// open creates the file that the tests of the module gated wait for.
func (s *session) open() {
	s.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, "open"), nil, 0o644); err != nil {
		s.Fatal(err)
	}
}

func TestControlCWhileTestsAreChecked(t *testing.T) {
	t.Parallel()
	s := prepare(t, gated(), "-time", "0", "-evals", "100", "-w", "-json", "r.json")
	s.startOnTerminal(200)
	s.await(`checking tests`)
	s.tty.WriteString("\x03")
	s.await(`checking tests \(interrupt again to give up\)`)
	s.open()
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0:\n%s", code, s.errs.String())
	}
	if why := s.stopped(s.file("r.json")); why != "interrupt" {
		t.Errorf("stopped is %q, want interrupt", why)
	}
	if text := string(s.file("nearmiss_test.go")); !strings.Contains(text, "func TestSignBranches(") {
		t.Errorf("the tests found so far:\n%s", text)
	}
	s.clean()
}

// The second Ctrl-C does not wait for the check of the tests.
func TestSecondControlC(t *testing.T) {
	t.Parallel()
	s := prepare(t, gated(), "-time", "0", "-evals", "100", "-w", "-json", "r.json")
	s.startOnTerminal(200)
	s.await(`checking tests`)
	s.tty.WriteString("\x03")
	s.await(`checking tests \(interrupt again to give up\)`)
	s.tty.WriteString("\x03")
	if code := s.ended(); code != exitFailure {
		t.Errorf("exit code %d, want 1:\n%s", code, s.errs.String())
	}
	s.await(`nearmiss: interrupted again; what was not written yet is lost\r\n`)
	for _, name := range []string{"nearmiss_test.go", "r.json"} {
		if _, err := os.Stat(filepath.Join(s.dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.clean()
}

func TestInterruptBeforeTheSearch(t *testing.T) {
	t.Parallel()
	s := prepare(t, endless, "-time", "0", "-w")
	s.startOnTerminal(200)
	s.await(`building`)
	s.tty.WriteString("\x03")
	switch code := s.ended(); code {
	case exitFailure:
		s.await(`nearmiss: interrupted before the search began; nothing was found yet\r\n`)
	case exitDone: // the build ended before the interrupt
		if !strings.Contains(s.out.String(), "(interrupted)") {
			t.Errorf("the table:\n%s", s.out.String())
		}
	default:
		t.Errorf("exit code %d", code)
	}
	s.clean()
}

// The progress line fits its terminal, is redrawn in place, and is removed at the end.
func TestLiveLine(t *testing.T) {
	alone(t)
	t.Parallel()
	const columns = 60
	s := prepare(t, endless, "-time", "0", "-evals", "1000000000000", "-func", "Hard")
	s.startOnTerminal(columns)
	s.await(`(?:\[[#.]{20}\] \d/4 branches(?s:.*)){10}branches  [1-9]`)
	s.cmd.Process.Signal(os.Interrupt)
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0", code)
	}
	text := s.errs.String()
	if strings.Contains(text, "\n") || !strings.HasSuffix(text, "\r\x1b[K") {
		t.Errorf("the live line leaves something behind: %q", text)
	}
	draws := strings.Split(strings.Trim(text, "\r\x1b[K"), "\r\x1b[K")
	if len(draws) < 10 {
		t.Errorf("drawn only %d times", len(draws))
	}
	for _, line := range draws {
		if n := len([]rune(line)); n >= columns {
			t.Errorf("%d columns of %d: %q", n, columns, line)
		}
	}
}

// A dumb terminal gets plain lines.
func TestDumbTerminal(t *testing.T) {
	alone(t)
	t.Parallel()
	s := prepare(t, endless, "-time", "0", "-evals", "1000000000000")
	s.cmd.Env = append(s.cmd.Env, "TERM=dumb")
	s.startOnTerminal(80)
	s.await(`(?m)^cover: elapsed: \d+s, searching, branches: \d/6, `)
	s.cmd.Process.Signal(os.Interrupt)
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0", code)
	}
	if text := s.errs.String(); strings.Contains(text, "\x1b") || strings.Contains(strings.ReplaceAll(text, "\r\n", "\n"), "\r") {
		t.Errorf("escape codes on a dumb terminal: %q", text)
	}
}
