// Command beyond measures what a policy is worth that was learned at small sizes and is
// carried to large ones, where it is followed without questions to the solver but one (worst
// -algo carried), against searching at the large size from the start (-algo auto): the programs
// of Aquino et al. 2020 and of Koo et al. 2019, and functions of the standard library.
//
//	go run ./bench/beyond -raw beyond.jsonl             all of it
//	go run ./bench/beyond -cells KMP,Tour/1000 -seeds 1
//
// It prints a table in Markdown. With -raw each search is kept in a file as a line of JSON; one that
// is there already, with the same budget, is not done again.
//
// The functions of the standard library are chosen by a rule (standard.go), and not by what
// is found. Sizes are 100 and 1000, or the nearest at which a program's input is whole:
// graphs have as many cells, distances those of whole sets of cities. Cost is in decisions for
// Koo et al.'s programs, as in their paper, and in statements for all others.
//
// Threats: a cost that both come to may be one that is easy to come to; so what each comes
// to in its budget stands beside it. Training counts, in paths and in time. Searches that
// run side by side share a processor's memory.
package main

import (
	"flag"
	"fmt"
	"nearmiss/bench/internal/experiment"
	"time"
)

// config says what to measure.
type config struct {
	only     string
	seeds    int
	time     time.Duration
	parallel int
	raw      string
}

func main() { experiment.Main("beyond", parse, (*config).run) }

func parse() (*config, error) {
	c := &config{}
	flag.StringVar(&c.only, "cells", "", "only these `functions` or cells: Tour,KMP/1000")
	flag.IntVar(&c.seeds, "seeds", 3, "repeat each search with `N` seeds")
	flag.DurationVar(&c.time, "time", 20*time.Second, "budget of a search in time, training included")
	flag.IntVar(&c.parallel, "parallel", 1, "run `N` searches at a time")
	flag.StringVar(&c.raw, "raw", "", "keep each search in `FILE`, and do not repeat those in it")
	flag.Parse()
	switch {
	case flag.NArg() > 0:
		return nil, fmt.Errorf("%q is too much", flag.Arg(0))
	case c.time <= 0:
		return nil, fmt.Errorf("-time is to be more than 0")
	case c.seeds < 1 || c.parallel < 1:
		return nil, fmt.Errorf("-seeds and -parallel are at least 1")
	}
	return c, nil
}
