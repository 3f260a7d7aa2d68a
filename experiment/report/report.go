// Package report shows what the rows of a campaign say: verdicts on the contrasts that the campaign file names, and
// tables of medians, as Markdown or as one HTML page with figures; and all rows as CSV or JSON.
//
//	all, err := report.Load(ctx, rows, kinds)
//	err = all.Markdown(os.Stdout)
package report

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/store"
	"nearmiss/experiment/task"
)

// A Report holds a campaign and its rows.
type Report struct {
	Campaign *campaign.Campaign
	Changed  bool                        // the campaign file has changed since the first row
	First    *campaign.Campaign          // the campaign before the first row; nil if it cannot be read any more
	Rows     map[campaign.Key]*store.Row // of the cells of the campaign
	Others   int                         // rows of cells that the campaign file no longer has
}

// Load reads the campaign and its rows.
func Load(ctx context.Context, rows *store.Store, kinds []*task.Kind) (*Report, error) {
	file, text, first, err := rows.Campaign()
	if err != nil {
		return nil, err
	}
	expansions, err := rows.Expansions(ctx)
	if err != nil {
		return nil, err
	}
	kinds = asKept(kinds, expansions)
	c, err := campaign.Parse(file, text, kinds)
	if err != nil {
		return nil, fmt.Errorf("the campaign that the rows are of cannot be read any more:\n%w", err)
	}
	r := &Report{Campaign: c, Changed: text != first, First: c, Rows: map[campaign.Key]*store.Row{}}
	if r.Changed {
		if r.First, err = campaign.Parse(file, first, kinds); err != nil {
			r.First = nil
		}
	}
	wanted := map[campaign.Key]bool{}
	for _, cell := range c.Cells() {
		wanted[cell.Key()] = true
	}
	err = rows.Rows(ctx, func(row *store.Row) error {
		if wanted[row.Key] {
			r.Rows[row.Key] = row
		} else {
			r.Others++
		}
		return nil
	})
	r.derive()
	return r, err
}

// derive gives rows the measures that follow from others. A row without the curve of a union lacks the measure.
func (r *Report) derive() {
	type part struct{ subject, budget string }
	budgets := map[string]task.Options{}
	for _, b := range r.Campaign.Budgets {
		budgets[b.Name] = b.Options
	}
	for _, m := range r.Campaign.Kind.Measures {
		if m.Derive == nil {
			continue
		}
		union := map[part]map[float64]bool{}
		for _, row := range r.Rows {
			at := part{row.Subject, row.Budget}
			if union[at] == nil {
				union[at] = map[float64]bool{}
			}
			for _, p := range row.Curves[m.Union] {
				union[at][p[1]] = true
			}
		}
		for _, row := range r.Rows {
			x, ok := m.Derive(row.Numbers, budgets[row.Budget], len(union[part{row.Subject, row.Budget}]))
			if m.Union != "" && row.Curves[m.Union] == nil || row.Error != "" {
				ok = false
			}
			if ok {
				row.Numbers[m.Name] = x
			}
		}
	}
}

// Limit leaves only the first n seeds, or all if n is 0.
func (r *Report) Limit(n int) error {
	err := r.Campaign.Limit(n)
	kept := map[campaign.Key]*store.Row{}
	for _, row := range r.list() {
		kept[row.Key] = row
	}
	r.Rows = kept
	r.derive()
	return err
}

// asKept returns kinds whose subjects stand for those that were kept, so that a report needs none of them.
func asKept(kinds []*task.Kind, expansions map[string][]task.Named) (list []*task.Kind) {
	for _, k := range kinds {
		if k.Expand != nil {
			same := *k
			k = &same
			k.Expand = func(_ context.Context, _ string, subjects []task.Options) (all []task.Expansion) {
				for _, s := range subjects {
					all = append(all, task.Expansion{Subjects: expansions[s.String()]})
				}
				return all
			}
		}
		list = append(list, k)
	}
	return list
}

// All returns how many rows there would be in the end.
func (r *Report) All() int { return len(r.Campaign.Cells()) }

// Failed returns the rows with an error, in the order of the cells.
func (r *Report) Failed() (failed []*store.Row) {
	for _, row := range r.list() {
		if row.Error != "" {
			failed = append(failed, row)
		}
	}
	return failed
}

// list returns the rows in the order of the cells.
func (r *Report) list() (rows []*store.Row) {
	for _, cell := range r.Campaign.Cells() {
		if row := r.Rows[cell.Key()]; row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// Made says by which revisions the rows were made, where and when. A revision with + is of a tree with changes.
func (r *Report) Made() string {
	revisions, machines := map[string]int{}, map[string]int{}
	var first, last time.Time
	for _, row := range r.Rows {
		revisions[row.Revision]++
		machines[row.Machine]++
		if t := row.Finished; !t.IsZero() && (first.IsZero() || t.Before(first)) {
			first = t
		}
		if row.Finished.After(last) {
			last = row.Finished
		}
	}
	text := fmt.Sprintf("revision %s on %s", Counted(revisions, ", "), Counted(machines, "; "))
	if !first.IsZero() {
		text += ", " + first.Format(time.DateOnly)
		if on := last.Format(time.DateOnly); on != first.Format(time.DateOnly) {
			text += " to " + on
		}
	}
	return text
}

// Counted lists names, each with the number of its rows if there are several.
func Counted(rows map[string]int, separator string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if len(rows) > 1 {
			name += fmt.Sprintf(" (%d)", rows[name])
		}
		list = append(list, name)
	}
	return cmp.Or(strings.Join(list, separator), "?")
}
