//go:build unix

package native

import (
	"os"

	"golang.org/x/sys/unix"

	"nearmiss/internal/wire"
)

// sharedMemory is the memory that a parent and its workers, one after the
// other, both see.
type sharedMemory struct {
	*wire.Shared
	file  *os.File
	bytes []byte
}

func newSharedMemory() (*sharedMemory, error) {
	f, err := sharedFile()
	if err != nil {
		return nil, err
	}
	m := &sharedMemory{file: f}
	if err = f.Truncate(wire.SharedSize); err == nil {
		m.bytes, err = unix.Mmap(int(f.Fd()), 0, wire.SharedSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	}
	if err == nil {
		m.Shared, err = wire.NewShared(m.bytes)
	}
	if err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *sharedMemory) close() {
	if m.bytes != nil {
		unix.Munmap(m.bytes)
	}
	m.Shared, m.bytes = nil, nil
	m.file.Close()
}

// unlinkedFile returns a file whose name is gone already.
func unlinkedFile() (*os.File, error) {
	f, err := os.CreateTemp("", "nearmiss-shared-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
