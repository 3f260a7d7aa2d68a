package command

import (
	"os"
	"runtime"
	"testing"
	"time"
)

func TestLimit(t *testing.T) {
	for memory, want := range map[uint64]int64{0: maxHeap, 1 << 29: minHeap, 2 << 30: minHeap, 8 << 30: 2 << 30, 12 << 30: maxHeap, 1 << 40: maxHeap} {
		if got := heapLimit(memory); got != want {
			t.Errorf("with %d bytes the limit is %d, want %d", memory, got, want)
		}
	}
}

// TestGrowth: the heap stays below the limit as long as its live part is below 0.7 of it.
func TestGrowth(t *testing.T) {
	for live := uint64(0); live < 3000; live++ {
		percent := growth(live, 900)
		if heap := live + live*uint64(percent)/100; percent < leastGrowth || percent > mostGrowth || live <= 660 && heap > 900 {
			t.Errorf("%d live bytes may grow by %d percent", live, percent)
		}
	}
}

// TestOnCollection: a call follows each of several collections.
func TestOnCollection(t *testing.T) {
	calls := make(chan int)
	n := 0
	onCollection(func() {
		if n++; n <= 3 {
			calls <- n
		}
	})
	for want := 1; want <= 3; want++ {
		for got := 0; got != want; { // a collection may come before the last one is over
			runtime.GC()
			select {
			case got = <-calls:
			case <-time.After(time.Millisecond):
			}
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
