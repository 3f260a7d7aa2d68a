package garbage

import (
	"os"
	"runtime"
	"testing"
)

func TestLimit(t *testing.T) {
	for memory, want := range map[uint64]int64{0: plenty, 1 << 29: least, 2 << 30: least, 8 << 30: 2 << 30, 12 << 30: plenty, 1 << 40: plenty} {
		if got := limit(memory); got != want {
			t.Errorf("with %d bytes the limit is %d, want %d", memory, got, want)
		}
	}
}

// TestInstalled: what Linux says of its memory is no less than this process has.
func TestInstalled(t *testing.T) {
	if runtime.GOOS != "linux" {
		if n := installed(); n != 0 {
			t.Errorf("%d bytes", n)
		}
		return
	}
	if n := installed(); n < 1<<27 || n%uint64(os.Getpagesize()) != 0 {
		t.Errorf("%d bytes", n)
	}
}
