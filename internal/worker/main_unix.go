//go:build unix

package worker

import (
	"io"
	"os"
	"runtime"
	"syscall"

	"nearmiss/internal/probe"
)

// Main is the main function of a worker process. The parent has opened the file descriptors
// FDIn, FDOut and FDShared. Main does not return.
func Main(entries []probe.Entry, save func(), restore func(fresh bool)) {
	runtime.LockOSThread()
	shared, err := openShared(FDShared)
	if err != nil {
		die("worker: not started by nearmiss: " + err.Error())
	}
	syscall.Close(FDShared) // the mapping stays, and code that writes to descriptors cannot reach it
	for _, fd := range []int{FDIn, FDOut} {
		syscall.CloseOnExec(fd)
	}
	serve(file(FDIn), file(FDOut), shared, entries, save, restore)
	os.Exit(0)
}

func die(text string) {
	syscall.Write(2, []byte(text+"\n"))
	os.Exit(2)
}

func openShared(fd int) (*Shared, error) {
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return nil, err
	}
	b, err := syscall.Mmap(fd, 0, int(st.Size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return OpenShared(b)
}

// file is a file descriptor that bypasses the runtime's poller: its blocking calls need no
// other goroutine.
type file int

func (f file) Read(b []byte) (int, error) {
	for {
		n, err := syscall.Read(int(f), b)
		switch {
		case err == syscall.EINTR || err == syscall.EAGAIN:
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(b) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

func (f file) Write(b []byte) (int, error) {
	written := 0
	for written < len(b) {
		n, err := syscall.Write(int(f), b[written:])
		if err == syscall.EINTR || err == syscall.EAGAIN {
			continue
		}
		if err != nil {
			return written, err
		}
		written += n
	}
	return written, nil
}
