package symexec

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// installed is how much memory the machine has, or the container if it says so; 0 if that
// is not known.
func installed() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	memory := uint64(info.Totalram) * uint64(info.Unit)
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if most, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			memory = min(memory, most)
		}
	}
	return memory
}
