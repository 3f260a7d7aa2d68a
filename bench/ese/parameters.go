package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"nearmiss/bench/internal/experiment"
	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/ese"
	"nearmiss/ga"
)

// A setting is a row of Table III of Aquino et al. 2020: parameters of ESE, and the costs of what it
// found in the programs of Table V, in its order, at size 100.
type setting struct {
	popSize, eliteSize int
	mProb              float64
	lsPeriod           int // 0 for no local search
	costs              [8]float64
}

var settings = []setting{
	{10, 0, 0, 0, [8]float64{549, 73, 4516, 2808, 584, 396, 141, 194}},
	{10, 5, 0.5, 10, [8]float64{601, 202, 4528, 2665, 596, 422, 193, 222}},
	{10, 1, 0.2, 50, [8]float64{591, 202, 4526, 2730, 592, 422, 193, 220}},
	{10, 10, 1, 100, [8]float64{589, 202, 4520, 2635, 588, 418, 191, 220}},
	{50, 5, 0.2, 0, [8]float64{559, 202, 4532, 2256, 598, 404, 163, 198}},
	{50, 0, 1, 10, [8]float64{595, 202, 4525, 2767, 598, 418, 193, 218}},
	{50, 10, 0.5, 50, [8]float64{595, 202, 4526, 2647, 595, 421, 193, 220}},
	{50, 1, 0, 100, [8]float64{567, 202, 4521, 2682, 590, 413, 193, 216}},
	{75, 0, 0.5, 0, [8]float64{571, 75, 4517, 2849, 600, 405, 145, 198}},
	{75, 5, 0, 10, [8]float64{601, 202, 4521, 2711, 589, 422, 193, 222}},
	{75, 1, 1, 50, [8]float64{587, 202, 4523, 2578, 611, 421, 193, 222}},
	{75, 10, 0.2, 100, [8]float64{575, 202, 4526, 2742, 594, 415, 191, 222}},
	{100, 5, 1, 0, [8]float64{563, 202, 4520, 2503, 593, 404, 159, 204}},
	{100, 0, 0.2, 10, [8]float64{601, 202, 4526, 2776, 587, 422, 193, 222}},
	{100, 10, 0, 50, [8]float64{585, 202, 4527, 2664, 597, 420, 193, 222}},
	{100, 1, 0.5, 100, [8]float64{585, 202, 4521, 2638, 592, 411, 193, 210}},
}

// name is that of the strategy.
func (s setting) name() string {
	return fmt.Sprintf("ese-%d-%d-%v-%d", s.popSize, s.eliteSize, s.mProb, s.lsPeriod)
}

// strategy is ESE with the parameters. For ga.Memetic a negative number is zero, and zero the default.
func (s setting) strategy() ese.Strategy {
	m := ga.Memetic{PopSize: s.popSize, EliteSize: orNone(s.eliteSize), MProb: s.mProb, LSPeriod: orNone(s.lsPeriod)}
	if s.mProb == 0 {
		m.MProb = -1
	}
	return ese.Evolution{Algorithm: m, Operators: "path"}
}

func orNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

// share is what the paper has for a program as a share of the manual cost.
func (s setting) share(title string) float64 {
	i := slices.IndexFunc(manual.TableV(), func(p manual.Subject) bool { return p.Title == title })
	return s.costs[i] / published[title][100].manual
}

// registerSettings makes the settings strategies, and returns their names.
func registerSettings() (names []string) {
	for _, s := range settings {
		ese.RegisterStrategy(ese.Named{Name: s.name(), Doc: "ese with parameters of Table III", Strategy: s.strategy()})
		names = append(names, s.name())
	}
	return names
}

// parameters has a row for each setting: the shares of the manual costs, and their mean over the programs.
func (c *config) parameters(w io.Writer, of func(cell, string) []*record) {
	fmt.Fprintf(w, "Table III: cost of the worst input of size 100 that ESE found within %s with other parameters, as a share of the manual input's: "+
		"mean over %d seeds, and mean over the programs (Figure 2). In italics: the paper's, within an hour.\n\n", c.budget(), c.seeds)
	head := []string{"population", "elite", "mutation", "local search"}
	for _, cell := range c.cells {
		head = append(head, cell.subject.Title)
	}
	experiment.Markdown(w, append(head, "mean", "*mean*"), func(yield func([]string)) {
		for _, s := range settings {
			row := []string{strconv.Itoa(s.popSize), strconv.Itoa(s.eliteSize), fmt.Sprint(s.mProb), strconv.Itoa(s.lsPeriod)}
			var ours, theirs float64
			for _, cell := range c.cells {
				mean := meanShare(of(cell, s.name()))
				row, ours, theirs = append(row, thousandths(mean)), ours+mean, theirs+s.share(cell.subject.Title)
			}
			n := float64(len(c.cells))
			yield(append(row, thousandths(ours/n), "*"+thousandths(theirs/n)+"*"))
		}
	})
}

// meanShare is the mean cost of searches as a share of the manual input's; 0 of none.
func meanShare(list []*record) (mean float64) {
	for _, r := range list {
		mean += float64(r.Cost) / float64(r.Manual) / float64(len(list))
	}
	return mean
}
