package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The tests below start this binary again as the process in the sandbox. It makes all attempts
// to do harm and prints the results.
const attemptVar = "NEARMISS_TEST_ATTEMPT"

func TestMain(m *testing.M) {
	if os.Getenv(touchVar) != "" {
		touch()
	}
	if os.Getenv(factsVar) != "" {
		facts()
	}
	if os.Getenv(inheritVar) != "" {
		inherit()
		os.Exit(0)
	}
	if base := os.Getenv(swapVar); base != "" {
		swap(base)
		os.Exit(0)
	}
	if text := os.Getenv(attackVar); text != "" {
		var a target
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			panic(err)
		}
		a.run()
		os.Exit(0)
	}
	if text := os.Getenv(attemptVar); text != "" {
		var a scene
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			panic(err)
		}
		a.run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A scene tells the process in the sandbox which files, sockets and processes to harm.
type scene struct {
	Own    string // the process's own directory
	Tree   string // directory with files file and other, link to file, directory dir
	TCP    string // address of a listener
	UDP    string // address of a listener
	Unix   string // path of a socket
	Victim int    // process id

	Only []string // names of the attempts to make, if set

	Control bool // run without a sandbox and make only the attempts listed in control, which must succeed
}

// control lists attempts that do little harm. They succeed without a sandbox.
var control = []string{
	"read", "read directory", "read root", "write", "append", "chtimes", "chmod", "mkdir", "symlink", "mkfifo",
	"rename out", "create", "tcp", "udp", "unix", "listen", "netlink", "socket pair", "start", "pidfd", "memfd", "shared map",
	"inotify", "follow link", "follow own link", "follow parent", "through proc", "process memory", "big file",
	"link", "rename in", "chdir",
}

