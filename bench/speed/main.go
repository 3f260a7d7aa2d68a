// Command speed measures evaluations per second of the triangle subject on one
// core, beside go test -fuzz on the same function, in one run: the two take
// turns, so that a busy machine slows both.
//
//	go run ./bench/speed -rounds 3
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"nearmiss/internal/cover"
	"nearmiss/internal/subject"
)

const fuzzTest = `package triangle

import "testing"

func FuzzTriangle(f *testing.F) {
	f.Add(int32(3), int32(4), int32(5))
	f.Fuzz(func(t *testing.T, a, b, c int32) { Triangle(a, b, c) })
}
`

// A contender is one way to run the function many times.
type contender struct {
	name string
	run  func(ctx context.Context) (perSecond float64, err error)
}

func main() {
	rounds := flag.Int("rounds", 3, "measure each `N` times, in turn")
	evals := flag.Int("evals", 4_000_000, "evaluations of a measurement")
	seconds := flag.Int("fuzz", 5, "`seconds` of go test -fuzz")
	flag.Parse()
	if err := run(context.Background(), *rounds, *evals, *seconds); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds, evals, seconds int) error {
	dir, err := os.MkdirTemp("", "speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := fuzzModule(dir); err != nil {
		return err
	}
	contenders := []contender{
		{"nearmiss, standard fitness, AVM", search("avm", "standard", evals)},
		{"nearmiss, standard fitness, random", search("random", "standard", evals)},
		{"nearmiss, symbolic fitness, random", search("random", "symbolic", evals)},
		{"go test -fuzz", func(ctx context.Context) (float64, error) { return fuzz(ctx, dir, seconds) }},
	}
	rates := make([][]float64, len(contenders))
	for range rounds {
		for i, c := range contenders {
			r, err := c.run(ctx)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			rates[i] = append(rates[i], r)
		}
	}
	print(contenders, rates)
	return nil
}

func print(contenders []contender, rates [][]float64) {
	median := func(xs []float64) float64 {
		xs = slices.Sorted(slices.Values(xs))
		return xs[len(xs)/2]
	}
	fuzz := median(rates[len(rates)-1])
	host, _ := os.Hostname()
	fmt.Printf("triangle, one worker; %s, %s, %s\n", host, runtime.Version(), time.Now().Format("2006-01-02"))
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "\tevaluations/s (median)\tmin\tmax\ttimes go test -fuzz\t")
	for i, c := range contenders {
		m := median(rates[i])
		fmt.Fprintf(tw, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t\n", c.name, m, slices.Min(rates[i]), slices.Max(rates[i]), m/fuzz)
	}
	tw.Flush()
}

// search measures one worker on the branch of the triangle that is hardest to
// meet by chance, so that the budget is used up.
func search(algo, fitness string, evals int) func(context.Context) (float64, error) {
	return func(ctx context.Context) (float64, error) {
		r, err := cover.Run(ctx, cover.Options{
			Patterns: []string{"./bench/subjects/triangle"}, Func: regexp.MustCompile("^Triangle$"),
			Algo: algo, Fitness: fitness, Paper: true, Evals: evals, Parallel: 1, Common: subject.Common{Seed: 1},
		})
		if err != nil {
			return 0, err
		}
		f := r.Packages[0].Functions[0]
		return float64(f.Evaluations) / (float64(max(f.ElapsedMS, 1)) / 1000), nil
	}
}

// fuzzModule writes a module with the triangle and a fuzz test for it.
func fuzzModule(dir string) error {
	src, err := os.ReadFile(filepath.FromSlash("bench/subjects/triangle/triangle.go"))
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{
		"go.mod":      []byte("module triangle\n\ngo 1.24\n"),
		"triangle.go": src, "fuzz_test.go": []byte(fuzzTest),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

var execs = regexp.MustCompile(`elapsed: (\d+)s, execs: (\d+)`)

// fuzz runs go test -fuzz with one worker and returns its executions per
// second.
func fuzz(ctx context.Context, dir string, seconds int) (float64, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-fuzz=FuzzTriangle", "-parallel=1", "-fuzztime="+strconv.Itoa(seconds)+"s")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	// The go command sometimes calls the end of -fuzztime a failure.
	if err != nil && !bytes.Contains(out, []byte("context deadline exceeded")) {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	all := execs.FindAllSubmatch(out, -1)
	if len(all) == 0 {
		return 0, fmt.Errorf("no figures in\n%s", out)
	}
	last := all[len(all)-1]
	s, _ := strconv.ParseFloat(string(last[1]), 64)
	n, _ := strconv.ParseFloat(string(last[2]), 64)
	return n / max(s, 1), nil
}
