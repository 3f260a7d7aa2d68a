package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

const inheritVar = "NEARMISS_TEST_INHERIT"

// inherit prints the descriptors that it can write to.
func inherit() {
	var list []string
	for fd := 3; fd < 2048; fd++ {
		if _, err := unix.Write(fd, []byte("gone")); err == nil {
			list = append(list, fmt.Sprint(fd))
		}
	}
	fmt.Println(strings.Join(list, " "))
}

// TestDescriptors checks that the program does not inherit open descriptors of the parent, both
// below and above the limit of descriptors.
func TestDescriptors(t *testing.T) {
	p := parts(t)
	canary, err := os.Create(filepath.Join(t.TempDir(), "canary"))
	if err != nil {
		t.Fatal(err)
	}
	defer canary.Close()
	for _, least := range []int{60, 700} {
		fd, err := unix.FcntlInt(canary.Fd(), unix.F_DUPFD, least) // without close-on-exec
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Close(fd)
	}
	for _, c := range []struct {
		parts   Parts
		watched bool
	}{{p, false}, {p, true}, {Parts{Seccomp: true}, false}, {Parts{Landlock: p.Landlock}, false}} {
		given, err := os.Create(filepath.Join(t.TempDir(), "given"))
		if err != nil {
			t.Fatal(err)
		}
		defer given.Close()
		cmd := exec.Command(os.Args[0])
		cmd.Env, cmd.ExtraFiles = []string{inheritVar + "=1"}, []*os.File{given}
		if out, _ := start(t, c.parts, cmd, Policy{}, c.watched); out != "3\n" {
			t.Errorf("%+v: wrote to descriptors %s", c, out)
		}
	}
	if info, err := canary.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("the canary has %d bytes, %v", info.Size(), err)
	}
}

// TestSetCloexecEach checks the replacement for kernels that cannot mark a range of descriptors.
func TestSetCloexecEach(t *testing.T) {
	var pipe [2]int
	if err := unix.Pipe(pipe[:]); err != nil {
		t.Fatal(err)
	}
	defer unix.Close(pipe[0])
	defer unix.Close(pipe[1])
	if err := setCloexecEach(pipe[1]); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, unix.FD_CLOEXEC} {
		if got, err := unix.FcntlInt(uintptr(pipe[i]), unix.F_GETFD, 0); err != nil || got != want {
			t.Errorf("descriptor %d of the pipe: flags %d, %v; want %d", i, got, err, want)
		}
	}
}
