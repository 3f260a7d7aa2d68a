package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const touchVar = "NEARMISS_TEST_TOUCH"

// touching returns actions and the touch that the watcher reports for each.
func touching() []struct {
	name string
	how  string // prefix of the reported touch; "" for no touch
	do   func()
} {
	read := func(path string) func() { return func() { os.ReadFile(path) } }
	return []struct {
		name, how string
		do        func()
	}{
		{"nothing", "", func() {}},
		{"compute and collect", "", func() {
			kept := make([][]byte, 100)
			for i := range 10_000 {
				kept[i%100] = make([]byte, 10_000)
			}
		}},
		{"print", "", func() { fmt.Fprintln(os.Stderr, "x") }},
		{"read what is missing", "", read("no such file")},
		{"read what is missing elsewhere", "", read("/no/such/file")},
		{"read an empty name", "", read("")},
		{"read through a file", "", read("/usr/lib/os-release/x")},
		{"read its maps", "", read("/proc/self/maps")},
		{"read its program", "", read("/proc/self/exe")},
		{"read its control groups", "", read("/proc/thread-self/cgroup")},
		{"read its filters", `openat "/proc`, read("/proc/self/status")},
		{"read its filters by a thread", `openat "/proc`, read("/proc/thread-self/status")},
		{"read its limits", `openat "/proc`, read("/proc/self/limits")},
		{"read its filters in a roundabout way", `openat "/proc`, read("/proc/self/../self/status")},
		{"read its filters by its number", `openat "/proc`, read(fmt.Sprintf("/proc/%d/status", os.Getpid()))},
		{"read of others by itself", "", read("/proc/self/../../etc/passwd")},
		{"read of others by its root", "", read("/proc/self/root/etc/passwd")},
		{"read of its parent", `openat "/proc`, read(fmt.Sprintf("/proc/%d/maps", os.Getppid()))},
		{"list its descriptors", `openat "/proc`, func() { os.ReadDir("/proc/self/fd") }},
		{"open a descriptor anew", "", func() { os.Open("/proc/self/fd/1") }},
		{"write by a pipe", "", func() {
			var p [2]int
			syscall.Pipe(p[:])
			syscall.Write(p[1], []byte("x"))
			syscall.Read(p[0], make([]byte, 1))
		}},
		{"write by a descriptor that is not there", "write by descriptor 150", func() { syscall.Write(150, []byte("x")) }},
		{"write by one that is open to read", "write by descriptor", func() {
			var p [2]int
			syscall.Pipe(p[:])
			syscall.Write(p[0], []byte("x"))
		}},
		{"read by a descriptor that is not there", "", func() { syscall.Read(150, make([]byte, 1)) }},
		{"truncate by a descriptor that is not there", "ftruncate by descriptor 150", func() { syscall.Ftruncate(150, 0) }},
		{"ask for a limit", "", func() { syscall.Getrlimit(syscall.RLIMIT_DATA, new(syscall.Rlimit)) }},
		{"ask for capabilities", "", func() { unix.Capget(&unix.CapUserHeader{}, &unix.CapUserData{}) }},
		{"ask for its session", "", func() { unix.Getsid(0) }},
		{"read of the system", "", read("/usr/lib/os-release")},
		{"read null", "", read(os.DevNull)},
		{"stat", "", func() { os.Stat("/etc/shadow") }},
		{"stat an empty name", "", func() { os.Stat("") }},
		{"ask for the user", "", func() { os.Getuid() }},
		{"ask for the host", "", func() { os.Hostname() }},
		{"ask for the processors", "", func() { var set unix.CPUSet; unix.SchedGetaffinity(0, &set) }},
		{"load a time zone", "", func() { time.LoadLocation("Europe/Berlin") }},
		{"read twice", "", func() { os.ReadFile("a"); os.Stat("b"); os.ReadFile("a") }},
		{"list its own directory", "", func() { os.ReadDir(".") }},
		{"read of others", "", read("/etc/passwd")},
		{"read of others by a link", "", read("passwd")},
		{"list of others", "", func() { os.ReadDir("/") }},
		{"open to write", "openat \"own\"", func() { os.WriteFile("own", nil, 0o600) }},
		{"create what cannot be", "openat", func() { os.WriteFile("/no/such/file", nil, 0o600) }},
		{"write, make and remove an empty name", "", func() {
			os.WriteFile("", nil, 0o600)
			os.Mkdir("", 0o700)
			os.Remove("")
			os.Rename("", "x")
			os.Truncate("", 0)
		}},
		{"rename to an empty name", "renameat", func() { os.Rename("x", "") }},
		{"remove what is missing", "unlinkat", func() { os.Remove("no such file") }},
		{"connect", "socket", func() { syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0) }},
		{"signal itself", "", func() { syscall.Kill(os.Getpid(), syscall.SIGURG) }},
		{"signal its parent", "kill", func() { syscall.Kill(os.Getppid(), syscall.Signal(0)) }},
		{"catch signals", "rt_sigaction", func() { signal.Ignore(syscall.SIGWINCH) }},
		{"chdir", "chdir", func() { os.Chdir("/") }},
	}
}

