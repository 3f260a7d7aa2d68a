package sandbox

import (
	"fmt"
	"os"
	"slices"
	"unsafe"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// assembleFilter assembles the seccomp filter. With a listener, the filter notifies it of each
// call that may reach anything outside the process. Without one, Landlock alone decides about
// files, and all calls that are not listed fail.
func (spec *launchSpec) assembleFilter(page *secret) ([]bpf.RawInstruction, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	known := func(lists ...[]string) []string {
		return slices.DeleteFunc(slices.Concat(lists...), func(name string) bool { _, ok := info.SyscallNames[name]; return !ok })
	}
	given := spec.Policy.allowedCalls()
	free, asked := [][]string{spec.Policy.internalCalls(), given}, [][]string{signalCalls, queryCalls, metadataCalls, writeCalls, openCalls, fileChangeCalls}
	switch {
	case spec.Listener == 0:
		free, asked = append(free, asked...), nil
	case spec.Policy.AllowFiles:
		free, asked = append(free, metadataCalls, writeCalls, openCalls, fileChangeCalls), [][]string{signalCalls, queryCalls}
	}
	mine := append(append(conditionalCalls(), spec.Policy.steadyClocks()...), getLimit, argEquals("execve", 0, uint64(page.pathAddr)),
		seccomp.NameWithConditions{Name: "prlimit64", Conditions: seccomp.ArgumentConditions{
			{Argument: 0, Operation: seccomp.Equal, Value: 0}, {Argument: 1, Operation: seccomp.Equal, Value: unix.RLIMIT_DATA},
			{Argument: 2, Operation: seccomp.Equal, Value: uint64(page.limitAddr)}}})
	if spec.Listener > 0 {
		mine = append(mine, argEquals("sendmsg", 1, uint64(page.msgAddr)))
	}
	mine = slices.DeleteFunc(mine, func(c seccomp.NameWithConditions) bool {
		_, ok := info.SyscallNames[c.Name]
		return !ok || slices.Contains(given, c.Name)
	})
	policy := seccomp.Policy{DefaultAction: seccompErrno, Syscalls: []seccomp.SyscallGroup{
		{Action: seccomp.ActionAllow, Names: known(free...), NamesWithCondtions: mine},
		{Action: enosys, Names: known([]string{"clone3"})}, // a filter cannot see its flags; libraries fall back to clone
		{Action: seccomp.ActionUserNotify, Names: known(asked...)},
	}}
	list, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	raw, err := bpf.Assemble(list)
	if spec.Listener > 0 {
		// The library does not accept ActionUserNotify as DefaultAction.
		refuse := bpf.RetConstant{Val: uint32(seccompErrno) | uint32(unix.EPERM)}
		for i, r := range raw {
			if r.Disassemble() == refuse {
				raw[i].K = uint32(seccomp.ActionUserNotify)
			}
		}
	}
	return raw, err
}

// installFilter installs the filter on this thread, where it also binds the executed program.
// With a listener, it sends the listener's descriptor to the watcher.
func (spec *launchSpec) installFilter(page *secret) error {
	raw, err := spec.assembleFilter(page)
	if err != nil {
		return err
	}
	code := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		code[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	prog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	flags := uintptr(unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW)
	var send func(fd int) error
	if spec.Listener > 0 {
		flags |= unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
		send = prepareSend(spec.Listener, page)
	}
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return os.NewSyscallError("seccomp", errno)
	}
	if send == nil {
		return nil
	}
	return send(int(fd))
}

// prepareSend prepares a message in the secret memory, the only place that the filter permits
// messages from. It returns a function that sends a descriptor with the message. The function
// must not make any watched system call.
func prepareSend(to int, page *secret) func(fd int) error {
	type message struct {
		header unix.Msghdr
		iov    unix.Iovec
		byte   [8]byte
		rights [64]byte
	}
	m := (*message)(unsafe.Pointer(&page.page[secretSize/2]))
	m.iov.Base = &m.byte[0]
	m.iov.SetLen(1)
	m.header.Iov = &m.iov
	m.header.SetIovlen(1)
	m.header.Control = &m.rights[0]
	return func(fd int) error {
		n := copy(m.rights[:], unix.UnixRights(fd))
		m.header.SetControllen(n)
		if _, _, errno := unix.RawSyscall(unix.SYS_SENDMSG, uintptr(to), page.msgAddr, 0); errno != 0 {
			return fmt.Errorf("cannot send the listener of the filter: %w", errno)
		}
		unix.Close(fd)
		unix.Close(to)
		return nil
	}
}
