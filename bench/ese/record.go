package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A record is what became of one search: a line of the raw file.
type record struct {
	Func    string `json:"func"`
	Size    int    `json:"size"`
	Algo    string `json:"algo"`
	Seed    uint64 `json:"seed"`
	Budget  string `json:"budget"`
	Cost    uint64 `json:"cost"`
	Typical uint64 `json:"typical"`
	Manual  uint64 `json:"manual"`
	Paths   uint64 `json:"paths"`
	Evals   uint64 `json:"evals"`
	Queries uint64 `json:"queries"`
	Solver  int64  `json:"solver_ms"`
	Elapsed int64  `json:"elapsed_ms"`
	Reached int64  `json:"reached_ms"` // when the manual cost was reached, or -1
	Error   string `json:"error,omitempty"`

	Revision string `json:"revision"` // of this program
	Date     string `json:"date"`
}

type key struct {
	fn     string
	size   int
	algo   string
	seed   uint64
	budget string
}

func (r *record) key() key { return key{r.Func, r.Size, r.Algo, r.Seed, r.Budget} }

// A journal keeps records in a file, so that a campaign that was ended goes on
// where it was.
type journal struct {
	file *os.File
	done map[key]*record
}

// openJournal reads what there is; without a name nothing is kept.
func openJournal(name string) (*journal, error) {
	j := &journal{done: map[key]*record{}}
	if name == "" {
		return j, nil
	}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole := 0 // bytes of whole lines: the last one may have been cut off
	for line := range lines(text) {
		r := new(record)
		if err := json.Unmarshal(line, r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		j.done[r.key()] = r
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

func (j *journal) add(r *record) error {
	j.done[r.key()] = r
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
