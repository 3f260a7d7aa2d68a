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

// wrap changes the command to start this program as launcher. listener is the descriptor of the
// socket that the launcher sends the filter's listener to, 0 for none.
func (p Parts) wrap(cmd *exec.Cmd, policy Policy, listener int) (*launchSpec, error) {
	loader, err := interpreter(cmd.Path)
	if err != nil {
		return nil, err
	}
	spec := &launchSpec{Path: cmd.Path, Execute: loader, Parts: p, Policy: policy, Keep: 3 + len(cmd.ExtraFiles), Listener: listener, Parent: os.Getpid()}
	env := cmd.Env
	if env == nil {
		env = os.Environ()
	}
	if cmd.Env, err = spec.environ(env); err != nil {
		return nil, err
	}
	cmd.Path = "/proc/self/exe"
	attr := &syscall.SysProcAttr{}
	if cmd.SysProcAttr != nil {
		*attr = *cmd.SysProcAttr
	}
	attr.Setpgid, attr.Setsid = false, true // a new session implies a new process group and has no terminal
	attr.Pdeathsig = syscall.SIGKILL
	cmd.SysProcAttr = attr
	return spec, nil
}

// interpreter returns the path of the loader that an ELF file names. It returns nil for a
// statically linked file.
func interpreter(path string) ([]string, error) {
	f, err := elf.Open(path)
	if err != nil {
		var format *elf.FormatError
		if errors.As(err, &format) || errors.Is(err, io.EOF) {
			return nil, nil // not an ELF file: execve will report the error
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

// init makes a process that was started as launcher execute the program, before main or any
// test runs. In this way each program that wraps commands can be its own launcher, test
// binaries included.
func init() {
	if os.Getenv(launchVar) == "" {
		return
	}
	runtime.LockOSThread() // the restrictions apply to one thread, which must be the one that executes the program
	spec, env, err := specFrom(os.Environ())
	if err == nil && spec.Probe {
		os.Stdout.WriteString(probe())
		os.Exit(0)
	}
	if err == nil {
		err = spec.launch(os.Args, env)
	}
	fmt.Fprintf(os.Stderr, "%s%v\n", failurePrefix, err)
	os.Exit(2)
}

// launch restricts this thread and executes the program. It returns only if that fails.
func (spec *launchSpec) launch(args, env []string) error {
	if err := setCloexecFrom(spec.Keep); err != nil {
		return err
	}
	if err := setLimits(&spec.Policy); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if spec.Parts.Landlock > 0 {
		if err := spec.applyLandlock(); err != nil {
			return fmt.Errorf("landlock: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	if os.Getppid() != spec.Parent {
		return errors.New("the parent process has ended")
	}
	argv, err := syscall.SlicePtrFromStrings(args)
	if err != nil {
		return err
	}
	envv, err := syscall.SlicePtrFromStrings(env)
	if err != nil {
		return err
	}
	page, err := newSecret(spec.Path)
	if err != nil {
		return err
	}
	if err := page.prepareMemoryLimit(spec.Policy.Memory); err != nil {
		return err
	}
	if spec.Parts.Seccomp {
		if err := spec.installFilter(page); err != nil {
			return fmt.Errorf("seccomp: %w", err)
		}
	}
	// The limit is meant for the program. The launcher may exceed it, as it does under the race
	// detector, so from here on it must not allocate memory.
	_, _, errno := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, unix.RLIMIT_DATA, page.limitAddr, 0, 0, 0)
	if errno == 0 {
		_, _, errno = unix.RawSyscall(unix.SYS_EXECVE, page.pathAddr, uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&envv[0])))
	}
	return fmt.Errorf("cannot execute %s: %w", spec.Path, errno)
}

// A secret is memory at a random address. The filter permits an execve of the path at that
// address alone, and a prlimit64 with the limit there alone. In the memory of the executed
// program the address is not mapped.
type secret struct {
	page      []byte  // the mapped memory
	pathAddr  uintptr // address of the path to execute
	msgAddr   uintptr // address of a buffer for a message
	limitAddr uintptr // address of the memory limit
}

const (
	secretSize  = 8192
	limitOffset = secretSize / 4 * 3
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
		// The address lies between the lowest mappings and the stack on all machines.
		n := binary.NativeEndian.Uint64(random[:])
		address := uintptr(1<<35 + n%(1<<38-1<<36)&^0xfff)
		got, _, errno := unix.Syscall6(unix.SYS_MMAP, address, secretSize, unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_FIXED_NOREPLACE, ^uintptr(0), 0)
		if errno != 0 || got != address {
			continue
		}
		offset := uintptr(n>>52) % (secretSize/2 - uintptr(len(path)))
		s := &secret{page: bytesAt(address, secretSize), pathAddr: address + offset, msgAddr: address + secretSize/2, limitAddr: address + limitOffset}
		copy(s.page[offset:], path)
		return s, nil
	}
	return nil, errors.New("no address is free")
}

// bytesAt returns memory outside the Go heap as a slice.
func bytesAt(address, size uintptr) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), size)
}
