package command

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// scene shows harm outside the file system: it holds a process that must stay alive, and
// listeners that must receive no connection.
type scene struct {
	victim *exec.Cmd
	stream []net.Listener
	packet net.PacketConn
}

type sceneKey struct{}

// cmdScene starts a scene and writes a Go file with its process id and addresses.
func cmdScene(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: scene file.go directory")
	}
	file, dir := ts.MkAbs(args[0]), ts.MkAbs(args[1])
	s := &scene{victim: exec.Command("sleep", "600")}
	ts.Check(s.victim.Start())
	ts.Defer(func() { s.victim.Process.Kill(); s.victim.Wait() })
	for _, where := range [][2]string{{"tcp", "127.0.0.1:0"}, {"unix", filepath.Join(dir, "socket")}} {
		l, err := net.Listen(where[0], where[1])
		ts.Check(err)
		ts.Defer(func() { l.Close() })
		s.stream = append(s.stream, l)
	}
	var err error
	s.packet, err = net.ListenPacket("udp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { s.packet.Close() })
	ts.Setenv("SCENE", "set")
	*ts.Value(sceneKey{}).(*scene) = *s
	text := fmt.Sprintf("package harm\n\nconst (\n\tcanary = %q\n\ttcp = %q\n\tudp = %q\n\tvictim = %d\n)\n",
		dir, s.stream[0].Addr(), s.packet.LocalAddr(), s.victim.Process.Pid)
	ts.Check(os.WriteFile(file, []byte(text), 0o666))
}

// cmdUnharmed asserts that the scene's process is alive and its listeners received nothing.
func cmdUnharmed(ts *testscript.TestScript, neg bool, args []string) {
	s := ts.Value(sceneKey{}).(*scene)
	if neg || len(args) > 0 || s.victim == nil {
		ts.Fatalf("usage: scene first, then unharmed")
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.victim.Process.Pid))
	if err != nil || strings.Contains(string(stat), ") Z ") {
		ts.Fatalf("the victim is dead")
	}
	soon := time.Now().Add(50 * time.Millisecond)
	for _, l := range s.stream {
		l.(interface{ SetDeadline(time.Time) error }).SetDeadline(soon)
		if c, err := l.Accept(); err == nil {
			ts.Fatalf("%s: a connection from %v", l.Addr(), c.RemoteAddr())
		}
	}
	s.packet.SetDeadline(soon)
	if n, from, err := s.packet.ReadFrom(make([]byte, 100)); err == nil {
		ts.Fatalf("%s: %d bytes from %v", s.packet.LocalAddr(), n, from)
	}
}

// withoutLandlock is the command on a system whose kernel has no Landlock.
func withoutLandlock() {
	missing := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}, // the number of the call
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_LANDLOCK_CREATE_RULESET, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(syscall.ENOSYS)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	prog := unix.SockFprog{Len: uint16(len(missing)), Filter: &missing[0]}
	// For all threads: the tool may start the sandbox from any.
	runtime.LockOSThread()
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	if err != nil || errno != 0 {
		fmt.Fprintln(os.Stderr, "cannot do without Landlock:", err, errno)
		os.Exit(3)
	}
	runtime.UnlockOSThread()
	nearmiss()
}
