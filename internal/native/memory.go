package native

import (
	"os"
	"unsafe"

	"nearmiss/internal/worker"
)

// sharedMemory is the memory that a parent and its workers, one after the
// other, both see. The parent reads and writes the file and does not map it:
// whatever the code under test does to the file, reading it says less, and an
// access to memory would end the process. What is read is a copy, too, which
// does not change between a look at a length and the use of it.
type sharedMemory struct{ file *os.File }

func newSharedMemory() (*sharedMemory, error) {
	f, err := sharedFile()
	if err != nil {
		return nil, err
	}
	m := &sharedMemory{f}
	if err = m.Lay(); err != nil {
		m.close()
		return nil, err
	}
	seal(f)
	return m, nil
}

func (m *sharedMemory) close() { m.file.Close() }

// Lay lays out the memory for another worker: the last one may have cut it off.
func (m *sharedMemory) Lay() error {
	if err := m.file.Truncate(worker.SharedSize); err != nil {
		return err
	}
	return m.Reset()
}

// Reset lays out the memory for another job.
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

// Latest returns the input of the latest call, as worker.Shared does.
func (m *sharedMemory) Latest() (vector []uint64, inCall bool) {
	return m.read(worker.SharedSize).Latest()
}

// read copies the first bytes of the memory. What is not there is zero.
func (m *sharedMemory) read(size int) *worker.Shared {
	words := make([]uint64, size/8)
	m.file.ReadAt(bytesOf(words), 0)
	return worker.View(words)
}

// bytesOf are the bytes of words as they lie in memory.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
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
