package sandbox

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// A Policy describes the rights of a process in the sandbox beyond computing. Files that a
// process needs to start are always readable: its own executable, the loader and libraries of
// the system, and public data such as time zones.
type Policy struct {
	Read  []string // readable files and directories
	Write []string // directories beneath which all operations on files are permitted

	Memory int64 // limit in bytes of private writable memory; 0 for no limit
	Files  int   // limit of open descriptors; default 256

	Chdir bool // permits changing the working directory

	// Elsewhere makes a watched process see another machine and another user. No files
	// exist but the process's own and the files readable by this policy.
	Elsewhere bool

	// Present makes a watched process see a small file at each path that has no file or an
	// unreadable one. Files of the kernel, libraries and time zones are excepted.
	Present bool

	// ShowHidden makes a watched process see a small file in place of each file that only the
	// sandbox hides.
	ShowHidden bool

	// Inverted lists paths in the form of Watcher.FilesRead. A watched process sees the opposite
	// of the truth at each: no file where there is one, otherwise a small file as with
	// Present.
	Inverted []string

	// Processors is the number of processors that a watched process sees; 0 for the real
	// number.
	Processors int

	// Ahead is how far the clock of a watched process is ahead of the real one, or behind if it is
	// negative, as far as the process asks the kernel for the time, and not the vDSO.
	Ahead time.Duration

	// Allow… lift restrictions at the user's request: changing any file, network
	// connections, starting processes.
	AllowFiles, AllowNetwork, AllowProcesses bool
}

// Parts lists the mechanisms of a sandbox that the system provides.
type Parts struct {
	Landlock int  // ABI version, 0 for none
	Seccomp  bool // seccomp filters with user notification
}

// minABI is the first version of Landlock that controls truncating, linking and renaming.
// Later versions add rights to operations that the seccomp filter forbids anyway.
const minABI = 3

// Missing names the mechanisms that the system lacks, as words for a sentence. It returns nil
// for a whole sandbox.
func (p Parts) Missing() []string {
	var list []string
	switch {
	case p.Landlock == 0:
		list = append(list, "Landlock")
	case p.Landlock < minABI:
		list = append(list, fmt.Sprintf("Landlock version %d (this kernel has %d)", minABI, p.Landlock))
	}
	if !p.Seccomp {
		list = append(list, "seccomp filters")
	}
	return list
}

// Complete reports whether no mechanism is missing.
func (p Parts) Complete() bool { return len(p.Missing()) == 0 }

// launchVar is the environment variable that passes the launch specification.
const launchVar = "NEARMISS_LAUNCH"

// launchName is the name of a probing launcher in process listings.
const launchName = "nearmiss-launch"

// failurePrefix begins the error messages of a launcher. It is worded like a fatal error of the
// Go runtime, so that code that searches for runtime errors finds it.
const failurePrefix = "fatal error: sandbox: "

// A launchSpec tells a launcher which program to execute and which rights to give it.
type launchSpec struct {
	Probe    bool     // the launcher prints the available parts and exits
	Path     string   // the file to execute
	Execute  []string // the loader of Path; nil if Path is statically linked
	Parts    Parts    // the mechanisms to use
	Policy   Policy
	Keep     int // the program inherits the descriptors below this number
	Listener int // descriptor of the socket that receives the filter's listener, 0 for none
	Parent   int // process id of the parent; the launcher fails if the parent has ended
}

// environ returns env with the specification added.
func (spec *launchSpec) environ(env []string) ([]string, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	return append(env[:len(env):len(env)], launchVar+"="+string(text)), nil
}

// specFrom removes the specification from an environment and returns it with the remaining
// variables. spec is nil if there is none.
func specFrom(env []string) (spec *launchSpec, rest []string, err error) {
	for _, e := range env {
		text, ok := strings.CutPrefix(e, launchVar+"=")
		if !ok {
			rest = append(rest, e)
			continue
		}
		spec = &launchSpec{}
		if err := json.Unmarshal([]byte(text), spec); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", launchVar, err)
		}
	}
	return spec, rest, nil
}

// Wrap changes a command so that it runs with the rights of the policy alone. The path,
// arguments, directory, environment and descriptors of the command must be set before, and
// the command must not have been started. Wrap restricts no more than the parts p can: see
// Complete.
func (p Parts) Wrap(cmd *exec.Cmd, policy Policy) error {
	_, err := p.wrap(cmd, policy, 0)
	return err
}
