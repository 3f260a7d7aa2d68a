package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// An Identity says which program ran a cell, and where.
type Identity struct{ Revision, Machine string }

// Self returns the identity of this process. The revision is the one that the go command has
// written into the program, or else that of its sources, if they are still there; + follows if
// they have changes.
func Self() Identity {
	host, _ := os.Hostname()
	return Identity{
		revision(),
		fmt.Sprintf("%s, %s, %d processors, %s", host, processorName(), runtime.NumCPU(), runtime.Version()),
	}
}

func revision() string {
	values := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			values[s.Key] = s.Value
		}
	}
	rev, changed := values["vcs.revision"], values["vcs.modified"] == "true"
	if rev == "" {
		_, file, _, _ := runtime.Caller(0)
		git := func(args ...string) ([]byte, error) {
			return exec.Command("git", append([]string{"-C", filepath.Dir(file)}, args...)...).Output()
		}
		out, err := git("rev-parse", "HEAD")
		if err != nil {
			return "unknown"
		}
		rev = strings.TrimSpace(string(out))
		out, _ = git("status", "--porcelain", "--untracked-files=no")
		changed = len(out) > 0
	}
	if rev = rev[:min(12, len(rev))]; changed {
		rev += "+"
	}
	return rev
}

// processorName returns the model name of the processor on Linux, else the architecture.
func processorName() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
