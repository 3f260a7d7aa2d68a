package sandbox

import (
	"os/exec"
	"sync"
)

// A Watcher hears of every system call by which a process in the sandbox would
// reach anything outside itself, before it is made.
type Watcher struct {
	order *order
	link  link

	mu      sync.Mutex
	touches int
	first   string // of the touches since Mark
	look    string // the first question since then
}

// Watch is Wrap, and returns a watcher. After the command has been started,
// Begin must be called, and in every case Close.
//
// What the process may do stays the same: files are Landlock's matter, and the
// rest is refused.
func (p Parts) Watch(cmd *exec.Cmd, policy Policy) (*Watcher, error) {
	w := &Watcher{}
	if !p.Seccomp {
		o, err := p.wrap(cmd, policy, 0)
		w.order = o
		return w, err
	}
	if err := w.link.open(); err != nil {
		return nil, err
	}
	o, err := p.wrap(cmd, policy, 3+len(cmd.ExtraFiles))
	if err != nil {
		w.Close()
		return nil, err
	}
	w.order = o
	cmd.ExtraFiles = append(cmd.ExtraFiles[:len(cmd.ExtraFiles):len(cmd.ExtraFiles)], w.link.theirs)
	return w, nil
}

// Mark forgets what there was.
func (w *Watcher) Mark() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.touches, w.first, w.look = 0, "", ""
}

// Touched says how often the process has tried to reach something outside
// itself since Mark, and how it tried first. Reading what does not exist, or
// what everybody may read, does not count: it is the same in a sandbox and
// outside. A call that has returned in the process has been heard of.
func (w *Watcher) Touched() (n int, first string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.touches, w.first
}

// Looked says how the process has first asked since Mark what may be otherwise on
// another machine: what files there are, who the user is. "" if it has not. What the
// runtime asks by itself does not count, nor do time zones.
func (w *Watcher) Looked() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.look
}

func (w *Watcher) touch(how string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.touches++; w.touches == 1 {
		w.first = how
	}
}
