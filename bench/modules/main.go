// Command modules runs cover under a clock on packages of modules that log, schedule, do
// HTTP, read their settings or compute with time, by several revisions in turn, and prints
// for each what was found, written and withheld, and why.
//
//	go run ./bench/modules -time 60s -old d394909 > table.md
//	go run ./bench/modules -match 'cobra|viper' -raw rows.jsonl
//
// The commands are those of this tree and of the revisions, or the files, that -old names.
// Rows go to the file that -raw names as they come; rows that it holds are not measured
// again. Everything that is counted comes out of the commands' JSON and of go test -cover.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"nearmiss/bench/internal/clocked"
	"nearmiss/bench/internal/experiment"
	"nearmiss/internal/report"
)

func main() {
	limit := flag.Duration("time", time.Minute, "`time` of each command")
	seeds := flag.Int("seeds", 1, "use `N` seeds")
	old := flag.String("old", "", "run these `REV|PATH,…` too: revisions, or nearmiss commands")
	raw := flag.String("raw", "", "keep the rows in `FILE`, and go on where it ends")
	match := flag.String("match", "", "only modules whose name matches `RE`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	re, err := regexp.Compile(*match)
	if err == nil && flag.NArg() > 0 {
		err = fmt.Errorf("%q is too much", flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "modules:", err)
		os.Exit(2)
	}
	b := &bench{limit: *limit, seeds: *seeds, raw: *raw, match: re}
	if err := b.run(ctx, *old, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "modules:", err)
		os.Exit(1)
	}
}

type bench struct {
	limit time.Duration
	seeds int
	raw   string
	match *regexp.Regexp
	tools []tool
	rows  []*clocked.Row
}

// A tool is a nearmiss command.
type tool struct{ name, path string }

func (b *bench) run(ctx context.Context, old string, out io.Writer) error {
	scratch, err := os.MkdirTemp("", "nearmiss-modules-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if err := b.build(ctx, old, scratch); err != nil {
		return err
	}
	if err := b.load(); err != nil {
		return err
	}
	var errs []error
	for _, m := range clocked.Modules {
		if b.match.MatchString(m.Name) && ctx.Err() == nil {
			if err := b.measure(ctx, scratch, m); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", m.Name, err))
			}
		}
	}
	b.print(out)
	return errors.Join(errs...)
}

// build builds the command of this tree and those of other revisions.
func (b *bench) build(ctx context.Context, old, scratch string) error {
	path, err := experiment.Command(ctx, scratch)
	if err != nil {
		return err
	}
	name, _ := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty", "--exclude=*").Output()
	this := tool{strings.TrimSpace(string(name)), path}
	for _, rev := range strings.FieldsFunc(old, func(r rune) bool { return r == ',' }) {
		path, err := experiment.CommandOf(ctx, ".", scratch, rev)
		if err != nil {
			return err
		}
		b.tools = append(b.tools, tool{filepath.Base(rev), path})
	}
	b.tools = append(b.tools, this)
	return nil
}

// load reads the rows that there are.
func (b *bench) load() error {
	f, err := os.Open(b.raw)
	if b.raw == "" || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		row := &clocked.Row{}
		if err := json.Unmarshal(lines.Bytes(), row); err != nil {
			return fmt.Errorf("%s: %w", b.raw, err)
		}
		b.rows = append(b.rows, row)
	}
	return lines.Err()
}

func (b *bench) find(m clocked.Module, t tool, seed int) *clocked.Row {
	for _, r := range b.rows {
		if r.Module == m.Name && r.Package == m.Package && r.Tool == t.name && r.Seed == seed {
			return r
		}
	}
	return nil
}

