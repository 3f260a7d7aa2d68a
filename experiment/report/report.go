// Package report shows the rows of a campaign: as tables of medians in Markdown, and all of them as
// CSV or JSON.
//
//	all, err := report.Load(ctx, rows, kinds)
//	err = all.Markdown(os.Stdout)
package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/store"
	"nearmiss/experiment/task"
)

// A Report holds a campaign and its rows.
type Report struct {
	Campaign *campaign.Campaign
	Changed  bool                        // its primary contrasts have changed since the first row
	Rows     map[campaign.Key]*store.Row // of the cells of the campaign
	Others   int                         // rows of cells that the campaign file no longer has
}

// Load reads the campaign and its rows.
func Load(ctx context.Context, rows *store.Store, kinds []*task.Kind) (*Report, error) {
	file, text, first, err := rows.Campaign()
	if err != nil {
		return nil, err
	}
	c, err := campaign.Parse(file, text, kinds)
	if err != nil {
		return nil, fmt.Errorf("the campaign that the rows are of cannot be read any more:\n%w", err)
	}
	r := &Report{Campaign: c, Rows: map[campaign.Key]*store.Row{}}
	begun, err := campaign.Parse(file, first, kinds)
	r.Changed = err != nil || !slices.Equal(begun.Primary, c.Primary)
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
	return r, err
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

// Made says by which revisions and where the rows were made.
func (r *Report) Made() string {
	revisions, machines := map[string]bool{}, map[string]bool{}
	for _, row := range r.Rows {
		revisions[row.Revision], machines[row.Machine] = true, true
	}
	names := func(set map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(set)), "; ") }
	return fmt.Sprintf("revision %s on %s", cmp.Or(names(revisions), "?"), cmp.Or(names(machines), "?"))
}

// Markdown writes a table for each budget and each measure of the campaign file that is a number: the
// medians over seeds, with a row for each subject and a column for each arm.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	c := r.Campaign
	fmt.Fprintf(&b, "# %s\n\n%d of %d rows, %s.\n", c.Name, len(r.Rows), r.All(), r.Made())
	if r.Changed {
		b.WriteString("\nThe primary contrasts have changed since the first row.\n")
	}
	for _, m := range c.Measures {
		if m.Curve {
			continue
		}
		for _, budget := range c.Budgets {
			fmt.Fprintf(&b, "\n%s (%s), %s: median over %d seeds.%s\n\n", m.Name, m.Doc, budget.Name, len(c.Seeds), r.once())
			r.table(&b, m.Name, budget)
		}
	}
	if failed := r.Failed(); len(failed) > 0 {
		b.WriteString("\nNot measured:\n\n")
		for _, row := range failed {
			fmt.Fprintf(&b, "- %v: %s\n", row.Key, Line(row.Error))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Line returns a text as one line of at most 300 bytes.
func Line(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if len(line) > 300 {
		line = strings.ToValidUTF8(line[:300], "") + "…"
	}
	return line
}

// once names the arms that have one row for all seeds.
func (r *Report) once() string {
	var names []string
	for _, arm := range r.Campaign.Arms {
		if !r.Campaign.Draws(arm) {
			names = append(names, arm.Name)
		}
	}
	if len(names) == 0 || len(r.Campaign.Seeds) == 1 {
		return ""
	}
	return " Draws nothing, so that one run is enough: " + strings.Join(names, ", ") + "."
}

func (r *Report) table(b *strings.Builder, measure string, budget campaign.Part) {
	c := r.Campaign
	b.WriteString("| subject |")
	for _, arm := range c.Arms {
		b.WriteString(" " + arm.Name + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(c.Arms)) + "\n")
	for _, subject := range c.Subjects {
		b.WriteString("| " + subject.Name + " |")
		for _, arm := range c.Arms {
			b.WriteString(" " + r.cell(measure, subject, arm, budget) + " |")
		}
		b.WriteString("\n")
	}
}

// cell is the median of a measure, and of how many seeds if not of all.
func (r *Report) cell(measure string, subject, arm, budget campaign.Part) string {
	var values []float64
	seeds := r.Campaign.SeedsOf(arm)
	for _, seed := range seeds {
		row := r.Rows[campaign.Key{Subject: subject.Name, Arm: arm.Name, Seed: seed, Budget: budget.Name}]
		if row == nil || row.Error != "" {
			continue
		}
		if x, ok := row.Number(measure); ok {
			values = append(values, x)
		}
	}
	switch {
	case len(values) == 0:
		return ""
	case len(values) < len(seeds):
		return fmt.Sprintf("%s (%d of %d)", figure(median(values)), len(values), len(seeds))
	}
	return figure(median(values))
}

// median returns the middle value, or the mean of both middle values.
func median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// figure prints a number with three decimals, or none if it is whole.
func figure(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}
