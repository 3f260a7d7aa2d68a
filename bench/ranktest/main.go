// Command ranktest compares the searches of two files that bench/ese has kept with
// -raw: by program, size and algorithm, whether the costs of one are as a rule higher.
//
//	go run ./bench/ese -algos ga -seeds 30 -time 0 -evals 20000 -raw after.jsonl
//	go run ./bench/ranktest before.jsonl after.jsonl
//
// For each cell it prints both medians, the probability that a search of the second
// file costs more than one of the first (ties count half; Vargha and Delaney's A12),
// and the two-sided p of the rank-sum test of Mann and Whitney, by its normal
// approximation with a correction for ties.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// cell is what is compared.
type cell struct {
	Func string `json:"func"`
	Size int    `json:"size"`
	Algo string `json:"algo"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: ranktest before.jsonl after.jsonl")
		os.Exit(2)
	}
	if err := run(os.Stdout, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "ranktest:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, before, after string) error {
	a, err := read(before)
	if err != nil {
		return err
	}
	b, err := read(after)
	if err != nil {
		return err
	}
	var cells []cell
	for c := range a {
		if len(b[c]) > 0 {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, func(x, y cell) int {
		return cmp.Or(cmp.Compare(x.Algo, y.Algo), cmp.Compare(x.Func, y.Func), cmp.Compare(x.Size, y.Size))
	})
	fmt.Fprintf(w, "| algorithm | program | size | searches | median before | after | A12 | p |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, c := range cells {
		a12, p := compare(a[c], b[c])
		fmt.Fprintf(w, "| %s | %s | %d | %d, %d | %.0f | %.0f | %.2f | %.3f |\n", c.Algo, c.Func, c.Size, len(a[c]), len(b[c]), median(a[c]), median(b[c]), a12, p)
	}
	return nil
}

// read lists the costs of a file by cell.
func read(name string) (map[cell][]float64, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	costs := map[cell][]float64{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var r struct {
			cell
			Cost float64 `json:"cost"`
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		costs[r.cell] = append(costs[r.cell], r.Cost)
	}
	return costs, lines.Err()
}

func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	n := len(xs)
	return (xs[(n-1)/2] + xs[n/2]) / 2
}

// compare returns the probability that one of b is higher than one of a, and how
// likely it is to be as far from a half if both are drawn alike.
func compare(a, b []float64) (a12, p float64) {
	wins := 0.0
	for _, x := range a {
		for _, y := range b {
			switch {
			case y > x:
				wins++
			case y == x:
				wins += 0.5
			}
		}
	}
	m, n := float64(len(a)), float64(len(b))
	ties := 0.0
	all := slices.Sorted(slices.Values(slices.Concat(a, b)))
	for i := 0; i < len(all); {
		k := i
		for k < len(all) && all[k] == all[i] {
			k++
		}
		t := float64(k - i)
		ties += t*t*t - t
		i = k
	}
	deviation := math.Sqrt(m * n / 12 * (m + n + 1 - ties/((m+n)*(m+n-1))))
	if deviation == 0 {
		return 0.5, 1
	}
	z := max(0, math.Abs(wins-m*n/2)-0.5) / deviation
	return wins / (m * n), 2 * distuv.UnitNormal.Survival(z)
}
