package experiment

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A Journal keeps records in a file of JSON lines, so that a campaign that was
// ended goes on where it was. It is not safe for concurrent use.
type Journal[K comparable, V any] struct {
	Done map[K]*V

	key  func(*V) K
	file *os.File
}

// OpenJournal reads the records of a file, and makes it if there is none. The
// last line may have been cut off: it is dropped. Without a name nothing is kept.
func OpenJournal[K comparable, V any](name string, key func(*V) K) (*Journal[K, V], error) {
	j := &Journal[K, V]{Done: map[K]*V{}, key: key}
	if name == "" {
		return j, nil
	}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole := 0 // bytes of whole lines
	for line := range lines(text) {
		r := new(V)
		if err := json.Unmarshal(line, r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		j.Done[key(r)] = r
		whole += len(line) + 1
	}
	if j.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
		return nil, err
	}
	if err := j.file.Truncate(int64(whole)); err != nil {
		return nil, err
	}
	_, err = j.file.Seek(int64(whole), 0)
	return j, err
}

// lines yields the lines that end.
func lines(text []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(text) > 0 {
			n, line, err := bufio.ScanLines(text, false)
			if n == 0 || err != nil || !yield(line) {
				return
			}
			text = text[n:]
		}
	}
}

// Add keeps a record.
func (j *Journal[K, V]) Add(r *V) error {
	j.Done[j.key(r)] = r
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}
