//go:build unix

package native

import (
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"nearmiss/internal/worker"
)

// mapped maps the memory as a worker does.
func mapped(t *testing.T, m *sharedMemory) []byte {
	t.Helper()
	b, err := unix.Mmap(int(m.file.Fd()), 0, worker.SharedSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(b) })
	return b
}

// TestSharedCutOff: a worker that truncates the file which holds the memory, or
// punches a hole into it, leaves the parent with zeros, and the next worker with
// memory as good as new. On Linux the file keeps its size.
func TestSharedCutOff(t *testing.T) {
	unsealed := func() (*sharedMemory, error) {
		f, err := unlinkedFile()
		if err != nil {
			return nil, err
		}
		m := &sharedMemory{f}
		return m, m.Restore()
	}
	for _, c := range []struct {
		name   string
		make   func() (*sharedMemory, error)
		sealed bool
	}{{"sealed", newSharedMemory, runtime.GOOS == "linux"}, {"unsealed", unsealed, false}} {
		m, err := c.make()
		if err != nil {
			t.Fatal(err)
		}
		defer m.close()
		theirs, err := worker.OpenShared(mapped(t, m))
		if err != nil {
			t.Fatal(err)
		}
		theirs.StartJob(7)
		theirs.Enter([]uint64{1, 2})
		for _, size := range []int64{0, 8, worker.SharedSize + 1, 1 << 20} {
			fd, err := unix.Dup(int(m.file.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			if err = unix.Ftruncate(fd, size); (err != nil) != c.sealed {
				t.Errorf("%s: truncated to %d: %v", c.name, size, err)
			}
			unix.Close(fd)
			if v, inCall := m.Latest(); inCall != c.sealed || slices.Equal(v, []uint64{1, 2}) != c.sealed {
				t.Errorf("%s: blames %v, %v behind %d bytes", c.name, v, inCall, size)
			}
			if n := m.Counters().Runs; (n == 1) != c.sealed || n > 1 {
				t.Errorf("%s: %d runs behind %d bytes", c.name, n, size)
			}
		}
		if err := m.Restore(); err != nil {
			t.Fatal(err)
		}
		if st, err := m.file.Stat(); err != nil || st.Size() != worker.SharedSize {
			t.Errorf("%s: %v, %v", c.name, st, err)
		}
		if _, err := worker.OpenShared(mapped(t, m)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestSharedForged: a length that a worker writes does not lead to reads beyond the memory.
func TestSharedForged(t *testing.T) {
	m, err := newSharedMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	b := mapped(t, m)
	for i := range b[:worker.SharedHeader] {
		b[i] = 0xff
	}
	if v, _ := m.Latest(); v != nil {
		t.Error("blames more than there is")
	}
}
