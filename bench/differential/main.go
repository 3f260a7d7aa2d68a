// Command differential compares the executor with machine code, function by
// function, and prints what agrees and what does not.
//
//	go run ./bench/differential [-inputs 1000] [-func regexp] [packages]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"sync"
	"time"

	"nearmiss/bench/internal/differential"
)

func main() {
	var o differential.Options
	flag.IntVar(&o.Inputs, "inputs", 1000, "compare each function on `N` random inputs")
	flag.Uint64Var(&o.Seed, "seed", 1, "of the inputs")
	flag.BoolVar(&o.Concrete, "concrete", false, "leave out the runs with symbolic words")
	verbose := flag.Bool("v", false, "tell of each function when it is done")
	match := flag.String("func", "", "functions whose name matches `regexp`")
	parallel := flag.Int("parallel", 2, "compare `N` packages at a time")
	flag.Parse()
	if *match != "" {
		re, err := regexp.Compile(*match)
		if err != nil {
			fmt.Fprintln(os.Stderr, "differential: -func:", err)
			os.Exit(2)
		}
		o.Func = re
	}
	if *verbose {
		start := time.Now()
		o.Told = func(r *differential.Row) {
			fmt.Fprintf(os.Stderr, "%6.1f s  %s.%s: %d of %d agree\n", time.Since(start).Seconds(), r.Package, r.Func, r.Agreed, r.Inputs)
		}
	}
	packages := flag.Args()
	if len(packages) == 0 {
		packages = differential.Packages()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, packages, o, *parallel); err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
		os.Exit(1)
	}
}

// run compares the packages and prints the table. It is an error if a package
// could not be compared at all, or has a gap that is not known.
func run(ctx context.Context, packages []string, o differential.Options, parallel int) error {
	temp, err := os.MkdirTemp("", "nearmiss-differential-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	o.Temp = temp
	results := make([][]differential.Row, len(packages))
	errs := make([]error, len(packages))
	slots := make(chan struct{}, max(parallel, 1))
	var wg sync.WaitGroup
	for i, p := range packages {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			start := time.Now()
			results[i], errs[i] = differential.Package(ctx, p, o)
			fmt.Fprintf(os.Stderr, "%s: %d functions in %.1f s\n", p, len(results[i]), time.Since(start).Seconds())
		})
	}
	wg.Wait()
	var rows []differential.Row
	for _, r := range results {
		rows = append(rows, r...)
	}
	if err := differential.Write(os.Stdout, rows); err != nil {
		return err
	}
	for i, err := range errs {
		if err != nil {
			return fmt.Errorf("%s: %w", packages[i], err)
		}
	}
	news := 0
	for i := range rows {
		if len(rows[i].Gaps) > 0 && rows[i].Known() == "" {
			news++
		}
	}
	if news > 0 {
		return fmt.Errorf("%d functions have gaps that are not known", news)
	}
	return nil
}
