package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
)

// A Policy says what a process in the sandbox may do beside computing. What it
// needs to start is added by itself: its own file, the loader and libraries of
// the system, and public data such as the time zones.
type Policy struct {
	Read  []string // files and directories that it may read
	Write []string // directories beneath which it may do anything to files

	Memory   int64 // bytes of data, 0 for no limit
	FileSize int64 // bytes of one file, by default 64 MiB
	Files    int   // open descriptors, by default 256

	Chdir bool // it may change its directory

	// Elsewhere has a process that is watched find itself on another machine, with
	// another user: none of the files are there but its own and what it may read by
	// this policy.
	Elsewhere bool

	// Present has a process that is watched find a small file wherever there is none, or
	// none that it may read: files of the kernel, libraries and time zones excepted.
	Present bool

	// Shown has it find a small file where only the sandbox keeps it from reading one.
	Shown bool

	// Others names files as Watcher.Looked does. A process that is watched finds the
	// opposite: none where there is one, and one as by Present where there is none.
	Others []string

	// Processors is how many a process that is watched finds, 0 for those there are.
	Processors int

	// What the user allows besides, for real: changing any file, connections,
	// starting processes.
	AllowFiles, AllowNetwork, AllowProcesses bool
}

// Parts are what a sandbox is made of.
type Parts struct {
	Landlock int  // ABI version, 0 for none
	Seccomp  bool // filters of system calls, with supervision
}

// leastABI is the first version of Landlock that knows of truncating, linking
// and renaming. Later ones add what the filter forbids anyway.
const leastABI = 3

// Missing names, in words for a sentence, what there is not; nil for a whole
// sandbox.
func (p Parts) Missing() []string {
	var list []string
	switch {
	case p.Landlock == 0:
		list = append(list, "Landlock")
	case p.Landlock < leastABI:
		list = append(list, fmt.Sprintf("Landlock version %d (this kernel has %d)", leastABI, p.Landlock))
	}
	if !p.Seccomp {
		list = append(list, "seccomp filters")
	}
	return list
}

// Whole reports whether nothing is missing.
func (p Parts) Whole() bool { return len(p.Missing()) == 0 }

// launchVar holds the order of a launcher in its environment.
const launchVar = "NEARMISS_LAUNCH"

// launchName is what a launcher is called in listings of processes.
const launchName = "nearmiss-launch"

// failure begins what a launcher says when it cannot do its work. It is worded
// like the last words of the Go runtime, so that whoever reads those finds it.
const failure = "fatal error: sandbox: "

// An order is what a launcher is told.
type order struct {
	Probe    bool     // say which parts there are, and end
	Path     string   // the file to execute
	Execute  []string // its loader
	Parts    Parts    // to make use of
	Policy   Policy
	Keep     int // descriptors below it are the program's
	Listener int // descriptor to send that of the filter to, 0 for none
	Parent   int // process that must be alive
}

// environ returns an environment with the order added.
func (o *order) environ(env []string) ([]string, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return append(env[:len(env):len(env)], launchVar+"="+string(text)), nil
}

// orderIn takes the order out of an environment.
func orderIn(env []string) (o *order, rest []string, err error) {
	for _, e := range env {
		text, ok := strings.CutPrefix(e, launchVar+"=")
		if !ok {
			rest = append(rest, e)
			continue
		}
		o = &order{}
		if err := json.Unmarshal([]byte(text), o); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", launchVar, err)
		}
	}
	return o, rest, nil
}

const defaultFileSize = 64 << 20

func (p Policy) withDefaults() Policy {
	p.FileSize = cmp.Or(p.FileSize, defaultFileSize)
	if p.Files == 0 {
		p.Files = 256
	}
	return p
}

// Wrap changes a command that is about to be started, whose path, arguments,
// directory, environment and descriptors are set, so that it runs with no more
// rights than the policy leaves. It does what the parts at hand can do: see
// Whole.
func (p Parts) Wrap(cmd *exec.Cmd, policy Policy) error {
	_, err := p.wrap(cmd, policy, 0)
	return err
}
