// Command smt compares the back ends of package smt: the embedded chain, its
// parts, and z3 and cvc5 where they are installed.
//
//	go run ./bench/smt
//
// It prints three tables. The first has paths of 500 comparisons of 100
// integers of 64 bits, with one question at each, as an executor asks them: the
// time of a question, with the model and with what it takes to tell a solver of
// the path, and for programs the processor time of theirs, which other work on
// the machine disturbs less. The second has random path conditions with quotients, remainders,
// products, shifts and masks, of three widths, signed and unsigned: how many a
// solver decides within the limit, and how long it takes on average, where what
// it does not decide counts as the limit. The third has the questions that the
// programs of Aquino et al. ask on random paths, recorded and asked again.
//
// No two back ends may contradict each other: the last line says how often they
// did.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"nearmiss/smt/smtlib"
)

type config struct {
	tables string
	only   string // these back ends
	seed   uint64
	each   int           // random conditions of a kind
	size   int           // of the inputs of the programs
	paths  int           // of each program
	limit  time.Duration // of a question
	budget time.Duration // of a back end on one recording
}

func main() {
	var c config
	flag.StringVar(&c.tables, "tables", "path,random,subjects", "print these `tables`")
	flag.StringVar(&c.only, "backends", "", "ask only these `back ends`, as the tables call them")
	flag.Uint64Var(&c.seed, "seed", 1, "draw with this `seed`")
	flag.IntVar(&c.each, "each", 1, "draw `N` random conditions of each of 48 kinds")
	flag.IntVar(&c.size, "size", 50, "let lists and strings of the programs have `N` elements")
	flag.IntVar(&c.paths, "paths", 3, "take `N` paths through each program")
	flag.DurationVar(&c.limit, "limit", time.Second, "let a question take this `long`")
	flag.DurationVar(&c.budget, "budget", 2*time.Second, "leave a recording off after this `long`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, &c); err != nil {
		fmt.Fprintln(os.Stderr, "smt:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, c *config) error {
	host, _ := os.Hostname()
	fmt.Printf("seed %d; %s, %d processors, %s, %s\n", c.seed, host, runtime.NumCPU(), runtime.Version(), time.Now().Format("2006-01-02"))
	for _, t := range smtlib.Find() {
		fmt.Printf("%s: %s\n", t.Name, version(ctx, t))
	}
	var j judge
	for table := range strings.SplitSeq(c.tables, ",") {
		var err error
		switch table {
		case "path":
			err = paths500(ctx, c, &j)
		case "random":
			err = random(ctx, c, &j)
		case "subjects":
			err = subjects(ctx, c, &j)
		default:
			err = fmt.Errorf("-tables: %q is none of path, random, subjects", table)
		}
		if err != nil {
			return err
		}
	}
	fmt.Printf("\n%d answers compared, %d contradictions\n", j.compared, j.contradictions)
	if j.contradictions > 0 {
		return fmt.Errorf("back ends contradict each other")
	}
	return ctx.Err()
}
