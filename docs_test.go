package nearmiss_test

import (
	"bytes"
	"encoding/json"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nearmiss"
	"nearmiss/internal/explore"
	"nearmiss/internal/report"
	"nearmiss/internal/worst"
)

// documents are all of the project's but the histories.
func documents(t *testing.T) map[string]string {
	names, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	docs := map[string]string{}
	for _, name := range append(names, more...) {
		if name != "CHANGELOG.md" { // tells of what was
			docs[name] = read(t, name)
		}
	}
	if len(docs) < 8 {
		t.Fatalf("only %d documents", len(docs))
	}
	return docs
}

func read(t *testing.T, name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var (
	linkTarget = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	quotedPath = regexp.MustCompile("`([a-z][\\w.-]*(?:/[\\w.-]+)+)`")
	makeTarget = regexp.MustCompile("`make ([a-z-]+)")
	dottedPath = regexp.MustCompile(`(?m)(?:^|[\s'])\./([a-z][\w./-]*)`)
)

// Every file that a document links to, and every path and target of make that
// it names, is there.
func TestDocumentsNameWhatExists(t *testing.T) {
	makefile := read(t, "Makefile")
	for name, text := range documents(t) {
		for _, m := range linkTarget.FindAllStringSubmatch(text, -1) {
			if !exists(filepath.Join(filepath.Dir(name), m[1])) {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
		}
		for _, m := range quotedPath.FindAllStringSubmatch(text, -1) {
			if !ofRepository(m[1]) && !ofOthers(m[1]) {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
		for _, m := range makeTarget.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(makefile, "\n"+m[1]+":") {
				t.Errorf("%s names make %s, which the Makefile has not", name, m[1])
			}
		}
		for _, m := range dottedPath.FindAllStringSubmatch(text, -1) {
			if !ofRepository(m[1]) {
				t.Errorf("%s names ./%s, which is not there", name, m[1])
			}
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// ofRepository tells of a path, with or without the name of a function or
// type behind it.
func ofRepository(path string) bool {
	path = strings.TrimPrefix(strings.TrimRight(path, "./"), "nearmiss/")
	dir, last := filepath.Split(path)
	last, _, _ = strings.Cut(last, ".")
	return exists(path) || exists(dir+last)
}

// ofOthers tells of import paths of the standard library and of other modules.
func ofOthers(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return true
	}
	dir, last := filepath.Split(path)
	last, _, _ = strings.Cut(last, ".")
	return exists(filepath.Join(build.Default.GOROOT, "src", dir+last))
}

// The picture of ARCHITECTURE.md has each package of the product in one row,
// and each imports packages of lower rows only.
func TestPictureOfImports(t *testing.T) {
	_, picture, _ := strings.Cut(read(t, "ARCHITECTURE.md"), "## The picture\n")
	_, picture, _ = strings.Cut(picture, "```\n")
	picture, _, _ = strings.Cut(picture, "```")
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for line := range strings.Lines(strings.ReplaceAll(string(out), "nearmiss/", "")) {
		words := strings.Fields(line)
		if !strings.HasPrefix(words[0], "bench/") && !strings.HasPrefix(words[0], "examples/") {
			imports[words[0]] = words[1:]
		}
	}
	row, n := map[string]int{}, 0
	var marked []string
	for line := range strings.Lines(picture) {
		packages, _, _ := strings.Cut(line, "|")
		n++
		for _, name := range strings.Fields(packages) {
			name, mark := strings.CutSuffix(name, "*")
			if mark {
				marked = append(marked, name)
			}
			if imports[name] == nil || row[name] != 0 {
				t.Errorf("%s is no package of the product, or stands in two rows", name)
			}
			row[name] = n
		}
	}
	slices.Sort(marked)
	if built := slices.Sorted(slices.Values(nearmiss.WorkerPackages())); !slices.Equal(marked, built) {
		t.Errorf("%v are marked, and the worker is built from %v", marked, built)
	}
	for name := range imports {
		if row[name] == 0 {
			t.Errorf("%s is not in the picture", name)
		}
		for _, other := range imports[name] {
			if imports[other] != nil && row[other] <= row[name] {
				t.Errorf("%s imports %s, which is not below it in the picture", name, other)
			}
		}
	}
}

// RATIONALE.md has a line for each direct dependency, at its version.
func TestDependenciesHaveReasons(t *testing.T) {
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var module struct {
		Require []struct {
			Path, Version string
			Indirect      bool
		}
	}
	if err := json.Unmarshal(out, &module); err != nil || len(module.Require) == 0 {
		t.Fatal("no dependencies", err)
	}
	reasons := read(t, "RATIONALE.md")
	for _, m := range module.Require {
		if !m.Indirect && !strings.Contains(reasons, "| "+m.Path+" "+m.Version+" |") {
			t.Errorf("RATIONALE.md does not say what %s %s is for", m.Path, m.Version)
		}
	}
}

// Every field of the JSON is in docs/json.md.
func TestJSONIsDocumented(t *testing.T) {
	text := read(t, "docs/json.md")
	for _, v := range []any{report.Report{}, worst.Result{}, explore.Result{}} {
		fields(reflect.TypeOf(v), func(field string) {
			if !regexp.MustCompile("[\"`.]" + field + "[\"`[]").MatchString(text) {
				t.Errorf("docs/json.md does not name %q of %T", field, v)
			}
		})
	}
}

// fields visits the names that a type has in JSON.
func fields(t reflect.Type, visit func(string)) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		fields(t.Elem(), visit)
	case reflect.Struct:
		for f := range t.Fields() {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
				visit(name)
				fields(f.Type, visit)
			}
		}
	}
}

// The module and the program of docs/toolkit.md do what it says.
func TestToolkitProgram(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```(?:go)?\n(.*?)```").FindAllStringSubmatch(read(t, "docs/toolkit.md"), -1)
	if len(blocks) != 5 {
		t.Fatalf("%d blocks, want a go.mod, a call, a command, a program and its output", len(blocks))
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	mod, program, want := blocks[0][1], blocks[3][1], blocks[4][1]
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": strings.Replace(mod, "../nearmiss", root, 1), "main.go": program} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &stderr
	out, err := cmd.Output()
	if err != nil || string(out) != want {
		t.Errorf("printed %q, want %q (%v)\n%s", out, want, err, &stderr)
	}
}
