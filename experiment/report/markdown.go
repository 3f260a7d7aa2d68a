package report

import (
	"fmt"
	"io"
	"strings"

	"nearmiss/experiment/campaign"
)

// Markdown writes the verdicts on the contrasts of the campaign file, their subjects, and a table for each budget and
// each measure that is a number: the medians over seeds, with a row for each subject and a column for each arm.
func (r *Report) Markdown(w io.Writer) error {
	primary, secondary, err := r.Verdicts()
	if err != nil {
		return err
	}
	m := &markdown{Report: r}
	m.line("# %s\n\n%s", r.Campaign.Name, r.progress())
	if text := r.changes(); text != "" {
		m.line("\n%s", text)
	}
	m.verdicts(primary, secondary)
	m.medians()
	if failed := r.Failed(); len(failed) > 0 {
		m.line("\nNot measured:\n")
		for _, row := range failed {
			m.line("- %v: %s", row.Key, Line(row.Error))
		}
	}
	_, err = io.WriteString(w, m.String())
	return err
}

// A markdown is a report that is being written.
type markdown struct {
	*Report
	strings.Builder
}

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(m, format+"\n", args...) }

// row writes a row of a table.
func (m *markdown) row(cells ...string) {
	for _, c := range cells {
		m.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
	}
	m.line("|")
}

func (m *markdown) verdicts(primary, secondary []Verdict) {
	if len(primary)+len(secondary) == 0 {
		m.line("\nThe campaign file names no contrasts, so there are no verdicts.")
		return
	}
	if len(primary) > 0 {
		m.line("\n## Verdicts\n")
		m.row("claim", "verdict", "subjects, level", "for, against", "difference", "p", "p (Holm)", "equal, p (Holm)")
		m.line("|---|---|--:|--:|--:|--:|--:|--:|")
		for _, v := range primary {
			m.row(m.verdict(&v)...)
		}
	}
	if len(secondary) > 0 {
		m.line("\n## Exploratory\n\n%s\n", exploratory)
		m.row("claim", "subjects, level", "for, against", "difference", "p")
		m.line("|---|--:|--:|--:|--:|")
		for _, v := range secondary {
			cells := m.verdict(&v)
			m.row(append(cells[:1:1], cells[2:6]...)...)
		}
	}
	m.line("")
	for _, x := range m.meanings() {
		m.line("- **%s**: %s", x.Word, x.Text)
	}
	for _, v := range primary {
		m.subjects(&v)
	}
	for _, v := range secondary {
		m.subjects(&v)
	}
}

// verdict returns the cells of a verdict.
func (m *markdown) verdict(v *Verdict) []string {
	sentence := "**" + v.Sentence(m.Campaign.Analysis.Level) + "**" + v.mark()
	if v.Rows.Lacking() > 0 {
		return []string{v.Contrast.Claim, sentence, v.lacks(), "", "", "", "", ""}
	}
	return []string{
		v.Contrast.Claim, sentence,
		fmt.Sprintf("%d, %d", len(v.Subjects), v.Level), fmt.Sprintf("%d, %d", v.For, v.Opposed),
		v.difference(), probability(v.Differ.Raw), probability(v.Differ.Holm), v.equal(m.Campaign.Analysis.Level),
	}
}

// subjects writes what a contrast says on each subject.
func (m *markdown) subjects(v *Verdict) {
	c := v.Contrast
	m.line("\n### %s\n", c.Claim)
	m.line("`%s` against `%s`, %s, %s: %s.", c.Arm, c.Against, c.Measure, c.Budget, v.Sentence(m.Campaign.Analysis.Level))
	for _, s := range v.details(m.Campaign.Analysis.Level) {
		m.line("%s", s)
	}
	if len(v.Subjects) == 0 {
		return
	}
	m.line("")
	m.row("subject", c.Arm, c.Against, "difference", "Â12")
	m.line("|---|--:|--:|--:|--:|")
	for _, s := range v.Subjects {
		m.row(s.Name, figure(s.Arm), figure(s.Against), s.difference(), span(s.A12, twoDecimals))
	}
}

// medians writes the tables of medians.
func (m *markdown) medians() {
	c := m.Campaign
	m.line("\n## Medians")
	for _, measure := range c.Measures {
		if measure.Curve {
			continue
		}
		for _, budget := range c.Budgets {
			m.line("\n%s\n", m.caption(measure, budget))
			m.table(measure.Name, budget)
		}
	}
}

func (m *markdown) table(measure string, budget campaign.Part) {
	head := []string{"subject"}
	for _, arm := range m.Campaign.Arms {
		head = append(head, arm.Name)
	}
	m.row(head...)
	m.line("|---|%s", strings.Repeat("--:|", len(m.Campaign.Arms)))
	for _, subject := range m.Campaign.Subjects {
		cells := []string{subject.Name}
		for _, arm := range m.Campaign.Arms {
			cells = append(cells, m.cell(measure, subject, arm, budget))
		}
		m.row(cells...)
	}
}

// cell is the median of a measure, and of how many seeds if not of all.
func (r *Report) cell(measure string, subject, arm, budget campaign.Part) string {
	s := r.sample(measure, subject.Name, arm, budget.Name)
	switch {
	case len(s.values) == 0:
		return ""
	case s.rows.Lacking() > 0:
		return fmt.Sprintf("%s (%d of %d)", figure(median(s.values)), len(s.values), s.rows.Wanted)
	}
	return figure(median(s.values))
}