func socket(family, kind, proto int) error {
	fd, err := unix.Socket(family, kind, proto)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

// attempts returns the attempts by name. All must fail in the sandbox.
func (a *scene) attempts() map[string]func() error {
	file, link := filepath.Join(a.Tree, "file"), filepath.Join(a.Tree, "link")
	dial := func(network, address string) error {
		c, err := net.DialTimeout(network, address, time.Second)
		if err == nil {
			c.Write([]byte("x"))
			c.Close()
		}
		return err
	}
	open := func(path string, flags int) error {
		f, err := os.OpenFile(path, flags, 0o644)
		if err == nil {
			f.Close()
		}
		return err
	}
	raw := func(nr, x, y, z uintptr) error {
		if r, _, errno := unix.Syscall6(nr, x, y, z, 0, 0, 0); errno != 0 {
			return errno
		} else if int(r) < 0 {
			return errors.New("failed")
		}
		return nil
	}
	return map[string]func() error{
		"read":             func() error { _, err := os.ReadFile(file); return err },
		"read directory":   func() error { _, err := os.ReadDir(a.Tree); return err },
		"read root":        func() error { _, err := os.ReadDir("/"); return err },
		"create":           func() error { return os.WriteFile(filepath.Join(a.Tree, "new"), nil, 0o644) },
		"write":            func() error { return open(file, os.O_WRONLY) },
		"append":           func() error { return open(file, os.O_WRONLY|os.O_APPEND) },
		"truncate open":    func() error { return open(file, os.O_RDONLY|os.O_TRUNC) },
		"truncate":         func() error { return os.Truncate(file, 0) },
		"remove":           func() error { return os.Remove(file) },
		"remove all":       func() error { return errors.Join(os.RemoveAll(a.Tree), must(os.Lstat(file))) },
		"rename":           func() error { return os.Rename(file, file+"2") },
		"rename in":        func() error { return os.Rename(file, filepath.Join(a.Own, "stolen")) },
		"rename out":       func() error { os.WriteFile("own", nil, 0o600); return os.Rename("own", filepath.Join(a.Tree, "own")) },
		"mkdir":            func() error { return os.Mkdir(filepath.Join(a.Tree, "d"), 0o755) },
		"link":             func() error { return os.Link(file, filepath.Join(a.Own, "hard")) },
		"symlink":          func() error { return os.Symlink("x", filepath.Join(a.Tree, "sym")) },
		"follow link":      func() error { return os.WriteFile(link, []byte("gone"), 0o644) },
		"follow own link":  func() error { os.Symlink(file, "mine"); return os.WriteFile("mine", []byte("gone"), 0o644) },
		"follow parent":    func() error { rel, _ := filepath.Rel(a.Own, file); return os.WriteFile(rel, nil, 0o644) },
		"through proc":     func() error { return os.WriteFile("/proc/self/root"+file, nil, 0o644) },
		"mkfifo":           func() error { return unix.Mkfifo(filepath.Join(a.Tree, "fifo"), 0o644) },
		"chmod":            func() error { return os.Chmod(file, 0o777) },
		"chown":            func() error { return os.Chown(file, os.Getuid(), os.Getgid()) },
		"chtimes":          func() error { return os.Chtimes(file, time.Unix(1, 0), time.Unix(1, 0)) },
		"xattr":            func() error { return unix.Setxattr(file, "user.x", []byte("y"), 0) },
		"chdir":            func() error { return os.Chdir("/") },
		"chroot":           func() error { return unix.Chroot(a.Own) },
		"mount":            func() error { return unix.Mount("none", a.Own, "tmpfs", 0, "") },
		"tcp":              func() error { return dial("tcp", a.TCP) },
		"udp":              func() error { return dial("udp", a.UDP) },
		"unix":             func() error { return dial("unix", a.Unix) },
		"listen":           func() error { l, err := net.Listen("tcp", "127.0.0.1:0"); _ = l; return err },
		"raw socket":       func() error { return socket(unix.AF_INET, unix.SOCK_RAW, 1) },
		"netlink":          func() error { return socket(unix.AF_NETLINK, unix.SOCK_RAW, 0) },
		"packet":           func() error { return socket(unix.AF_PACKET, unix.SOCK_RAW, 0) },
		"vsock":            func() error { return socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0) },
		"socket pair":      func() error { _, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0); return err },
		"start":            func() error { return exec.Command("/bin/true").Run() },
		"start itself":     func() error { return exec.Command("/proc/self/exe").Run() },
		"exec":             func() error { return syscall.Exec("/bin/true", []string{"true"}, nil) },
		"exec itself":      func() error { exe, _ := os.Executable(); return syscall.Exec(exe, []string{exe}, nil) },
		"fork":             func() error { return raw(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0) },
		"clone3":           func() error { return raw(unix.SYS_CLONE3, 0, 0, 0) },
		"kill":             func() error { return syscall.Kill(a.Victim, syscall.SIGKILL) },
		"kill parent":      func() error { return syscall.Kill(os.Getppid(), syscall.SIGKILL) },
		"kill group":       func() error { return syscall.Kill(0, syscall.SIGKILL) },
		"kill all":         func() error { return syscall.Kill(-1, syscall.SIGKILL) },
		"tkill":            func() error { return raw(unix.SYS_TKILL, uintptr(a.Victim), uintptr(unix.SIGKILL), 0) },
		"tgkill":           func() error { return unix.Tgkill(a.Victim, a.Victim, unix.SIGKILL) },
		"pidfd":            func() error { _, err := unix.PidfdOpen(a.Victim, 0); return err },
		"sigqueue":         func() error { return raw(unix.SYS_RT_SIGQUEUEINFO, uintptr(a.Victim), 9, 0) },
		"ptrace":           func() error { return unix.PtraceAttach(a.Victim) },
		"process memory":   func() error { _, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", a.Victim)); return err },
		"priority":         func() error { return unix.Setpriority(unix.PRIO_PROCESS, a.Victim, 19) },
		"limit of another": func() error { return unix.Prlimit(a.Victim, unix.RLIMIT_NOFILE, &unix.Rlimit{}, nil) },
		"raise limit":      func() error { return unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 1 << 40, Max: 1 << 40}) },
		"more memory":      func() error { return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: 1 << 40, Max: 1 << 40}) },
		"outlive":          func() error { return unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0) },
		"unshare":          func() error { return unix.Unshare(unix.CLONE_NEWUSER) },
		"shared memory":    func() error { return raw(unix.SYS_SHMGET, 0, 4096, 0o1600) },
		"memfd":            func() error { _, err := unix.MemfdCreate("x", 0); return err },
		"shared map": func() error {
			_, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ, unix.MAP_SHARED|unix.MAP_ANON)
			return err
		},
		"io_uring":    func() error { return raw(unix.SYS_IO_URING_SETUP, 1, 0, 0) },
		"bpf":         func() error { return raw(unix.SYS_BPF, 0, 0, 0) },
		"perf":        func() error { return raw(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0) },
		"userfaultfd": func() error { return raw(unix.SYS_USERFAULTFD, 0, 0, 0) },
		"inotify":     func() error { _, err := unix.InotifyInit1(0); return err },
		"terminal":    func() error { return open("/dev/tty", os.O_RDWR) },
		"host name":   func() error { return unix.Sethostname([]byte("x")) },
		"clock":       func() error { return unix.Settimeofday(&unix.Timeval{Sec: 1}) },
		"big file":    func() error { return tooBig(filepath.Join(a.Own, "big")) },
	}
}

