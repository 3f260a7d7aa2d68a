package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Markdown writes the verdicts on the contrasts of the campaign file, their subjects, and a table for each budget and
// each measure that is a number: the medians over seeds, with a row for each subject and a column for each arm. If there is
// one arm, a table has a column for each measure.
func (r *Report) Markdown(w io.Writer) error {
	primary, secondary, err := r.Verdicts()
	if err != nil {
		return err
	}
	m := &markdown{Report: r}
	m.line("# %s\n\n%s", r.Campaign.Name, r.progress())
	if sentences := r.changes(); len(sentences) > 0 {
		m.line("\n%s", strings.Join(sentences, "\n"))
	}
	predicted, err := r.Predictions()
	if err != nil {
		return err
	}
	m.verdicts(primary, secondary, predicted)
	m.line("\n## Medians")
	for _, s := range m.medians() {
		m.line("\n%s", s.Title)
		m.table(s.Table)
	}
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

func (m *markdown) table(t table) {
	m.line("")
	rule := ""
	for _, c := range t.Head {
		m.WriteString("| " + cell(c.Title) + " ")
		if c.Number {
			rule += "|--:"
		} else {
			rule += "|---"
		}
	}
	m.line("|\n%s|", rule)
	for _, row := range t.Rows {
		for _, e := range row {
			if e.Mark {
				e.Text = "**" + e.Text + "**"
			}
			m.WriteString("| " + cell(e.Text) + " ")
		}
		m.line("|")
	}
}

// cell returns a text for a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func (m *markdown) verdicts(primary, secondary []Verdict, predicted []Prediction) {
	if len(primary)+len(secondary)+len(predicted) == 0 {
		m.line("\n%s", noContrasts)
		return
	}
	if len(primary) > 0 {
		m.line("\n## Verdicts")
		m.table(m.primaryTable(primary))
	}
	if len(secondary) > 0 {
		m.line("\n## Exploratory\n\n%s", exploratory)
		m.table(m.secondaryTable(secondary))
	}
	if t := m.reachedTable(slices.Concat(primary, secondary)); len(t.Rows) > 0 {
		m.line("\n## Reached\n\n%s", reachedWords)
		m.table(t)
	}
	if len(predicted) > 0 {
		m.line("\n## Predictors\n\n%s", predictors)
		m.table(predictionTable(predicted))
	}
	m.line("")
	for _, x := range m.meanings() {
		m.line("- **%s**: %s", x.Word, x.Text)
	}
	for _, v := range slices.Concat(primary, secondary) {
		m.line("\n### %s\n", v.Contrast.Claim)
		for _, s := range v.details(m.Campaign.Analysis.Level) {
			m.line("%s", s)
		}
		if len(v.Subjects) > 0 {
			m.table(m.subjectTable(&v))
		}
		if v.Single == nil {
			continue
		}
		if t := v.Single.table(v.Contrast, false); len(t.Rows) > 0 {
			m.table(t)
		}
	}
}
