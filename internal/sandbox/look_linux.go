package sandbox

import (
	"fmt"
	"os"
	"strings"
)

// looks notes what is asked about files and the machine. The runtime itself asks now and
// then how many processors there are, and who else does is told by the call graph.
func (w *Watcher) looks(name string, n *notice) {
	switch name {
	case "sched_getaffinity":
		return
	case "getcwd", "getuid", "geteuid", "getgid", "getegid", "getgroups", "getresuid", "getresgid", "sysinfo", "uname":
		w.lookFor(name)
		return
	}
	_, path, _, err := n.path(name)
	if err != nil {
		path = "?"
	}
	w.lookAt(name, path)
}

// lookAt notes that a path is looked at. The empty one leads nowhere on any machine,
// and some are the same on all.
func (w *Watcher) lookAt(name, path string) {
	if path != "" && path != os.DevNull && path != "/dev/urandom" && path != "/dev/random" && !isZone(path) {
		w.lookFor(fmt.Sprintf("%s %q", name, path))
	}
}

// isZone reports whether a path is one at which package time looks for time zones.
func isZone(path string) bool {
	return path == "/etc/localtime" || strings.Contains(path, "/zoneinfo") || strings.HasPrefix(path, "/usr/lib/locale/TZ/") ||
		strings.HasSuffix(path, "/lib/time/zoneinfo.zip")
}

func (w *Watcher) lookFor(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.look == "" {
		w.look = what
	}
}
