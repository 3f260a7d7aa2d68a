package command

import (
	"os"
	"runtime"
	"testing"
)

func TestLimit(t *testing.T) {
	for memory, want := range map[uint64]int64{0: maxHeap, 1 << 29: minHeap, 2 << 30: minHeap, 8 << 30: 2 << 30, 12 << 30: maxHeap, 1 << 40: maxHeap} {
		if got := heapLimit(memory); got != want {
			t.Errorf("with %d bytes the limit is %d, want %d", memory, got, want)
		}
	}
}

// TestInstalled checks that the memory that Linux reports is at least that of this process.
func TestInstalled(t *testing.T) {
	if runtime.GOOS != "linux" {
		if n := physicalMemory(); n != 0 {
			t.Errorf("%d bytes", n)
		}
		return
	}
	if n := physicalMemory(); n < 1<<27 || n%uint64(os.Getpagesize()) != 0 {
		t.Errorf("%d bytes", n)
	}
}
