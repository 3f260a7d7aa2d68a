package sandbox

import (
	"crypto/rand"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// wrap turns the command into one that starts this program as launcher.
func (p Parts) wrap(cmd *exec.Cmd, policy Policy, listener int) (*order, error) {
	loader, err := interpreter(cmd.Path)
	if err != nil {
		return nil, err
	}
	o := &order{Path: cmd.Path, Execute: loader, Parts: p, Policy: policy.withDefaults(), Keep: 3 + len(cmd.ExtraFiles), Listener: listener, Parent: os.Getpid()}
	env := cmd.Env
	if env == nil {
		env = os.Environ()
	}
	if cmd.Env, err = o.environ(env); err != nil {
		return nil, err
	}
	cmd.Path = "/proc/self/exe"
	attr := &syscall.SysProcAttr{}
	if cmd.SysProcAttr != nil {
		*attr = *cmd.SysProcAttr
	}
	attr.Setpgid, attr.Setsid = false, true // a group of its own, and no terminal
	attr.Pdeathsig = syscall.SIGKILL
	cmd.SysProcAttr = attr
	return o, nil
}

// interpreter returns the loader that a dynamically linked file names.
func interpreter(path string) ([]string, error) {
	f, err := elf.Open(path)
	if err != nil {
		var format *elf.FormatError
		if errors.As(err, &format) || errors.Is(err, io.EOF) {
			return nil, nil // the system will say what it thinks of it
		}
		return nil, err
	}
	defer f.Close()
	for _, s := range f.Progs {
		if s.Type == elf.PT_INTERP {
			name := make([]byte, s.Filesz)
			if _, err := s.ReadAt(name, 0); err != nil {
				return nil, err
			}
			return []string{unix.ByteSliceToString(name)}, nil
		}
	}
	return nil, nil
}

// A process that was started as launcher turns into the one it launches, before
// anything of its own program runs. So every program that wraps commands, a test
// binary too, can be its own launcher.
func init() {
	if os.Getenv(launchVar) == "" {
		return
	}
	runtime.LockOSThread() // the thread that loses its rights is the one that lives on
	o, env, err := orderIn(os.Environ())
	if err == nil && o.Probe {
		os.Stdout.WriteString(probe())
		os.Exit(0)
	}
	if err == nil {
		err = o.launch(os.Args, env)
	}
	fmt.Fprintf(os.Stderr, "%s%v\n", failure, err)
	os.Exit(2)
}

// launch takes the rights away and executes the program.
func (o *order) launch(args, env []string) error {
	if err := keepBelow(o.Keep); err != nil {
		return err
	}
	if err := limits(&o.Policy); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if o.Parts.Landlock > 0 {
		if err := o.landlock(); err != nil {
			return fmt.Errorf("landlock: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	if os.Getppid() != o.Parent {
		return errors.New("the process that asked for it has ended")
	}
	argv, err := syscall.SlicePtrFromStrings(args)
	if err != nil {
		return err
	}
	envv, err := syscall.SlicePtrFromStrings(env)
	if err != nil {
		return err
	}
	page, err := newSecret(o.Path)
	if err != nil {
		return err
	}
	if err := page.bound(o.Policy.Memory); err != nil {
		return err
	}
	if o.Parts.Seccomp {
		if err := o.filter(page); err != nil {
			return fmt.Errorf("seccomp: %w", err)
		}
	}
	// The bound is for the program. The launcher may be larger, under the race
	// detector it is, and dies of anything that it asks for from here on.
	_, _, errno := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, unix.RLIMIT_DATA, page.limit, 0, 0, 0)
	if errno == 0 {
		_, _, errno = unix.RawSyscall(unix.SYS_EXECVE, page.path, uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&envv[0])))
	}
	return fmt.Errorf("cannot execute %s: %w", o.Path, errno)
}

// A secret is memory at an address that nobody else knows. The filter lets
// exactly one path be executed, the one that lies there, and one limit be set; the
// address means nothing in the memory of the program that is executed.
type secret struct {
	page  []byte
	path  uintptr // of the path
	msg   uintptr // of room for a message
	limit uintptr // of the bound of the memory
}

const (
	secretSize = 8192
	limitAt    = secretSize / 4 * 3
)

func newSecret(path string) (*secret, error) {
	if len(path) >= secretSize/2 {
		return nil, unix.ENAMETOOLONG
	}
	for range 8 {
		var random [8]byte
		if _, err := rand.Read(random[:]); err != nil {
			return nil, err
		}
		// Between the lowest addresses and the stack, on every machine.
		n := binary.NativeEndian.Uint64(random[:])
		at := uintptr(1<<35 + n%(1<<38-1<<36)&^0xfff)
		got, _, errno := unix.Syscall6(unix.SYS_MMAP, at, secretSize, unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_FIXED_NOREPLACE, ^uintptr(0), 0)
		if errno != 0 || got != at {
			continue
		}
		offset := uintptr(n>>52) % (secretSize/2 - uintptr(len(path)))
		s := &secret{page: bytesAt(at, secretSize), path: at + offset, msg: at + secretSize/2, limit: at + limitAt}
		copy(s.page[offset:], path)
		return s, nil
	}
	return nil, errors.New("no address is free")
}

// bytesAt makes a slice of memory that the collector knows nothing of.
func bytesAt(at, size uintptr) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size)
}
