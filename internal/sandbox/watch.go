package sandbox

import (
	"os/exec"
	"slices"
	"sync"
)

// A Watcher hears of every system call by which a process in the sandbox would
// change or find out anything outside itself, before it is made.
type Watcher struct {
	order *order
	link  link

	mu      sync.Mutex
	touches int
	first   string   // of the touches since Mark
	looks   []string // names of files that the process asked about since then
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
	w.touches, w.first, w.looks = 0, "", nil
}

// Touched says how often the process has tried to change something outside
// itself since Mark, and how it tried first. Reading does not count. A call that has
// returned in the process has been heard of.
func (w *Watcher) Touched() (n int, first string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.touches, w.first
}

// Looked names the files that the process has asked about or opened for reading since
// Mark, some at most; those of the kernel, libraries and time zones do not count. Names in
// its own directory begin with ./.
func (w *Watcher) Looked() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.looks)
}

func (w *Watcher) touch(how string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.touches++; w.touches == 1 {
		w.first = how
	}
}
