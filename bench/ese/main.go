// Command ese repeats the study of Aquino et al., Facilitating program
// performance profiling via evolutionary symbolic execution, STVR 2020, Table V:
// for each program and size, the cost of the worst input that each technique
// finds within one budget, as a share of that of the manual input.
//
//	go run ./bench/ese                                  the 32 cells, and 12 of other programs
//	go run ./bench/ese -sizes 200,500,1000 -rows        how far it gets
//	go run ./bench/ese -cells kmp/100,dfs -algos ese,auto -seeds 3
//	go run ./bench/ese -table3                          ESE with the parameters of Table III
//	go run ./bench/ese -koo -sizes 10,50 -time 1s       with the programs of Koo et al. 2019
//
// It prints Markdown: the medians over seeds (and, in parentheses, means that
// differ) with the paper's values beside them, what is not reached, and the
// time to the manual cost. With -raw each search is kept in a file as a line of
// JSON; one that is there already, with the same budget, is not done again.
//
// The rows quicksort_jdk, dfs and bfs are of programs that were inferred from the paper's costs
// (package manual, Inferred); a second table has their costs in statements beside the paper's.
// QuicksortJDK, DepthFirstSearch and BreadthFirstSearch do the same task at other costs: nothing of the
// paper stands beside these.
//
// Threats: the statements are those of Go programs written anew, not those of
// the paper's Python; a budget in time depends on the machine, and searches
// that run side by side share it. A budget of paths counts tries: also those that
// end at once under a precondition that contradicts itself. EvoSuite, a genetic algorithm over inputs for
// Java, stands beside our own (ga), which is another algorithm. Neither ga and ese nor ese
// and ese:input differ in their operators alone: the start, the domain, how often a child differs from
// its parents and what counts as a try differ, too.
package main

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/internal/worst"
)

// config says what to measure.
type config struct {
	worst.Options
	cells    []cell
	algos    []worst.Algorithm
	seeds    int
	parallel int
	raw      string
	full     bool
	cpu      bool
	table3   bool
}

func main() { experiment.Main("ese", parse, (*config).run) }

func parse() (*config, error) {
	c := &config{}
	var all []string
	for _, a := range worst.Algorithms() {
		all = append(all, a.Name)
	}
	sizes := flag.String("sizes", "10,50,75,100", "`sizes`, with commas between them")
	rows := flag.Bool("rows", false, "a size is the number of rows of a graph, not of its cells as in the paper")
	others := flag.Bool("koo", false, "the programs of Koo et al. 2019 too, which have no manual input: shares are of the best that any search found")
	only := flag.String("cells", "", "only these `programs` or cells: kmp,dfs/100")
	algos := flag.String("algos", strings.Join(all, ","), "`algorithms`; ese:input is one with other operators")
	flag.IntVar(&c.seeds, "seeds", 10, "repeat each search with `N` seeds, if it draws anything")
	flag.DurationVar(&c.Time, "time", 10*time.Second, "budget of a search in time; 0 for none")
	flag.Uint64Var(&c.Paths, "paths", 0, "budget of a search in paths; 0 for none")
	flag.Uint64Var(&c.Evals, "evals", 0, "budget of a search over inputs in runs; 0 for none")
	flag.IntVar(&c.parallel, "parallel", 2, "run `N` searches at a time")
	flag.StringVar(&c.raw, "raw", "", "keep each search in `FILE`, and do not repeat those in it")
	flag.BoolVar(&c.full, "full", false, "go on when the optimum is reached")
	flag.BoolVar(&c.cpu, "cpu", false, "count the time of the processor, which other programs on the machine change little; one search at a time")
	flag.BoolVar(&c.table3, "table3", false, "Table III and Figure 2 in place of Table V: ESE with other parameters at size 100, whatever -sizes and -algos say")
	flag.Parse()
	if flag.NArg() > 0 {
		return nil, fmt.Errorf("%q is too much", flag.Arg(0))
	}
	if c.cpu {
		clock, err := newProcessorClock()
		if err != nil {
			return nil, err
		}
		c.Clock, c.parallel = clock.now, 1
	}
	if c.table3 {
		*sizes, *rows, *others, *algos = "100", false, false, strings.Join(registerSettings(), ",")
	}
	var numbers []int
	for part := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-sizes: %q is no size", part)
		}
		numbers = append(numbers, n)
	}
	for a := range strings.SplitSeq(*algos, ",") {
		o := c.Options
		o.Algo, o.Operators, _ = strings.Cut(a, ":")
		if err := o.Validate(); err != nil {
			return nil, err
		}
		at := slices.IndexFunc(worst.Algorithms(), func(x worst.Algorithm) bool { return x.Name == o.Algo })
		algo := worst.Algorithms()[at]
		algo.Name = a
		c.algos = append(c.algos, algo)
	}
	var err error
	if c.cells, err = cells(numbers, *rows, *others, *only); err == nil && c.table3 {
		c.cells = slices.DeleteFunc(c.cells, func(x cell) bool { return published[x.subject.Title] == nil })
		if len(c.cells) == 0 {
			err = fmt.Errorf("-table3: none of -cells %s is a program of the paper", *only)
		}
	}
	return c, err
}

// budget names what a search may use up.
func (c *config) budget() string {
	var parts []string
	if c.Time > 0 && c.cpu {
		parts = append(parts, c.Time.String()+" of processor time")
	} else if c.Time > 0 {
		parts = append(parts, c.Time.String())
	}
	if c.Paths > 0 {
		parts = append(parts, fmt.Sprintf("%d paths", c.Paths))
	}
	if c.Evals > 0 {
		parts = append(parts, fmt.Sprintf("%d runs", c.Evals))
	}
	return strings.Join(parts, ", ")
}
