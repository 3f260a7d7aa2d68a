package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"maps"
	"nearmiss/bench/internal/experiment"
)

// realPackages are those of the README's tables. A package of another module is named with
// its version.
var realPackages = []string{
	"path", "strconv", "net/netip", "container/heap", "text/scanner", "encoding/csv", "net/url", "mime", "time",
	"golang.org/x/mod/semver@v0.42.0",
	"golang.org/x/net/http/httpguts@v0.61.0",
	"github.com/Masterminds/semver/v3@v3.5.0",
	"github.com/hashicorp/go-version@v1.9.0",
	"github.com/google/uuid@v1.6.0",
	"github.com/dustin/go-humanize@v1.1.0",
}

const (
	realSeeds = 3
	realEvals = "5000" // a branch
)

// A coverage is what is read of cover's result.
type coverage struct {
	Packages []struct {
		Functions []struct {
			Evaluations float64 `json:"evaluations"`
			ElapsedMS   float64 `json:"elapsed_ms"`
		} `json:"functions"`
	} `json:"packages"`
	Totals struct {
		Branches int `json:"branches"`
		Covered  int `json:"covered"`
	} `json:"totals"`
}

// measureReal counts covered branches, by package and seed.
func measureReal(ctx context.Context, l *lab) (samples, error) {
	s := samples{}
	for i, name := range realPackages {
		path, _, _ := strings.Cut(name, "@")
		if !l.match.MatchString(path) {
			continue
		}
		dir := filepath.Join(l.scratch, fmt.Sprint("user", i))
		if err := userModule(ctx, dir, name); err != nil {
			return nil, err
		}
		for _, seed := range l.many(realSeeds) {
			var c coverage
			if err := run(ctx, dir, l.tool, &c, "cover", "-evals", realEvals, "-seed", fmt.Sprint(seed), path); err != nil {
				return nil, err
			}
			s[path] = append(s[path], float64(c.Totals.Covered))
			l.say("real: %s seed %d: %d of %d branches", path, seed, c.Totals.Covered, c.Totals.Branches)
		}
	}
	return s, nil
}

// userModule makes a module that requires the module of a package, if that is named with a
// version.
func userModule(ctx context.Context, dir, name string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if _, err := experiment.Output(ctx, dir, nil, "go", "mod", "init", "user"); err != nil {
		return err
	}
	if !strings.Contains(name, "@") {
		return nil
	}
	_, err := experiment.Output(ctx, dir, nil, "go", "get", name)
	return err
}

// judgeReal allows the sum to fall by 0.3 percent, and each package by one percent or one branch.
// Values are means over the seeds.
func judgeReal(stored, now samples) []line {
	var lines []line
	var before, after float64
	for _, name := range slices.Sorted(maps.Keys(now)) {
		a, b := mean(stored[name]), mean(now[name])
		before, after = before+a, after+b
		lines = append(lines, loss(name, a, b, 0.01, 1))
	}
	return append(lines, loss("branches, sum", before, after, 0.003, 0))
}
