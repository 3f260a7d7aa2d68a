// Command pyse repeats the study of Koo et al., PySE: automatic worst-case test
// generation by reinforcement learning, ICST 2019, Tables I and II and Figure 7:
// for each program and scale, how many paths each technique takes until it has
// taken the longest, and how long that is.
//
//	go run ./bench/pyse -raw pyse.jsonl -figures .     all of it
//	go run ./bench/pyse -cells tour,heap/10 -algos pyse,auto -seeds 5
//
// It prints Markdown: medians over seeds with the 95 % intervals of the bootstrap, the
// paper's paths beside them, the paths of training, and what is not reached.
// With -raw each search is kept in a file as a line of JSON; one that is there
// already, with the same budget and mark, is not done again. With -figures the parts of
// Figure 7 are drawn as SVG.
//
// Paths are counted as in the paper, with those that end where the side that was
// chosen is impossible. A strategy that does not choose such a side has none of these.
//
// Threats: the programs are written anew in Go. Their counts of all paths are the
// paper's, but those of PySE depend on much that the paper does not say (ese.PySE). A
// search ends when it comes to a path as long as the longest that is known, which the user
// of a strategy does not know. Times are those of another machine, executor and solver; searches
// that run side by side share a processor's memory.
package main

import (
	"flag"
	"fmt"
	"nearmiss/bench/internal/experiment"
	"strings"
	"time"
)

// config says what to measure.
type config struct {
	cells      []cell
	techniques []technique
	seeds      int
	time       time.Duration
	paths      uint64
	parallel   int
	raw        string
	figures    string
}

func main() { experiment.Main("pyse", parse, (*config).run) }

func parse() (*config, error) {
	c := &config{}
	only := flag.String("cells", "", "only these `programs` or cells: align,heap/10")
	algos := flag.String("algos", "", "only these `techniques`: pyse,pyse-pre,auto")
	flag.IntVar(&c.seeds, "seeds", 30, "repeat each search with `N` seeds, if it draws anything")
	flag.DurationVar(&c.time, "time", time.Minute, "budget of a search in time, and of one that learns a policy for it; 0 for none")
	flag.Uint64Var(&c.paths, "paths", 0, "budget of a search in paths, those of training included; 0 for none")
	flag.IntVar(&c.parallel, "parallel", 2, "run `N` searches at a time")
	flag.StringVar(&c.raw, "raw", "", "keep each search in `FILE`, and do not repeat those in it")
	flag.StringVar(&c.figures, "figures", "", "draw Figure 7 into `DIR`")
	flag.Parse()
	switch {
	case flag.NArg() > 0:
		return nil, fmt.Errorf("%q is too much", flag.Arg(0))
	case c.time <= 0 && c.paths == 0:
		return nil, fmt.Errorf("-time 0 is no clock: say with -paths when a search is to end")
	case c.seeds < 1 || c.parallel < 1:
		return nil, fmt.Errorf("-seeds and -parallel are at least 1")
	}
	var err error
	if c.cells, err = choose(*only); err != nil {
		return nil, err
	}
	c.techniques, err = pick(*algos)
	return c, err
}

// budget names what a search may use up.
func (c *config) budget() string {
	var parts []string
	if c.time > 0 {
		parts = append(parts, c.time.String())
	}
	if c.paths > 0 {
		parts = append(parts, fmt.Sprintf("%d paths", c.paths))
	}
	return strings.Join(parts, ", ")
}
