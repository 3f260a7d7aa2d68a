package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"regexp"
)

// Samples are raw values by what was measured: one a seed, or one a round.
type samples map[string][]float64

// A row is what is stored, by part.
type row struct {
	Parts map[string]record `json:"parts"`
}

// A record is what one part has measured.
type record struct {
	Revision string  `json:"revision"`
	Date     string  `json:"date"`
	Seconds  int     `json:"seconds"`
	Samples  samples `json:"samples"`
}

// baseRevision is what the first stored row was measured at.
const baseRevision = "71550d4"

// readRow reads a stored row. One that does not exist is empty.
func readRow(file string) (*row, error) {
	r := &row{Parts: map[string]record{}}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	return r, json.Unmarshal(text, r)
}

// revision is the one that speed is measured beside.
func (r *row) revision() string {
	return cmp.Or(r.Parts["speed"].Revision, baseRevision)
}

// store writes the record of one part. Other parts, and samples of this one that were not
// measured, stay as they are in the file.
func store(file, part string, r record) error {
	all, err := readRow(file)
	if err != nil {
		return err
	}
	if old := all.Parts[part].Samples; old != nil {
		maps.Copy(old, r.Samples)
		r.Samples = old
	}
	all.Parts[part] = r
	return all.write(file)
}

// numbers is a list of samples, which is written in one line.
var numbers = regexp.MustCompile(`\[[^\[\]"]*\]`)

func (r *row) write(file string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	text = numbers.ReplaceAllFunc(text, func(list []byte) []byte {
		return bytes.ReplaceAll(bytes.Join(bytes.Fields(list), nil), []byte(","), []byte(", "))
	})
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
