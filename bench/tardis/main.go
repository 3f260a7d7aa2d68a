// Command tardis counts the paths of the types below bench/subjects/tardis that strategies of
// dynamic symbolic execution take in states that calls make, after the experiment of
// Modonato, section 5: all methods of a type, call sequences of at most eight calls
// on an object. It runs in the root of the module:
//
//	go run ./bench/tardis -raw tardis.jsonl
//	go run ./bench/tardis -types sample,lru -strategies tardis,fifo -seeds 5
//
// It prints Markdown. A search of a method ends with its budget of call sequences, or of time with
// -time, or where its strategy has nothing left to ask. A path counts if its receiver is
// not nil: calls have made it, so it is legal. All paths of a type that any search in
// the file took are those that are known.
//
// With -raw each search is kept in a file as a line of JSON; one that is there already, with
// the same budget, is not done again.
//
// Threats: a path that no search took is not known, so shares are of what is known. With -time
// the machine counts; what else runs on it changes the table.
package main

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/internal/explore"
	"nearmiss/internal/object"
)

// config says what to measure.
type config struct {
	types      []string
	strategies []string
	seeds      int
	sequences  int
	question   int
	together   int
	workers    int
	time       time.Duration
	raw        string
	show       bool
}

// early are the types on which searches were tuned; those below late are not among them.
var early = []string{"sample", "account", "intervals", "lru", "matrix", "stack"}

func main() { experiment.Main("tardis", parse, (*config).run) }

func parse() (*config, error) {
	c := &config{}
	types := flag.String("types", strings.Join(early, ","), "search these `types`, as late/ring")
	strategies := flag.String("strategies", "tardis,fifo,random", "compare the first of these `strategies` with the others")
	flag.IntVar(&c.seeds, "seeds", 30, "repeat each search with `N` seeds")
	flag.IntVar(&c.sequences, "sequences", 20_000, "end a search of a method after `N` call sequences; 0 for no bound")
	flag.IntVar(&c.question, "question", object.DefaultEvaluations, "end the search for a state of one condition after `N` call sequences")
	flag.IntVar(&c.together, "together", 1, "search for states of `K` conditions at a time")
	flag.IntVar(&c.workers, "workers", 1, "run call sequences on `N` workers")
	flag.DurationVar(&c.time, "time", 0, "end a search of a method after `d`; 0 for no clock")
	flag.StringVar(&c.raw, "raw", "", "keep each search in `FILE`, and do not repeat those in it")
	flag.BoolVar(&c.show, "show", false, "print the tables of what is in the file, and search for nothing")
	flag.Parse()
	c.types, c.strategies = strings.Split(*types, ","), strings.Split(*strategies, ",")
	for _, s := range c.strategies {
		if known := slices.Concat(explore.Strategies(), slices.Sorted(maps.Keys(ablations)), []string{coverName}); !slices.Contains(known, s) {
			return nil, fmt.Errorf("-strategies: %q is none of %s", s, strings.Join(known, ", "))
		}
	}
	switch {
	case flag.NArg() > 0:
		return nil, fmt.Errorf("%q is too much", flag.Arg(0))
	case c.sequences <= 0 && c.time <= 0:
		return nil, fmt.Errorf("-sequences 0 -time 0 is no end")
	case c.seeds < 1:
		return nil, fmt.Errorf("-seeds is at least 1")
	case c.together < 1 || c.workers < 1:
		return nil, fmt.Errorf("-together and -workers are at least 1")
	}
	return c, nil
}

// budget names what a search may use up.
func (c *config) budget() string {
	var parts []string
	if c.sequences > 0 {
		parts = append(parts, fmt.Sprintf("%d sequences", c.sequences))
	}
	if c.time > 0 {
		parts = append(parts, c.time.String())
	}
	if c.question != object.DefaultEvaluations {
		parts = append(parts, fmt.Sprintf("%d a condition", c.question))
	}
	if c.together > 1 {
		parts = append(parts, fmt.Sprintf("%d conditions at a time", c.together))
	}
	return strings.Join(parts, ", ")
}