// looking holds the expected result of Watcher.FilesRead for the actions that ask about files.
var looking = map[string]string{
	"read what is missing":                 "./no such file",
	"read what is missing elsewhere":       "/no/such/file",
	"read through a file":                  "/usr/lib/os-release/x",
	"read of the system":                   "/usr/lib/os-release",
	"read of others":                       "/etc/passwd",
	"read of others by a link":             "./passwd",
	"list of others":                       "/",
	"stat":                                 "/etc/shadow",
	"list its own directory":               "./",
	"read twice":                           "./a ./b",
	"write, make and remove an empty name": "./x",
}

// touch reads numbers of actions from standard input, executes each, and prints "done".
func touch() {
	for {
		var n int
		if _, err := fmt.Scanln(&n); err != nil {
			os.Exit(0)
		}
		touching()[n].do()
		fmt.Println("done")
	}
}

// TestTouched checks that the watcher reports each touch before the call returns, and reports
// nothing for other actions.
func TestTouched(t *testing.T) {
	p := parts(t)
	dir := t.TempDir()
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "passwd")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Dir, cmd.Env = dir, []string{touchVar + "=1"}
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	w, err := p.Watch(cmd, Policy{Write: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Begin()
	for i, c := range touching() {
		if i == 0 {
			fmt.Fprintln(in, 0) // wait until the process is initialized
			fmt.Fscanln(out, new(string))
		}
		w.Mark()
		fmt.Fprintln(in, i)
		var word string
		if _, err := fmt.Fscanln(out, &word); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		n, first := w.Touches()
		if (n > 0) != (c.how != "") || !strings.HasPrefix(first, c.how) {
			t.Errorf("%s: %d touches, the first %q; want %q", c.name, n, first, c.how)
		}
		if look := strings.Join(w.FilesRead(), " "); look != looking[c.name] {
			t.Errorf("%s: looked at %q, want %q", c.name, look, looking[c.name])
		}
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestSpecSurvives checks that specFrom returns the specification that environ has added to an
// environment, and all other variables.
func TestSpecSurvives(t *testing.T) {
	spec := &launchSpec{Path: "/x y", Execute: []string{"/lib/ld"}, Parts: Parts{7, true}, Policy: Policy{Write: []string{"/a"}, Memory: 5}, Listener: 6, Parent: 7}
	env, err := spec.environ([]string{"A=b", "C="})
	if err != nil {
		t.Fatal(err)
	}
	got, rest, err := specFrom(env)
	if err != nil || strings.Join(rest, " ") != "A=b C=" {
		t.Fatalf("%v, %v", rest, err)
	}
	was, _ := json.Marshal(spec)
	is, _ := json.Marshal(got)
	if string(was) != string(is) {
		t.Errorf("%s became %s", was, is)
	}
}

// TestMissing checks the names of missing parts, and that only a whole sandbox lacks none.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		parts Parts
		want  string
	}{
		{Parts{}, "Landlock; seccomp filters"},
		{Parts{Landlock: 2, Seccomp: true}, "Landlock version 3 (this kernel has 2)"},
		{Parts{Landlock: 7}, "seccomp filters"},
		{Parts{Landlock: 3, Seccomp: true}, ""},
	} {
		if got := strings.Join(c.parts.Missing(), "; "); got != c.want || c.parts.Complete() != (c.want == "") {
			t.Errorf("%+v: %q, want %q", c.parts, got, c.want)
		}
	}
}

// TestAllow checks that each Allow… option permits its operations and no others.
func TestAllow(t *testing.T) {
	p := parts(t)
	for _, c := range []struct {
		name    string
		policy  Policy
		allowed []string
	}{
		{"nothing", Policy{}, nil},
		{"files", Policy{AllowFiles: true}, []string{"read", "read root", "create", "chmod", "chtimes", "rename out"}},
		{"network", Policy{AllowNetwork: true}, []string{"tcp", "udp", "unix", "listen"}},
		{"processes", Policy{AllowProcesses: true}, []string{"start", "read root", "chdir"}},
		{"all", Policy{AllowFiles: true, AllowNetwork: true, AllowProcesses: true}, []string{"start", "create", "tcp", "udp"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, watched := range []bool{false, true} {
				a := newScene(t)
				a.Only = []string{"read", "read root", "create", "chmod", "chtimes", "rename out", "tcp", "udp", "unix", "listen", "start", "chdir"}
				text, err := json.Marshal(a)
				if err != nil {
					t.Fatal(err)
				}
				cmd := exec.Command(os.Args[0])
				cmd.Dir, cmd.Env = a.Own, []string{attemptVar + "=" + string(text), "TMPDIR=" + a.Own}
				policy := c.policy
				policy.Write = []string{a.Own}
				out, _ := start(t, p, cmd, policy, watched)
				for _, name := range a.Only {
					want := slices.Contains(c.allowed, name)
					if got := strings.Contains(out, name+" succeeded\n"); want && !got {
						t.Errorf("watched %v: %s failed", watched, name)
					} else if got && !want && (c.name == "nothing" || !related[c.name][name]) {
						t.Errorf("watched %v: %s succeeded", watched, name)
					}
				}
			}
		})
	}
}

// related lists attempts that may succeed although they are no purpose of the option.
var related = map[string]map[string]bool{
	"processes": {"read": true},
	"all":       {"read": true, "read root": true, "chmod": true, "chtimes": true, "rename out": true, "unix": true, "listen": true, "chdir": true},
}
