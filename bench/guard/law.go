package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nearmiss/bench/internal/experiment"
)

// lawPackages have the 200 functions of the sample: numbers, floats, strings, lists, maps,
// interfaces, closures and methods. Subjects are named below their directory.
var lawPackages = []string{
	"subjects/bibclean", "subjects/defroster", "subjects/ese", "subjects/tiff", "subjects/triangle",
	"container/heap", "container/list", "encoding/ascii85", "encoding/csv", "html", "path", "strconv", "text/scanner", "unicode/utf8",
}

const (
	lawInputs = "200" // of each function
	lawSeed   = "1"
)

// measureLaw runs the module's own comparison of the executor with machine code.
func measureLaw(ctx context.Context, l *lab) (samples, error) {
	path, err := l.command(ctx, "differential")
	if err != nil {
		return nil, err
	}
	args := []string{"go", "run", path, "-inputs", lawInputs, "-seed", lawSeed}
	for _, name := range lawPackages {
		if strings.HasPrefix(name, "subjects/") {
			name = "./" + l.where("subjects") + strings.TrimPrefix(name, "subjects")
		}
		args = append(args, name)
	}
	l.say("law: comparing %d packages", len(lawPackages))
	out, err := experiment.Output(ctx, l.root, nil, args...)
	if ctx.Err() != nil {
		return nil, err
	}
	s, missing := readLaw(out)
	return s, errors.Join(missing, err)
}

// lawSum is the last line of the table: functions, those that agree, those of them without
// order, those with gaps, those with nothing to compare, inputs.
var lawSum = regexp.MustCompile(`(?m)^all\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)$`)

// readLaw reads the sums of the table.
func readLaw(out string) (samples, error) {
	m := lawSum.FindStringSubmatch(out)
	if m == nil {
		return nil, fmt.Errorf("no sums in\n%s", tail(out))
	}
	s := samples{}
	for i, name := range []string{"functions", "functions that agree", "", "functions with gaps", "", "inputs"} {
		if v, err := strconv.ParseFloat(m[i+1], 64); err == nil && name != "" {
			s[name] = []float64{v}
		}
	}
	return s, nil
}

// judgeLaw allows no function less to agree. That a gap is new is an error of the command
// already.
func judgeLaw(stored, now samples) []line {
	var lines []line
	for _, name := range slices.Sorted(maps.Keys(now)) {
		a, b := mean(stored[name]), mean(now[name])
		if name == "functions that agree" {
			lines = append(lines, fewest(name, a, b))
		} else {
			lines = append(lines, report(name, a, b))
		}
	}
	return lines
}

// command finds the command of the module whose directory has that name.
func (l *lab) command(ctx context.Context, name string) (string, error) {
	return l.find(ctx, `{{if eq .Name "main"}}{{.ImportPath}}{{end}}`, name)
}

// find lists the packages of the module by a template and returns the line that ends with a
// name.
func (l *lab) find(ctx context.Context, template, name string) (string, error) {
	out, err := experiment.Output(ctx, l.root, nil, "go", "list", "-f", template, "./...")
	if err != nil {
		return "", err
	}
	for path := range strings.FieldsSeq(out) {
		if strings.HasSuffix(path, "/"+name) {
			return path, nil
		}
	}
	return "", fmt.Errorf("the module has no package %s", name)
}