func must(_ fs.FileInfo, err error) error { return err }

// tooBig tries to make a file of 1 GiB.
func tooBig(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return nil // the file system refuses, not the limit of the file size
	}
	defer os.Remove(name)
	defer f.Close()
	return f.Truncate(1 << 30)
}

// allowed returns operations by name that must succeed in the sandbox.
func (a *scene) allowed() map[string]func() error {
	return map[string]func() error{
		"write":      func() error { return os.WriteFile("mine.txt", []byte("x"), 0o600) },
		"read":       func() error { _, err := os.ReadFile("mine.txt"); return err },
		"rename":     func() error { return os.Rename("mine.txt", "yours.txt") },
		"temporary":  func() error { f, err := os.CreateTemp("", "x"); return errors.Join(err, f.Close()) },
		"mkdir":      func() error { return os.MkdirAll("a/b/c", 0o755) },
		"remove all": func() error { return os.RemoveAll("a") },
		"list":       func() error { _, err := os.ReadDir("."); return err },
		"null":       func() error { return os.WriteFile(os.DevNull, []byte("x"), 0) },
		"random":     func() error { _, err := os.Open("/dev/urandom"); return err },
		"missing": func() error {
			if _, err := os.Open("no such file"); !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("a missing file gives %v", err)
			}
			return nil
		},
		"own signal": func() error { return syscall.Kill(os.Getpid(), syscall.SIGURG) },
	}
}

// run makes the attempts and prints a line for each unexpected result, then "through".
func (a *scene) run() {
	if a.Control {
		for _, name := range control {
			if err := a.attempts()[name](); err != nil {
				fmt.Printf("%s: %v\n", name, err)
			}
		}
		fmt.Println("through")
		return
	}
	for _, name := range []string{"write", "read", "rename", "temporary", "mkdir", "remove all", "list", "null", "random", "missing", "own signal"} {
		if err := a.allowed()[name](); err != nil {
			fmt.Printf("%s: %v\n", name, err)
		}
	}
	for name, try := range a.attempts() {
		if len(a.Only) > 0 && !slices.Contains(a.Only, name) {
			continue
		}
		if err := try(); err == nil {
			fmt.Printf("%s succeeded\n", name)
		}
	}
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); name != attemptVar && name != "TMPDIR" {
			fmt.Printf("environment: %s\n", e)
		}
	}
	fmt.Println("through")
}

// manifest describes all files of a directory tree with mode, size, time and contents.
func manifest(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %v %d %v", path, info.Mode(), info.Size(), info.ModTime())
		if info.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %x", text)
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestAttempts checks that attempts to do harm fail in the sandbox. They run as the user of the
// tests and, if that is the superuser, as an ordinary user too.
func TestAttempts(t *testing.T) {
	t.Run("same user", func(t *testing.T) { tryHarm(t, nil) })
	if os.Getuid() != 0 {
		return
	}
	t.Run("ordinary user", func(t *testing.T) {
		nobody, err := user.Lookup("nobody")
		if err != nil {
			t.Skip(err)
		}
		uid, _ := strconv.Atoi(nobody.Uid)
		gid, _ := strconv.Atoi(nobody.Gid)
		tryHarm(t, &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)})
	})
}

