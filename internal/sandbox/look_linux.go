package sandbox

import (
	"path/filepath"
	"slices"
	"strings"
)

// maxFilesRead bounds the names that Watcher.FilesRead returns.
const maxFilesRead = 64

// recordFileRead records the file that a call asks about or opens for reading.
func (w *Watcher) recordFileRead(call string, n *notification) {
	dirfd, path, _, err := n.pathArg(call)
	if err != nil || path == "" {
		return
	}
	at, ok := absolute(procDir(n.pid), dirfd, path)
	if !ok || isSystemFile(at) {
		return
	}
	name := w.spec.Policy.fileReadName(at)
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.filesRead) < maxFilesRead && !slices.Contains(w.filesRead, name) {
		w.filesRead = append(w.filesRead, name)
	}
}

// fileReadName returns the name of a file for Watcher.FilesRead: its path, which begins with ./ for
// files in the process's own directory, because each process has a different one.
func (p *Policy) fileReadName(path string) string {
	path = filepath.Clean(path)
	for _, ownDir := range p.Write {
		real, err := filepath.EvalSymlinks(ownDir)
		for _, dir := range []string{ownDir, real} {
			if (dir == ownDir || err == nil) && beneath(path, dir) {
				return "./" + strings.TrimPrefix(strings.TrimPrefix(path, dir), "/")
			}
		}
	}
	return path
}

// isSystemFile reports whether a path belongs to the kernel, the libraries or the time zones. A
// process finds these files the same on each machine, or cannot start without them.
func isSystemFile(path string) bool {
	return slices.ContainsFunc([]string{"/proc", "/sys", "/dev"}, func(dir string) bool { return beneath(path, dir) }) ||
		slices.ContainsFunc(commonPaths, func(dir string) bool { return beneath(path, dir) }) ||
		strings.Contains(filepath.Base(path), ".so") || isZone(path)
}

// isZone reports whether package time searches a path for time zones.
func isZone(path string) bool {
	return path == "/etc/localtime" || strings.Contains(path, "/zoneinfo") || strings.HasPrefix(path, "/usr/lib/locale/TZ/") ||
		strings.HasSuffix(path, "/lib/time/zoneinfo.zip")
}
