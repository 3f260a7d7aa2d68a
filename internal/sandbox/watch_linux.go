package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A listenerLink passes the listener of a filter from the launcher to the watcher.
type listenerLink struct {
	watcherEnd, processEnd *os.File // a pair of sockets

	mu       sync.Mutex
	listener *os.File // listener of the seccomp filter
	closed   bool
	done     chan struct{} // closed when the watcher has stopped

	// Used while serving; nil until needed.
	placeholder          *os.File // the small file of Policy.Present
	readable, everywhere []string // paths that the process may read, and paths that exist on every machine, without symbolic links
}

func (l *listenerLink) open() error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return os.NewSyscallError("socketpair", err)
	}
	unix.SetNonblock(pair[0], true)
	l.watcherEnd, l.processEnd = os.NewFile(uintptr(pair[0]), "watcher"), os.NewFile(uintptr(pair[1]), "watched")
	return nil
}

// Begin begins to watch the started process. If the launcher fails before it has installed the
// filter, it prints the reason on standard error.
func (w *Watcher) Begin() {
	l := &w.link
	if l.processEnd == nil {
		return
	}
	l.processEnd.Close()
	l.processEnd, l.done = nil, make(chan struct{})
	go func() {
		defer close(l.done)
		if l.acceptListener() {
			w.serve()
		}
	}()
}

// Close ends the watching. Watched calls of the process fail from then on.
func (w *Watcher) Close() {
	link := &w.link
	link.mu.Lock()
	link.closed = true
	for _, f := range []*os.File{link.processEnd, link.watcherEnd, link.listener} {
		if f != nil {
			f.Close()
		}
	}
	link.mu.Unlock()
	if link.done != nil {
		<-link.done
	}
	if link.placeholder != nil {
		link.placeholder.Close()
	}
}

// acceptListener waits for the listener of the filter. It reports whether the launcher has sent
// one.
func (l *listenerLink) acceptListener() bool {
	c, err := l.watcherEnd.SyscallConn()
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

// A notification is the kernel's struct seccomp_notif: a system call that waits for a response.
type notification struct {
	id          uint64
	pid         uint32 // id of the thread
	flags       uint32
	nr          int32
	arch        uint32
	instruction uint64
	args        [6]uint64
}

// A response is the kernel's struct seccomp_notif_resp.
type response struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// serve responds to notifications until the process is dead or the watcher is closed.
func (w *Watcher) serve() {
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
			w.respond(fd)
			return true
		})
		over = over || err != nil
	}
}

// respond receives one notification and responds to it. It does nothing if the thread of the
// call has died meanwhile.
func (w *Watcher) respond(fd uintptr) {
	var request notification
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&request))); errno != 0 {
		return
	}
	resp := response{id: request.id}
	how, proceed := w.judge(&request)
	if how != "" {
		w.touch(how)
	}
	switch {
	case !proceed:
		resp.errno = -int32(unix.EPERM)
	case !w.simulate(fd, &request, &resp):
		resp.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
	}
	unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&resp)))
}
