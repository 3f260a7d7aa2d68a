package sandbox

import (
	"os/exec"
	"slices"
	"sync"
)

// A Watcher is notified of each system call by which a process in the sandbox would change or
// query anything outside itself, before the kernel executes the call.
type Watcher struct {
	spec *launchSpec
	link listenerLink

	mu         sync.Mutex
	touches    int      // since Mark
	firstTouch string   // description of the first attempt, since Mark, to change something outside the process
	filesRead  []string // names of the files that the process has asked about since Mark
}

// Watch does the same as Wrap and returns a watcher. The caller must call Begin after it has
// started the command, and Close in every case. Without seccomp the watcher sees no calls.
//
// The rights of the process are the same as with Wrap: Landlock decides about files, and the
// watcher refuses the calls that the filter of Wrap refuses.
func (p Parts) Watch(cmd *exec.Cmd, policy Policy) (*Watcher, error) {
	watcher := &Watcher{}
	if !p.Seccomp {
		spec, err := p.wrap(cmd, policy, 0)
		watcher.spec = spec
		return watcher, err
	}
	if err := watcher.link.open(); err != nil {
		return nil, err
	}
	spec, err := p.wrap(cmd, policy, 3+len(cmd.ExtraFiles))
	if err != nil {
		watcher.Close()
		return nil, err
	}
	watcher.spec = spec
	cmd.ExtraFiles = append(cmd.ExtraFiles[:len(cmd.ExtraFiles):len(cmd.ExtraFiles)], watcher.link.processEnd)
	return watcher, nil
}

// Mark resets the touches and the names of files.
func (w *Watcher) Mark() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.touches, w.firstTouch, w.filesRead = 0, "", nil
}

// Touches returns how often the process has tried to change something outside itself since
// Mark, and the first attempt as text. Reading does not count. Each call that has returned in
// the process is included.
func (w *Watcher) Touches() (n int, first string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.touches, w.firstTouch
}

// FilesRead returns the names of the files that the process has asked about or opened for reading
// since Mark, at most 64 names. It leaves out files of the kernel, libraries and time zones.
// Names in the process's own directory begin with ./.
func (w *Watcher) FilesRead() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.filesRead)
}

func (w *Watcher) touch(how string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.touches++; w.touches == 1 {
		w.firstTouch = how
	}
}
