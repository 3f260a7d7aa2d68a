package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A link is how a watcher gets at the listener of a filter.
type link struct {
	ours, theirs *os.File // of a pair of sockets

	mu       sync.Mutex
	listener *os.File
	closed   bool
	done     chan struct{} // closed when nobody listens any more

	// For who listens; nil until they are needed.
	file               *os.File // that is there by Policy.Present
	readable, anywhere []string // what the process may read, and what is on every machine: without links
}

func (l *link) open() error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return os.NewSyscallError("socketpair", err)
	}
	unix.SetNonblock(pair[0], true)
	l.ours, l.theirs = os.NewFile(uintptr(pair[0]), "watcher"), os.NewFile(uintptr(pair[1]), "watched")
	return nil
}

// Begin begins to watch the process that was started. A process that did not
// come so far as to be watched has said on its standard error why.
func (w *Watcher) Begin() {
	l := &w.link
	if l.theirs == nil {
		return
	}
	l.theirs.Close()
	l.theirs, l.done = nil, make(chan struct{})
	go func() {
		defer close(l.done)
		if l.accept() {
			w.listen()
		}
	}()
}

// Close ends the watching. What the process tries from then on fails.
func (w *Watcher) Close() {
	l := &w.link
	l.mu.Lock()
	l.closed = true
	for _, f := range []*os.File{l.theirs, l.ours, l.listener} {
		if f != nil {
			f.Close()
		}
	}
	l.mu.Unlock()
	if l.done != nil {
		<-l.done
	}
	if l.file != nil {
		l.file.Close()
	}
}

// accept waits for the listener.
func (l *link) accept() bool {
	c, err := l.ours.SyscallConn()
	if err != nil {
		return false
	}
	fd := -1
	c.Read(func(sock uintptr) bool {
		var b [1]byte
		var rights [64]byte
		_, n, _, _, err := unix.Recvmsg(int(sock), b[:], rights[:], unix.MSG_CMSG_CLOEXEC)
		if errors.Is(err, unix.EAGAIN) {
			return false
		}
		if msgs, err := unix.ParseSocketControlMessage(rights[:max(n, 0)]); err == nil && len(msgs) == 1 {
			if fds, err := unix.ParseUnixRights(&msgs[0]); err == nil && len(fds) == 1 {
				fd = fds[0]
			}
		}
		return true
	})
	if fd < 0 {
		return false
	}
	unix.SetNonblock(fd, true)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		unix.Close(fd)
		return false
	}
	l.listener = os.NewFile(uintptr(fd), "listener")
	return true
}

// A notice is one call that waits for an answer, as the kernel lays it out.
type notice struct {
	id    uint64
	pid   uint32 // of the thread
	flags uint32
	nr    int32
	arch  uint32
	at    uint64
	args  [6]uint64
}

// A reply is the answer.
type reply struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// listen answers until the process is dead or the watcher closed.
func (w *Watcher) listen() {
	c, err := w.link.listener.SyscallConn()
	if err != nil {
		panic(fmt.Sprintf("sandbox: BUG: %v", err))
	}
	for over := false; !over; {
		err := c.Read(func(fd uintptr) bool {
			list := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
			if n, err := unix.Poll(list, 0); n == 0 || err != nil {
				return false
			}
			if list[0].Revents&unix.POLLIN == 0 {
				over = true // the process is dead
				return true
			}
			w.answer(fd)
			return true
		})
		over = over || err != nil
	}
}

// answer takes one call and answers it. A call whose thread has died by now
// needs none.
func (w *Watcher) answer(fd uintptr) {
	var n notice
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&n))); errno != 0 {
		return
	}
	r := reply{id: n.id}
	how, proceed := w.judge(&n)
	if how != "" {
		w.touch(how)
	}
	switch {
	case !proceed:
		r.errno = -int32(unix.EPERM)
	case !w.played(fd, &n, &r):
		r.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
	}
	unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&r)))
}