// measure runs all commands on a package in turn.
func (b *bench) measure(ctx context.Context, scratch string, m clocked.Module) error {
	var place *clocked.Place
	for seed := 1; seed <= b.seeds; seed++ {
		for _, t := range b.tools {
			if b.find(m, t, seed) != nil {
				continue
			}
			var err error
			if place == nil {
				if place, err = clocked.Copy(ctx, scratch, m); err != nil {
					return err
				}
			}
			row, err := clocked.Cover(ctx, place, t.path, t.name, b.limit, seed)
			if err != nil {
				return err
			}
			b.rows = append(b.rows, row)
			fmt.Fprintf(os.Stderr, "%s %s: %s seed %d: found %d, written %d of %d, %d cases withheld, %d of %d functions without an evaluation, %.0f s\n",
				time.Now().Format(time.TimeOnly), m.Name, t.name, seed, row.Found, row.Written, row.Branches, row.Withheld, row.Unevaluated, row.Functions, row.Seconds)
			if err := b.store(row); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) store(row *clocked.Row) error {
	if b.raw == "" {
		return nil
	}
	text, err := json.Marshal(row)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(b.raw, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Close())
}

// print prints the table, means over the seeds, and under it why branches are lost.
func (b *bench) print(out io.Writer) {
	fmt.Fprintf(out, "`go run ./bench/modules -time %s -seeds %d`; %s, %d processors, %s\n\n", b.limit, b.seeds, runtime.Version(), runtime.GOMAXPROCS(0), time.Now().Format(time.DateOnly))
	fmt.Fprint(out, "| package | branches |")
	for _, t := range b.tools {
		fmt.Fprintf(out, " %s: found | written | statements | cases withheld | functions without an evaluation |", t.name)
	}
	fmt.Fprint(out, "\n|---|---:|"+strings.Repeat("---:|", 5*len(b.tools))+"\n")
	sums := make([]sum, len(b.tools))
	lost := make([]map[string]int, len(b.tools))
	acts := make([]map[string]int, len(b.tools))
	weaker := make([]map[string]int, len(b.tools))
	for i := range b.tools {
		lost[i], acts[i], weaker[i] = map[string]int{}, map[string]int{}, map[string]int{}
	}
	for _, m := range clocked.Modules {
		if !b.match.MatchString(m.Name) {
			continue
		}
		line, whole := "", true
		for i, t := range b.tools {
			var s sum
			for seed := 1; seed <= b.seeds; seed++ {
				r := b.find(m, t, seed)
				if r == nil {
					whole = false
					continue
				}
				s.add(r)
				join(lost[i], r.Lost)
				join(acts[i], r.Cases)
				join(weaker[i], r.Weaker)
			}
			if !whole {
				continue
			}
			if line == "" {
				line = fmt.Sprintf("| %s %s | %d |", m.Name, m.Package, s.branches/b.seeds)
			}
			line += s.cells(b.seeds)
			sums[i].join(s)
		}
		if whole {
			fmt.Fprintln(out, line)
		}
	}
	line := ""
	for i := range b.tools {
		if line == "" {
			line = fmt.Sprintf("| sum | %d |", sums[i].branches/b.seeds)
		}
		sums[i].percent = 0
		line += sums[i].cells(b.seeds)
	}
	fmt.Fprintln(out, line)
	for i, t := range b.tools {
		fmt.Fprintf(out, "\n%s: branches found and not written, by reason\n\n", t.name)
		list(out, lost[i])
		fmt.Fprintf(out, "\n%s: cases withheld, by what they do\n\n", t.name)
		list(out, acts[i])
		fmt.Fprintf(out, "\n%s: cases that assert less than they could, by reason\n\n", t.name)
		list(out, weaker[i])
	}
}

// join adds counts up.
func join(all, counts map[string]int) {
	for why, n := range counts {
		all[why] += n
	}
}

// A sum adds rows up.
type sum struct {
	branches, found, written, withheld, unevaluated int
	percent                                         float64
}

func (s *sum) add(r *clocked.Row) {
	s.join(sum{r.Branches, r.Found, r.Written, r.Withheld, r.Unevaluated, r.Statements})
}

func (s *sum) join(o sum) {
	s.branches += o.branches
	s.found += o.found
	s.written += o.written
	s.withheld += o.withheld
	s.unevaluated += o.unevaluated
	s.percent += o.percent
}

func (s *sum) cells(n int) string {
	percent := ""
	if s.percent > 0 {
		percent = fmt.Sprintf("%.1f %%", s.percent/float64(n))
	}
	return fmt.Sprintf(" %d | %d | %s | %d | %d |", s.found/n, s.written/n, percent, s.withheld/n, s.unevaluated/n)
}

// list prints counts, the greatest first.
func list(out io.Writer, counts map[string]int) {
	for _, why := range report.MostFrequent(counts) {
		fmt.Fprintf(out, "- %d: %s\n", counts[why], why)
	}
}
