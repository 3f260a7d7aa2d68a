package sandbox

import (
	"path/filepath"
	"slices"
	"strings"
)

// mostLooks bounds the names of files that are noted.
const mostLooks = 64

// lookAt notes that a call asks about a file, or opens one for reading.
func (w *Watcher) lookAt(call string, n *notice) {
	dir, path, _, err := n.path(call)
	if err != nil || path == "" {
		return
	}
	at, ok := rooted(processOf(n.pid), dir, path)
	if !ok || fixed(at) {
		return
	}
	name := w.order.Policy.nameOf(at)
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.looks) < mostLooks && !slices.Contains(w.looks, name) {
		w.looks = append(w.looks, name)
	}
}

// nameOf names a file: by its path, or beginning with ./ in the process's own directory,
// which is another one for another process.
func (p *Policy) nameOf(path string) string {
	path = filepath.Clean(path)
	for _, own := range p.Write {
		real, err := filepath.EvalSymlinks(own)
		for _, dir := range []string{own, real} {
			if (dir == own || err == nil) && beneath(path, dir) {
				return "./" + strings.TrimPrefix(strings.TrimPrefix(path, dir), "/")
			}
		}
	}
	return path
}

// fixed reports whether a path leads to what a process finds the same wherever it
// runs, or could not begin without: the kernel's files, libraries, time zones.
func fixed(path string) bool {
	return slices.ContainsFunc([]string{"/proc", "/sys", "/dev"}, func(dir string) bool { return beneath(path, dir) }) ||
		slices.ContainsFunc(anywhere, func(dir string) bool { return beneath(path, dir) }) ||
		strings.Contains(filepath.Base(path), ".so") || isZone(path)
}

// isZone reports whether a path is one at which package time looks for time zones.
func isZone(path string) bool {
	return path == "/etc/localtime" || strings.Contains(path, "/zoneinfo") || strings.HasPrefix(path, "/usr/lib/locale/TZ/") ||
		strings.HasSuffix(path, "/lib/time/zoneinfo.zip")
}
