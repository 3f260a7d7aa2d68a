package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryShownCommandIsRun asserts that a script runs every command line that the help or
// a document shows.
func TestEveryShownCommandIsRun(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts")
	}
	var run [][]string
	for _, name := range scripts {
		for line := range strings.Lines(read(t, name)) {
			words := shellWords(line)
			if len(words) > 3 && words[0] == "exits" && words[2] == "nearmiss" {
				run = append(run, unhurried(words[3:]))
			}
		}
	}
	shown := examples(doc)
	if len(shown) < 8 {
		t.Errorf("the help shows only %d commands", len(shown))
	}
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(documents, "../README.md") {
		shown = append(shown, examples(read(t, name))...)
	}
	for _, line := range shown {
		want := unhurried(shellWords(line))
		if !slices.ContainsFunc(run, func(words []string) bool { return slices.Equal(words, want) }) {
			t.Errorf("no script runs nearmiss %s", line)
		}
	}
}

func read(t *testing.T, name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// examples returns the command lines in the indented or fenced lines of a text, without the
// word nearmiss, pipes, redirections and remarks.
func examples(text string) []string {
	var out []string
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "//"), "\n")
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		body := strings.TrimLeft(line, " \t")
		if !fenced && !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "    ") {
			continue
		}
		body = strings.TrimPrefix(body, "$ ")
		args, ok := strings.CutPrefix(body, "nearmiss ")
		if !ok {
			args, ok = strings.CutPrefix(body, "go run ./cmd/nearmiss ")
		}
		for _, end := range []string{" | ", " >", " #", "   "} {
			args, _, _ = strings.Cut(args, end)
		}
		if ok && !strings.ContainsAny(args, "[<") {
			out = append(out, strings.TrimSpace(args))
		}
	}
	return out
}

// shellWords splits a line at blanks outside single quotes.
func shellWords(line string) []string {
	var words []string
	quoted, begun := false, false
	for _, r := range line {
		switch {
		case r == '\'':
			quoted = !quoted
			if !begun {
				words, begun = append(words, ""), true
			}
		case !quoted && (r == ' ' || r == '\t' || r == '\n'):
			begun = false
		case !begun:
			words, begun = append(words, string(r)), true
		default:
			words[len(words)-1] += string(r)
		}
	}
	return words
}

// unhurried drops the flags that limit the length of a run.
func unhurried(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		if words[i] == "-time" || words[i] == "-evals" || words[i] == "-paths" {
			i++
			continue
		}
		out = append(out, words[i])
	}
	return out
}
