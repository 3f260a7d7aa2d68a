package native

import (
	"bytes"
	"sync"
)

// words listens to a worker's standard error for the runtime's last words:
// the latest line that begins as they do. It keeps that and nothing else,
// however much the code under test writes and however many stacks follow.
type words struct {
	mu   sync.Mutex
	line []byte // the line being written, up to maxWords bytes
	last []byte
}

const maxWords = 512

// announces reports whether a line begins as the last words do: a fault that
// the runtime noticed, a panic that nobody recovered, a signal on the
// runtime's own stack.
func announces(line []byte) bool {
	if bytes.HasPrefix(line, []byte("fatal error: ")) || bytes.HasPrefix(line, []byte("panic: ")) {
		return true
	}
	name, ok := bytes.CutPrefix(line, []byte("SIG"))
	end := bytes.Index(name, []byte(": "))
	return ok && end > 0 && !bytes.ContainsFunc(name[:end], func(r rune) bool { return r < 'A' || r > 'Z' })
}

func (w *words) Write(p []byte) (int, error) {
	n := len(p)
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		text, rest, ended := bytes.Cut(p, []byte("\n"))
		w.line = append(w.line, text[:min(len(text), maxWords-len(w.line))]...)
		if !ended {
			return n, nil
		}
		w.settle()
		p = rest
	}
}

// settle looks at a complete line.
func (w *words) settle() {
	if announces(w.line) {
		w.last = append(w.last[:0], bytes.TrimRight(w.line, "\r")...)
	}
	w.line = w.line[:0]
}

// String returns the last words, a line without its end, or nothing.
func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.last)
}