func tryHarm(t *testing.T, as *syscall.Credential) {
	p := parts(t)
	// The directory belongs to the user of the process in the sandbox, who can reach it.
	base, err := os.MkdirTemp("", "sandbox-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(base)
	a := scene{Own: filepath.Join(base, "own"), Tree: filepath.Join(base, "tree"), Unix: filepath.Join(base, "socket")}
	for _, d := range []string{a.Own, a.Tree, filepath.Join(a.Tree, "dir")} {
		if err := os.Mkdir(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"file", "other", "dir/inner"} {
		if err := os.WriteFile(filepath.Join(a.Tree, f), []byte("precious "+f), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("file", filepath.Join(a.Tree, "link")); err != nil {
		t.Fatal(err)
	}
	exe := copyOf(t, base)
	tcp, udp, local, heard := listeners(t, a.Unix)
	a.TCP, a.UDP = tcp, udp
	_ = local
	if as != nil {
		filepath.WalkDir(base, func(path string, _ fs.DirEntry, _ error) error {
			return os.Lchown(path, int(as.Uid), int(as.Gid))
		})
		os.Chmod(base, 0o755)
	}
	victim := exec.Command("sleep", "60")
	victim.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := victim.Process.Signal(syscall.Signal(0)); err != nil {
			t.Errorf("the victim is dead: %v", err)
		}
		victim.Process.Kill()
		victim.Wait()
	}()
	a.Victim = victim.Process.Pid

	before := manifest(t, a.Tree)
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, watched := range []bool{false, true} {
		cmd := exec.Command(exe)
		cmd.Dir = a.Own
		cmd.Env = []string{attemptVar + "=" + string(text), "TMPDIR=" + a.Own}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
		policy := Policy{Write: []string{a.Own}}
		out, touches := start(t, p, cmd, policy, watched)
		if out != "through\n" {
			t.Errorf("watched %v:\n%s", watched, out)
		}
		if watched && touches < 20 {
			t.Errorf("the watcher heard of %d touches", touches)
		}
		if after := manifest(t, a.Tree); after != before {
			t.Errorf("watched %v: the tree was\n%sand is\n%s", watched, before, after)
		}
		Empty(a.Own)
	}
	if n := heard(); n != 0 {
		t.Errorf("%d connections came through", n)
	}
	if a.Control = true; as == nil {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(exe)
		cmd.Dir, cmd.Env = a.Own, []string{attemptVar + "=" + string(text), "TMPDIR=" + a.Own, "PATH=/bin:/usr/bin"}
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != "through\n" {
			t.Errorf("without a sandbox: %v\n%s", err, out)
		}
		if n := heard(); n != 3 || manifest(t, a.Tree) == before {
			t.Errorf("without a sandbox %d connections came through, and the tree is\n%s", n, manifest(t, a.Tree))
		}
	}
}

// newScene makes a scene without a victim.
func newScene(t *testing.T) scene {
	t.Helper()
	base := t.TempDir()
	a := scene{Own: filepath.Join(base, "own"), Tree: filepath.Join(base, "tree"), Unix: filepath.Join(base, "socket")}
	if err := errors.Join(os.Mkdir(a.Own, 0o777), os.Mkdir(a.Tree, 0o777), os.WriteFile(filepath.Join(a.Tree, "file"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	a.TCP, a.UDP, _, _ = listeners(t, a.Unix)
	return a
}

// start runs a command in the sandbox to its end and returns its output and touches.
func start(t *testing.T, p Parts, cmd *exec.Cmd, policy Policy, watched bool) (out string, touches int) {
	t.Helper()
	var b strings.Builder
	cmd.Stdout, cmd.Stderr = &b, &b
	if !watched {
		if err := p.Wrap(cmd, policy); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Run(); err != nil {
			t.Error(err)
		}
		return b.String(), 0
	}
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
		t.Error(err)
	}
	touches, _ = w.Touches()
	return b.String(), touches
}

// copyOf copies this program to a directory, executable for all users.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "program")
	if err := os.WriteFile(path, text, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// listeners starts listeners that attempts to connect must not reach. heard returns the number
// of connections and packets received.
func listeners(t *testing.T, path string) (tcp, udp string, local net.Listener, heard func() int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	local, err = net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	os.Chmod(path, 0o777)
	t.Cleanup(func() { l.Close(); u.Close(); local.Close() })
	return l.Addr().String(), u.LocalAddr().String(), local, func() int {
		n := 0
		soon := time.Now().Add(100 * time.Millisecond)
		l.(*net.TCPListener).SetDeadline(soon)
		local.(*net.UnixListener).SetDeadline(soon)
		u.SetDeadline(soon)
		for _, listener := range []net.Listener{l, local} {
			if _, err := listener.Accept(); err == nil {
				n++
			}
		}
		if _, _, err := u.ReadFrom(make([]byte, 8)); err == nil {
			n++
		}
		return n
	}
}
