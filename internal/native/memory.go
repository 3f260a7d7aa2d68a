package native

import (
	"os"
	"unsafe"

	"nearmiss/internal/worker"
)

// sharedMemory is the memory that a parent shares with its workers, one worker
// after the other. The parent reads and writes it as a file and does not map
// it. If the code under test truncates the file, a read returns fewer bytes,
// while an access to mapped memory would end the parent. A read also returns a
// copy, which cannot change between the check of a length and its use.
type sharedMemory struct{ file *os.File }

func newSharedMemory() (*sharedMemory, error) {
	f, err := sharedFile()
	if err != nil {
		return nil, err
	}
	m := &sharedMemory{f}
	if err = m.Restore(); err != nil {
		m.close()
		return nil, err
	}
	seal(f)
	return m, nil
}

func (m *sharedMemory) close() { m.file.Close() }

// Restore restores the size of the file, which a worker may have truncated, and resets it.
func (m *sharedMemory) Restore() error {
	if err := m.file.Truncate(worker.SharedSize); err != nil {
		return err
	}
	return m.Reset()
}

// Reset clears the header of the memory for another job.
func (m *sharedMemory) Reset() error {
	words := make([]uint64, worker.SharedHeader/8)
	worker.View(words).Reset()
	_, err := m.file.WriteAt(bytesOf(words), 0)
	return err
}

// SetStop asks the worker to end its job.
func (m *sharedMemory) SetStop() { m.file.WriteAt(bytesOf([]uint64{1}), worker.SharedStop) }

// Counters reads the counters.
func (m *sharedMemory) Counters() worker.Counters { return m.read(worker.SharedHeader).Counters() }

// Latest returns the input of the latest call, and whether the call is still running.
func (m *sharedMemory) Latest() (vector []uint64, inCall bool) {
	return m.read(worker.SharedSize).Latest()
}

// read returns a copy of the first size bytes of the memory. Missing bytes are zero.
func (m *sharedMemory) read(size int) *worker.Shared {
	words := make([]uint64, size/8)
	m.file.ReadAt(bytesOf(words), 0)
	return worker.View(words)
}

// bytesOf returns the memory of words as bytes.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
}

// unlinkedFile returns an open temporary file that has been removed from its directory.
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
