//go:build unix

package native

import (
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"nearmiss/internal/wire"
)

// mapped is the memory as a worker has it.
func mapped(t *testing.T, m *sharedMemory) []byte {
	t.Helper()
	b, err := unix.Mmap(int(m.file.Fd()), 0, wire.SharedSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
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
		return m, m.Lay()
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
		worker, err := wire.OpenShared(mapped(t, m))
		if err != nil {
			t.Fatal(err)
		}
		worker.StartJob(7, 1)
		worker.Enter([]uint64{1, 2})
		for _, size := range []int64{0, 8, wire.SharedSize + 1, 1 << 20} {
			fd, err := unix.Dup(int(m.file.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			if err = unix.Ftruncate(fd, size); (err != nil) != c.sealed {
				t.Errorf("%s: truncated to %d: %v", c.name, size, err)
			}
			unix.Close(fd)
			b, known := m.Blame()
			if kept := c.sealed && slices.Equal(b.Vector, []uint64{1, 2}); known != kept {
				t.Errorf("%s: blames %v, %v behind %d bytes", c.name, b, known, size)
			}
			if _, known := m.Last(); known != c.sealed {
				t.Errorf("%s: behind %d bytes the last input is known: %v", c.name, size, known)
			}
			if n := m.Counters().Runs; (n == 1) != c.sealed || n > 1 {
				t.Errorf("%s: %d runs behind %d bytes", c.name, n, size)
			}
		}
		if err := m.Lay(); err != nil {
			t.Fatal(err)
		}
		if st, err := m.file.Stat(); err != nil || st.Size() != wire.SharedSize {
			t.Errorf("%s: %v, %v", c.name, st, err)
		}
		if _, err := wire.OpenShared(mapped(t, m)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestSharedForged: no length that a worker writes is believed beyond the memory.
func TestSharedForged(t *testing.T) {
	m, err := newSharedMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	b := mapped(t, m)
	for i := range b[:wire.SharedHeader] {
		b[i] = 0xff
	}
	if _, ok := m.Blame(); ok {
		t.Error("blames more than there is")
	}
	if _, ok := m.Last(); ok {
		t.Error("knows more than there is")
	}
	if c := m.Counters(); c.Covered < 0 {
		t.Errorf("%d branches", c.Covered)
	}
}
