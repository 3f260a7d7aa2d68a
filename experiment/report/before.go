package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/store"
	"nearmiss/experiment/task"
)

// mostChanges is how many changes either way are listed of a measure.
const mostChanges = 10

// A change is a cell whose measure differs between two sets of rows, or does not.
type change struct {
	key         campaign.Key
	before, now float64
}

func (c change) by() float64 { return c.now - c.before }

// Compare writes how the rows differ from those of before, cell by cell, for each measure that is a number: on how many
// cells there is more and less, the medians of both, and the largest changes. What counts is that a cell has a row
// without an error in both. It returns an error if no cell has.
func (r *Report) Compare(w io.Writer, before *Report) error {
	m := &markdown{Report: r}
	both, failed, repaired := 0, 0, 0
	for key, row := range r.Rows {
		switch old := before.Rows[key]; {
		case old == nil:
		case row.Error != "" && old.Error == "":
			failed++
		case row.Error == "" && old.Error != "":
			repaired++
		case row.Error == "":
			both++
		}
	}
	if both == 0 {
		return fmt.Errorf("the rows of %s and those before, of %s, have no cell in common", r.Campaign.Name, before.Campaign.Name)
	}
	m.line("# %s\n\nNow: %s\n\nBefore: %s\n\nRows of the same cell in both: %d.", r.Campaign.Name, r.progress(), before.progress(), both)
	if failed+repaired > 0 {
		m.line("Cells with an error now and not before: %d; before and not now: %d.", failed, repaired)
	}
	rows := r.list()
	all := table{Head: columns(3, "measure", "arm", "budget", "cells", "more", "less", "equal", "median before", "median now")}
	largest := table{Head: columns(4, "measure", "subject", "arm", "budget", "seed", "before", "now", "difference")}
	for _, measure := range r.Campaign.Measures {
		if measure.Curve {
			continue
		}
		var changes []change
		for _, arm := range r.Campaign.Arms {
			for _, budget := range r.Campaign.Budgets {
				if list := changesOf(measure, rows, before, arm.Name, budget.Name); len(list) > 0 {
					all.add(append([]entry{plain(measure.Name), plain(arm.Name), plain(budget.Name)}, sum(list)...))
					changes = append(changes, list...)
				}
			}
		}
		for _, c := range most(changes) {
			largest.add([]entry{
				plain(measure.Name), plain(c.key.Subject), plain(c.key.Arm), plain(c.key.Budget), number(float64(c.key.Seed), fmt.Sprint(c.key.Seed)),
				number(c.before, figure(c.before)), number(c.now, figure(c.now)), number(c.by(), effect(c.by())),
			})
		}
	}
	m.table(all)
	if len(largest.Rows) > 0 {
		m.line("\n## Largest changes\n\nOf each measure the %d cells with most more, and those with most less.", mostChanges)
		m.table(largest)
	}
	_, err := io.WriteString(w, m.String())
	return err
}

// changesOf returns the cells of an arm and a budget that have a measure in rows and before, in the order of rows.
func changesOf(measure task.Measure, rows []*store.Row, before *Report, arm, budget string) (list []change) {
	for _, row := range rows {
		old := before.Rows[row.Key]
		if row.Arm != arm || row.Budget != budget || old == nil || row.Error != "" || old.Error != "" {
			continue
		}
		now, measured := row.Number(measure.Name)
		was, too := old.Number(measure.Name)
		if measured && too {
			list = append(list, change{row.Key, was, now})
		}
	}
	return list
}

// sum counts changes.
func sum(list []change) []entry {
	var before, now []float64
	more, less := 0, 0
	for _, c := range list {
		before, now = append(before, c.before), append(now, c.now)
		switch {
		case same(c.before, c.now):
		case c.by() > 0:
			more++
		default:
			less++
		}
	}
	var entries []entry
	for _, n := range []int{len(list), more, less, len(list) - more - less} {
		entries = append(entries, number(float64(n), fmt.Sprint(n)))
	}
	return append(entries, number(median(before), figure(median(before))), number(median(now), figure(median(now))))
}

// most returns the largest changes either way, from most more to most less. Of equal ones the first count.
func most(list []change) []change {
	list = slices.DeleteFunc(list, func(c change) bool { return same(c.before, c.now) })
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(b.by(), a.by()) })
	more := slices.IndexFunc(list, func(c change) bool { return c.by() < 0 })
	if more < 0 {
		more = len(list)
	}
	return slices.Concat(list[:min(more, mostChanges)], list[max(more, len(list)-mostChanges):])
}
