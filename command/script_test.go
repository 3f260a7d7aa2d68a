package command

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdExits runs a command and asserts that it ends with the exit code in the first argument.
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit := (*exec.ExitError)(nil)
		if !errors.As(err, &exit) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// cmdComplains asserts that standard error without progress lines is one line that matches
// the whole pattern.
func cmdComplains(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: complains regexp")
	}
	var lines []string
	for line := range strings.Lines(ts.ReadFile("stderr")) {
		if _, rest, _ := strings.Cut(line, ": "); !strings.HasPrefix(rest, "elapsed: ") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	want, err := regexp.Compile("^(?:" + args[0] + ")$")
	ts.Check(err)
	if len(lines) != 1 || !want.MatchString(lines[0]) {
		ts.Fatalf("%d lines:\n%s\nwant one that matches\n%s", len(lines), strings.Join(lines, "\n"), args[0])
	}
}

// snapshots holds the directory trees that cmdRemember recorded.
type snapshots map[string]map[string]string

type snapshotsKey struct{}

// cmdRemember records a directory tree: names, modes, times and contents.
func cmdRemember(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: remember dir")
	}
	ts.Value(snapshotsKey{}).(snapshots)[args[0]] = tree(ts, args[0])
}

// cmdUnchanged asserts that a directory tree equals its recorded snapshot except for the
// named files.
func cmdUnchanged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: unchanged dir [new files...]")
	}
	was, is := ts.Value(snapshotsKey{}).(snapshots)[args[0]], tree(ts, args[0])
	if was == nil {
		ts.Fatalf("%s was not remembered", args[0])
	}
	for _, name := range args[1:] {
		if is[name] == "" {
			ts.Fatalf("%s is not there", name)
		}
		if was[name] == is[name] {
			ts.Fatalf("%s is as it was", name)
		}
		for dir := name; dir != "."; {
			dir = filepath.Dir(dir)
			was[dir] = is[dir] // a new file changes the time or the existence of its directory
		}
		was[name] = is[name]
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if was[name] != is[name] {
			ts.Fatalf("%s changed: %q became %q", name, was[name], is[name])
		}
	}
	for name := range was {
		if is[name] == "" {
			ts.Fatalf("%s is gone", name)
		}
	}
}

func tree(ts *testscript.TestScript, root string) map[string]string {
	files := map[string]string{}
	abs := ts.MkAbs(root)
	ts.Check(filepath.WalkDir(abs, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == ts.Getenv("TMPDIR") {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var data []byte
		if info.Mode().IsRegular() {
			if data, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		name, err := filepath.Rel(abs, path)
		files[name] = fmt.Sprintf("%v %v %x", info.Mode(), info.ModTime().UnixNano(), sha256.Sum256(data))
		return err
	}))
	return files
}

// cmdEmpty asserts that directories are empty.
func cmdEmpty(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: empty dir...")
	}
	for _, dir := range args {
		entries, err := os.ReadDir(ts.MkAbs(dir))
		ts.Check(err)
		for _, e := range entries {
			ts.Fatalf("%s holds %s", dir, e.Name())
		}
	}
}

// cmdContract checks a file, or stdout, against the contract of the JSON.
func cmdContract(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: contract file")
	}
	ts.Check(checkContract([]byte(ts.ReadFile(args[0]))))
}

// cmdShows finds the fenced block of a document that begins with a text, and asserts that
// the lines of the block occur in a file in that order, without regard to numbers and blanks.
func cmdShows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: shows document text file")
	}
	_, block, found := strings.Cut(ts.ReadFile(args[0]), "\n"+args[1])
	block, _, closed := strings.Cut(block, "\n```")
	if !found || !closed {
		ts.Fatalf("%s has no block that begins with %s", args[0], args[1])
	}
	_, block, _ = strings.Cut(block, "\n")
	rest := plain(ts.ReadFile(args[2]))
	for line := range strings.Lines(plain(block)) {
		if line = strings.TrimSpace(line); line == "" || line == "// ..." {
			continue
		}
		line = strings.TrimSuffix(line, "...") // which stand for the rest of a long line
		if _, rest, found = strings.Cut(rest, line); !found {
			ts.Fatalf("%s shows a line that is not there any more, or not in this order:\n%s", args[0], line)
		}
	}
}

// plain replaces each run of blanks by one blank and each number by N.
func plain(text string) string {
	text = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`).ReplaceAllString(text, "N")
	text = regexp.MustCompile(`[ \t]+`).ReplaceAllString(text, " ")
	return regexp.MustCompile(`\bN(ms|s)\b`).ReplaceAllString(text, "Ns")
}

// cmdTimeless removes from JSON files the fields that may differ between two equal runs:
// the times, the names of written files, and the notes on the build cache and on goroutines that outlive
// a call, which on a busy machine hangs on when a goroutine of an earlier run ends.
func cmdTimeless(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		var v any
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(name)), &v))
		dropTimes(v)
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetIndent("", " ")
		ts.Check(enc.Encode(v))
		ts.Check(os.WriteFile(ts.MkAbs(name), b.Bytes(), 0o644))
	}
}

func dropTimes(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range []string{"elapsed_ms", "solver_ms", "strategy_ms"} {
			delete(v, name)
		}
		delete(v, "files")
		if notes, ok := v["notes"].([]any); ok {
			v["notes"] = slices.DeleteFunc(notes, func(n any) bool {
				text := fmt.Sprint(n)
				return strings.Contains(text, "built first") || strings.Contains(text, "goroutines that it starts go on after the call")
			})
			if len(v["notes"].([]any)) == 0 {
				delete(v, "notes")
			}
		}
		for _, e := range v {
			dropTimes(e)
		}
	case []any:
		for _, e := range v {
			dropTimes(e)
		}
	}
}
