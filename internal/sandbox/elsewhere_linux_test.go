package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const factsVar = "NEARMISS_TEST_FACTS"

// facts prints observations about the machine, one a line. Lines that must be the same on each
// machine begin with "same".
func facts() {
	host, err := os.Hostname()
	fmt.Println("host", host, err)
	fmt.Println("user", os.Getuid())
	fmt.Println("effective user", os.Geteuid())
	fmt.Println("group", os.Getgid())
	session, _ := unix.Getsid(0)
	fmt.Println("session", session == os.Getpid(), syscall.Getpgrp() == os.Getpid())
	fmt.Println("processors", runtime.NumCPU())
	fmt.Println("processors in use", runtime.GOMAXPROCS(0))
	var memory syscall.Sysinfo_t
	err = syscall.Sysinfo(&memory)
	fmt.Println("memory", memory.Totalram, err)
	var system syscall.Utsname
	err = syscall.Uname(&system)
	fmt.Println("kernel", system.Release, err)
	fmt.Println("same system", system.Sysname, system.Machine)
	size := func(path string) string {
		info, err := os.Stat(path)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(info.Size())
	}
	read := func(path string) string {
		data, err := os.ReadFile(path)
		return fmt.Sprint(len(data), err)
	}
	fmt.Println("size", size("/etc/passwd"))
	fmt.Println("release", read("/usr/lib/os-release"))
	fmt.Println("private", read("/etc/passwd"))
	fmt.Println("mounts", read("/proc/self/mounts"))
	fmt.Println("same nothing", size("/no/such/file"), read("no such file"), read(""))
	_, err = os.ReadDir("/no/such/dir")
	fmt.Println("same directory of nothing", err)
	_, err = os.Lstat("/no/such/file")
	fmt.Println("same link", err, syscall.Access("/no/such/file", 1))
	fmt.Println("same other", read("/no/such/other"))
	fmt.Println("same root", size("/") != "")
	fmt.Println("same given", read("given"), size("given"))
	fmt.Println("same written", os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), "x"), nil, 0o600))
	zone, err := time.LoadLocation("Asia/Kathmandu")
	fmt.Println("same zone", zone, err)
	directory, err := os.Getwd()
	fmt.Println("same directory", directory, err)
	os.Exit(0)
}

// TestElsewhere checks that with Policy.Elsewhere a process observes another machine and user,
// while the files of the policy and of all machines exist.
func TestElsewhere(t *testing.T) {
	p := parts(t)
	given := t.TempDir()
	if err := os.WriteFile(filepath.Join(given, "given"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	here, there := factsOf(t, p, given, Policy{}), factsOf(t, p, given, Policy{Elsewhere: true})
	if len(here) < 15 || len(here) != len(there) {
		t.Fatalf("%d facts here, %d elsewhere:\n%s", len(here), len(there), strings.Join(there, "\n"))
	}
	for i := range here {
		if same := strings.HasPrefix(here[i], "same"); same != (here[i] == there[i]) {
			t.Errorf("here %q, elsewhere %q", here[i], there[i])
		}
	}
}

func factsOf(t *testing.T, p Parts, given string, policy Policy) []string {
	t.Helper()
	own := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Dir, cmd.Env = given, []string{factsVar + "=1", "TMPDIR=" + own, "PWD=" + given}
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	policy.Read, policy.Write = []string{given}, []string{own}
	w, err := p.Watch(cmd, policy)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Begin()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

// TestPresent checks which observations change with each policy that simulates files or
// processors.
func TestPresent(t *testing.T) {
	p := parts(t)
	given := t.TempDir()
	if err := os.WriteFile(filepath.Join(given, "given"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	here := factsOf(t, p, given, Policy{})
	for _, c := range []struct {
		name   string
		policy Policy
		want   []string // lines that differ from those of the empty policy
	}{
		{"present", Policy{Present: true}, []string{
			"private 2 <nil>", "same nothing 2 2 <nil> 0 open : no such file or directory", "same directory of nothing <nil>", "same link <nil> <nil>", "same other 2 <nil>",
		}},
		{"shown", Policy{ShowHidden: true}, []string{"private 2 <nil>"}},
		{"one", Policy{Inverted: []string{"/no/such/other"}}, []string{"same other 2 <nil>"}},
		{"absent", Policy{Inverted: []string{"/usr/lib/os-release"}}, []string{"release 0 open /usr/lib/os-release: no such file or directory"}},
		{"processors", Policy{Processors: 3}, []string{"processors 3", "processors in use 3"}},
	} {
		var got []string
		for i, line := range factsOf(t, p, given, c.policy) {
			if line != here[i] {
				got = append(got, line)
			}
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}
