package main

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/worst"
)

// TestDocument prints the tables of docs/ese.md again, as far as their rows are kept.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/ese.md")
	if err != nil {
		t.Fatal(err)
	}
	document := strings.Split(string(text), "\n")
	ports, parameters := kept(t, "../../docs/eseports.jsonl.gz"), kept(t, "../../docs/eseparameters.jsonl.gz")
	var b strings.Builder
	c := documented(t, columns, "", 3000)
	c.costs(&b, c.of(ports))
	c.statements(&b, c.of(ports))
	c = documented(t, columns, "dfs,bfs", 60000)
	c.statements(&b, c.of(ports))
	c = documented(t, []int{100}, "", 1000)
	c.Evals = 0
	c.parameters(&b, c.of(parameters))
	lines := 0
	for line := range strings.Lines(b.String()) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "|") {
			continue
		}
		if lines++; !slices.Contains(document, line) {
			t.Errorf("the rows give, and the document has not\n%s", line)
		}
	}
	if lines != 4*2+32+12+8+16 {
		t.Errorf("%d lines of tables", lines)
	}
}

// documented is a search of the document in the paper's programs, or some of them.
func documented(t *testing.T, sizes []int, only string, budget uint64) *config {
	list, err := cells(sizes, false, false, only)
	if err != nil {
		t.Fatal(err)
	}
	list = slices.DeleteFunc(list, func(x cell) bool { return published[x.subject.Title] == nil })
	c := &config{cells: list, seeds: 3, Options: worst.Options{Paths: budget, Evals: budget}}
	for _, name := range []string{"rand", "ese", "dfs", "wise", "spfwca"} {
		c.algos = append(c.algos, named(name)...)
	}
	return c
}

// kept reads the rows of a file.
func kept(t *testing.T, name string) map[key]*record {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	done := map[key]*record{}
	for d := json.NewDecoder(z); ; {
		r := new(record)
		if err := d.Decode(r); err == io.EOF {
			return done
		} else if err != nil {
			t.Fatal(err)
		}
		done[r.key()] = r
	}
}
