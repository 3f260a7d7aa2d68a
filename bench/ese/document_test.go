package main

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/internal/worst"
)

// TestDocument prints the tables of docs/ese.md again, as far as their rows are kept.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/ese.md")
	if err != nil {
		t.Fatal(err)
	}
	document := strings.Split(string(text), "\n")
	done := kept(t, "../../docs/eseports.jsonl.gz")
	var titles []string
	for _, s := range manual.TableV() {
		titles = append(titles, s.Title)
	}
	for _, table := range []struct {
		budget uint64
		only   []string
		shares bool
	}{{3000, titles, true}, {60000, []string{"dfs", "bfs"}, false}} {
		list, err := cells(columns, false, false, strings.Join(table.only, ","))
		if err != nil {
			t.Fatal(err)
		}
		c := &config{cells: list, seeds: 3, Options: worst.Options{Paths: table.budget, Evals: table.budget}}
		for _, name := range []string{"rand", "ese", "dfs", "wise", "spfwca"} {
			c.algos = append(c.algos, named(name)...)
		}
		var b strings.Builder
		if table.shares {
			c.costs(&b, c.of(done))
		}
		c.statements(&b, c.of(done))
		for line := range strings.Lines(b.String()) {
			if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line, "|") && !slices.Contains(document, line) {
				t.Errorf("the rows of %d tries give, and the document has not\n%s", table.budget, line)
			}
		}
	}
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
