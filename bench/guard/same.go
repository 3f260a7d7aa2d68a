package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nearmiss/bench/internal/experiment"
)

const (
	sameEvals = "2000" // a branch
	sameRuns  = "20"   // of emitted tests
)

// sameSearched are the packages whose output is compared.
var sameSearched = []string{"path", "encoding/csv", "./bibclean", "./fitnex/fourth"}

// sameTested are the packages whose emitted tests are run.
var sameTested = []string{"./bibclean", "./fitnex/fourth"}

// measureSame says 1 of each thing that is as it has to be, and 0 of the others.
func measureSame(ctx context.Context, l *lab) (samples, error) {
	s := samples{}
	for _, name := range sameSearched {
		differs, err := l.parallel(ctx, name)
		if err != nil {
			return nil, err
		}
		s["-parallel 1, 2, 8: "+name] = truth(differs == "")
		l.say("same: %s: %s", name, or(differs, "equal at -parallel 1, 2, 8"))
	}
	for _, name := range sameTested {
		failed, err := l.twenty(ctx, name)
		if err != nil {
			return nil, err
		}
		s["twenty runs: "+name] = truth(failed == "")
		l.say("same: %s: %s", name, or(failed, "its tests pass "+sameRuns+" times"))
	}
	failed, err := l.sandbox(ctx)
	s["tests of the sandbox"] = truth(failed == "")
	l.say("same: %s", or(failed, "the tests of the sandbox pass"))
	return s, err
}

func truth(ok bool) []float64 {
	if ok {
		return []float64{1}
	}
	return []float64{0}
}

func or(fault, ok string) string {
	if fault != "" {
		return fault
	}
	return ok
}

// parallel searches a package with one, two and eight workers, and says how the JSON or the
// emitted files differ.
func (l *lab) parallel(ctx context.Context, name string) (differs string, err error) {
	var first map[string]string
	for _, workers := range []string{"1", "2", "8"} {
		dir, err := os.MkdirTemp(l.scratch, "parallel-")
		if err != nil {
			return "", err
		}
		var report any
		if err := run(ctx, l.subjects, l.tool, &report, "cover", "-evals", sameEvals, "-parallel", workers, "-o", dir, name); err != nil {
			return "", err
		}
		files, err := readAll(dir)
		if err != nil {
			return "", err
		}
		if files["the JSON"], err = timeless(report, dir); err != nil {
			return "", err
		}
		if first == nil {
			first = files
		}
		for _, file := range slices.Sorted(maps.Keys(merged(first, files))) {
			if first[file] != files[file] {
				return fmt.Sprintf("%s differs at -parallel %s", file, workers), nil
			}
		}
	}
	return "", nil
}

func merged(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// readAll reads the files below a directory by their names in it.
func readAll(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(text)
		return err
	})
	return files, err
}

// timeless prints a result without times, the command line and the directory.
func timeless(report any, dir string) (string, error) {
	forget(report)
	text, err := json.Marshal(report)
	return string(bytes.ReplaceAll(text, []byte(dir), nil)), err
}

// forget takes away what may differ between two runs.
func forget(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			forget(e)
		}
	case map[string]any:
		maps.DeleteFunc(v, func(key string, _ any) bool { return key == "command" || strings.HasSuffix(key, "_ms") })
		for _, e := range v {
			forget(e)
		}
	}
}

// twenty writes the tests of a package beside its code and runs them under the race detector.
func (l *lab) twenty(ctx context.Context, name string) (failed string, err error) {
	if _, err := experiment.Output(ctx, l.subjects, nil, l.tool, "cover", "-time", "0", "-evals", sameEvals, "-w", name); err != nil {
		return "", err
	}
	_, err = experiment.Output(ctx, l.subjects, nil, "go", "test", "-race", "-shuffle=on", "-count="+sameRuns, name)
	return fault(ctx, err)
}

// sandbox runs the tests of the sandbox, and those of the command about it.
func (l *lab) sandbox(ctx context.Context) (failed string, err error) {
	path, err := l.find(ctx, "{{.ImportPath}}", "sandbox")
	if err != nil {
		return "", err
	}
	_, err = experiment.Output(ctx, l.root, nil, "go", "test", "-count=1", path)
	return fault(ctx, err)
}

// fault makes a finding of an error, unless the user ended the command.
func fault(ctx context.Context, err error) (string, error) {
	if err == nil || ctx.Err() != nil {
		return "", err
	}
	return err.Error(), nil
}

// judgeSame asks that everything is as it has to be, whatever is stored.
func judgeSame(_, now samples) []line {
	var lines []line
	for _, name := range slices.Sorted(maps.Keys(now)) {
		lines = append(lines, fewest(name, 1, mean(now[name])))
	}
	return lines
}
