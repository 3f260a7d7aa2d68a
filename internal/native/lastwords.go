package native

import (
	"bytes"
	"sync"
)

// lastWords is a writer for the standard error of a worker. It keeps the last
// line that begins like a fatal message of the Go runtime, and drops other output.
type lastWords struct {
	mu   sync.Mutex
	line []byte // the incomplete line, up to maxWords bytes
	kept []byte // the last fatal message
}

// maxWords is the maximum number of bytes of a kept line.
const maxWords = 512

// isLastWords reports whether a line begins like a fatal message of the
// runtime: a fatal error, a panic that was not recovered, or a signal on the
// stack of the runtime.
func isLastWords(line []byte) bool {
	if bytes.HasPrefix(line, []byte("fatal error: ")) || bytes.HasPrefix(line, []byte("panic: ")) {
		return true
	}
	name, ok := bytes.CutPrefix(line, []byte("SIG"))
	end := bytes.Index(name, []byte(": "))
	return ok && end > 0 && !bytes.ContainsFunc(name[:end], func(r rune) bool { return r < 'A' || r > 'Z' })
}

func (w *lastWords) Write(data []byte) (int, error) {
	n := len(data)
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		text, rest, ended := bytes.Cut(data, []byte("\n"))
		w.line = append(w.line, text[:min(len(text), maxWords-len(w.line))]...)
		if !ended {
			return n, nil
		}
		w.endLine()
		data = rest
	}
}

// endLine processes a complete line.
func (w *lastWords) endLine() {
	if isLastWords(w.line) {
		w.kept = append(w.kept[:0], bytes.TrimRight(w.line, "\r")...)
	}
	w.line = w.line[:0]
}

// String returns the last fatal message without its line end, "" if there is none.
func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.kept)
}
