// Package queue is a bounded queue of lines. It is here to be tested: try
//
//	go run ./cmd/nearmiss cover ./examples/queue
//
// Its queues are made by a constructor that may fail, are changed by calls,
// are filled from an interface, and can write a file.
package queue

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"
)

// ErrFull is returned where a queue has no room left.
var ErrFull = errors.New("queue: full")

// Queue is a queue of lines with a limit.
type Queue struct {
	lines []string
	limit int
}

// New returns an empty queue for at most limit lines.
func New(limit int) (*Queue, error) {
	if limit < 1 || limit > 1000 {
		return nil, errors.New("queue: limit out of range")
	}
	return &Queue{limit: limit}, nil
}

// Push adds a line.
func (q *Queue) Push(line string) error {
	if len(q.lines) == q.limit {
		return ErrFull
	}
	q.lines = append(q.lines, line)
	return nil
}

// Pop takes out the oldest line.
func (q *Queue) Pop() (line string, ok bool) {
	if len(q.lines) == 0 {
		return "", false
	}
	line, q.lines = q.lines[0], q.lines[1:]
	return line, true
}

// Load adds the lines of r that keep chooses, without comments.
func (q *Queue) Load(r io.Reader, keep func(line string) bool) error {
	s := bufio.NewScanner(r)
	for s.Scan() {
		line := s.Text()
		if strings.HasPrefix(line, "#") || !keep(line) {
			continue
		}
		if err := q.Push(line); err != nil {
			return err
		}
	}
	return s.Err()
}

// Save writes the lines to a file, or says that there are none.
func (q *Queue) Save(path string) error {
	if len(q.lines) == 0 {
		return errors.New("queue: nothing to save")
	}
	return os.WriteFile(path, []byte(strings.Join(q.lines, "\n")), 0o600)
}
