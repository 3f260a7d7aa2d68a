package main

import (
	"strings"
	"testing"
)

// TestTable: medians and their intervals, searches that did not come to the mark, what ended
// by itself, the paper's paths, training, and the summary.
func TestTable(t *testing.T) {
	r := made(t, "insertionsort/3,insertionsort/100,insertionsort/100/3875,find/10,dijkstra/12,dijkstra/30", "exhaustive,wise-all,spfwca-all,pyse,pyse-pre,auto", 3, func(j job) record {
		x := record{Paths: 10 * j.seed, Elapsed: 60000, Reached: int64(100 * j.seed), Status: "stopped", Cost: uint64(j.mark)}
		switch {
		case j.whole:
			x.Paths, x.Elapsed, x.Status = 9, 20, ended
			switch {
			case j.algo == "":
				x.Feasible = 5
			case j.technique.name == "wise-all" && j.n == 30:
				x.Status = "budget"
			case j.technique.name == "spfwca-all" && j.n == 12:
				x.Cost = 20
			}
			if j.train != nil {
				x.TrainingPaths = 30
			}
		case j.technique.name == "pyse-pre":
			x.TrainingPaths, x.TrainingMS = 4*j.seed, 1500
		case j.technique.name == "auto" && j.n == 30, j.technique.name == "pyse" && j.n == 12 && j.seed == 2:
			x.Reached, x.Status = -1, "budget"
		case j.technique.name == "auto":
			x.Paths = 20
		}
		if j.technique.name == "auto" && j.n == 30 && j.seed == 3 {
			x.Error = "no time"
		}
		return x
	})
	delete(r.done, key{"Find", 10, "pyse", 3, "1m0s", 17})
	var b strings.Builder
	r.tables(&b)
	if got := b.String(); got != golden {
		t.Errorf("the tables are\n%s\nwant\n%s", got, golden)
	}
}

const golden = `Paths until the longest one, and in parentheses seconds: median over 3 seeds within 1m0s, and in brackets its 95 % interval by the bootstrap; the number of searches that came there, if not all did. What did not is infinite; > stands before what it took in vain, x where it ended by itself. Rows of all paths go on to their end, as most of the paper's do, and all others to the longest path. Seconds include training, but for a policy to begin with. Together: paths of training and those above. In italics: the paper's. (N, longest path): proved, or with ? the longest that is known. These draw nothing, so that there is one search for a cell: all paths; WISE, all paths of its policy; SPF-WCA, all paths of its policy. Not all seeds are done; cells have at least: PySE 2.

## Table I, programs of class 1

### Benchmark 2, insertion sort

| (N, longest path) | (3, 3) | (100, 3875) of the paper | (100, 4950) |
| --- | ---: | ---: | ---: |
| all paths | 9 (0.02), 5 feasible *6* |  |  |
| SPF-WCA, all paths of its policy | 9 (0.02) |  | 9 (0.02) |
| PySE | 20 [10, 30] (0.20) *2* | 20 [10, 30] (0.20) *2* | 20 [10, 30] (0.20) |
| PySE, pre-trained |  | 20 [10, 30] (0.20) | 20 [10, 30] (0.20) |
| auto | 20 (0.20) | 20 (0.20) | 20 (0.20) |

| paths of training (seconds), and together | (3, 3) | (100, 3875) of the paper | (100, 4950) |
| --- | ---: | ---: | ---: |
| SPF-WCA, all paths of its policy | 30, 39 |  | 30, 39 |
| PySE, pre-trained |  | 8 (1.50), 28 | 8 (1.50), 28 |

## Table II, programs of class 2

### A search by Boyer-Moore that misses nothing, a stand-in for benchmark 5

| (N, longest path) | (10, 17) |
| --- | ---: |
| all paths | 9 (0.02), 5 feasible |
| WISE, all paths of its policy | 9 (0.02) |
| SPF-WCA, all paths of its policy | 9 (0.02) |
| PySE | 15 [10, 20] (0.15) |
| PySE, pre-trained | 20 [10, 30] (0.20) |
| auto | 20 (0.20) |

| paths of training (seconds), and together | (10, 17) |
| --- | ---: |
| WISE, all paths of its policy | 30, 39 |
| SPF-WCA, all paths of its policy | 30, 39 |
| PySE, pre-trained | 8 (1.50), 28 |

### Benchmark 7, Dijkstra (with a min-priority queue)

| (N, longest path) | (12, 29) | (30, 136?) |
| --- | ---: | ---: |
| all paths | 9 (0.02), 5 feasible *837* |  |
| WISE, all paths of its policy | 9 (0.02) *518* | > 9 (0.02) |
| SPF-WCA, all paths of its policy | x 9 (0.02) *269* | 9 (0.02) |
| PySE | 30 [10, ∞] (0.30), 2 of 3 | 20 [10, 30] (0.20) |
| PySE, pre-trained | 20 [10, 30] (0.20) *114* | 20 [10, 30] (0.20) |
| auto | 20 (0.20) | > 20 (60.0), 0 of 3 |

| paths of training (seconds), and together | (12, 29) | (30, 136?) |
| --- | ---: | ---: |
| WISE, all paths of its policy | 30, 39 | 30, ∞ |
| SPF-WCA, all paths of its policy | 30, 39 | 30, 39 |
| PySE, pre-trained | 8 (1.50), 28 | 8 (1.50), 28 |

## Summary

- Median paths of auto divided by the paper's paths, class 2: geometric mean 0.175 (cells: 1).
- Median paths of auto divided by the paper's paths, class 2, with auto's paths at smaller scales: geometric mean 0.175 (cells: 1).
- Median paths of auto divided by those of our PySE, class 2: geometric mean 0.816 (cells: 2); more, as half of the searches of auto do not come there in dijkstra/30.
- Median paths of auto divided by those of our PySE, stand-ins: geometric mean 1.33 (cells: 1).
- Where auto takes longest in class 1: insertionsort/3, median 0.20 s.

What went wrong:

- dijkstra/30, auto, seed 3: no time
`
