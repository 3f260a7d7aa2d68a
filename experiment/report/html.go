package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"

	"nearmiss/experiment/campaign"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string

	pageTemplate = template.Must(template.New("page").Parse(pageHTML))
)

// HTML writes the report as one page that needs nothing else: what Markdown writes, curves and box plots of each
// subject, and all rows.
func (r *Report) HTML(w io.Writer) error {
	p, err := r.page()
	if err != nil {
		return err
	}
	return pageTemplate.Execute(w, p)
}

// A page is what the template shows.
type page struct {
	Style  template.CSS
	Script template.JS

	Name, Progress     string
	Changes            []string
	NoContrasts        string
	Primary, Secondary *table
	Exploratory        string
	Predicted          *table
	Predictors         string
	Reached            *table
	ReachedWords       string
	Meanings           []meaning
	Contrasts          []section
	Medians            []section
	Legend             []legend
	Figures            []figures
	Cells              []section
	CSV                template.URL
}

// A section is a table with what is said about it.
type section struct {
	ID, Title string
	Sentences []string
	Table     table
	Single    *table // of single subjects, nil for none
}

// A legend says how an arm is drawn.
type legend struct {
	Arm   string
	Style template.CSS
}

// Figures are the drawings of a subject.
type figures struct {
	Title    string
	Drawings []drawing
}

type drawing struct {
	SVG     template.HTML
	Caption string
}

func (r *Report) page() (*page, error) {
	primary, secondary, err := r.Verdicts()
	if err != nil {
		return nil, err
	}
	predicted, err := r.Predictions()
	if err != nil {
		return nil, err
	}
	var csv bytes.Buffer
	if err := r.CSV(&csv); err != nil {
		return nil, err
	}
	p := &page{
		Style: template.CSS(pageCSS), Script: template.JS(pageJS),
		Name: r.Campaign.Name, Progress: r.progress(), Changes: r.changes(), Exploratory: exploratory,
		CSV:   template.URL("data:text/csv;charset=utf-8;base64," + base64.StdEncoding.EncodeToString(csv.Bytes())),
		Cells: r.cells(), Figures: r.figures(), Medians: r.medians(),
	}
	if len(primary) > 0 {
		t := r.primaryTable(primary)
		p.Primary = t.linked(0)
	}
	if len(secondary) > 0 {
		t := r.secondaryTable(secondary)
		p.Secondary = t.linked(len(primary))
	}
	if t := r.reachedTable(slices.Concat(primary, secondary)); len(t.Rows) > 0 {
		p.Reached, p.ReachedWords = &t, reachedWords
	}
	if len(predicted) > 0 {
		t := predictionTable(predicted)
		p.Predicted, p.Predictors = &t, predictors
	}
	if p.Meanings = r.meanings(); len(primary)+len(secondary)+len(predicted) == 0 {
		p.NoContrasts, p.Meanings = noContrasts, nil
	}
	for i, v := range slices.Concat(primary, secondary) {
		s := section{ID: contrastID(i), Title: v.Contrast.Claim, Sentences: v.details(r.Campaign.Analysis.Level)}
		if len(v.Subjects) > 0 {
			s.Table = r.subjectTable(&v)
		}
		if v.Single != nil {
			single := v.Single.table(v.Contrast, true)
			s.Single = &single
		}
		p.Contrasts = append(p.Contrasts, s)
	}
	for i, arm := range r.Campaign.Arms {
		s := styleOf(i)
		p.Legend = append(p.Legend, legend{arm.Name, template.CSS("border-top:4px " + s.Line() + " " + s.Hex())})
	}
	return p, nil
}

// linked makes the first entry of each row a link to the section of its contrast, of which the first has a number.
func (t *table) linked(first int) *table {
	for i := range t.Rows {
		t.Rows[i][0].Link = contrastID(first + i)
	}
	return t
}

func contrastID(n int) string { return fmt.Sprintf("contrast-%d", n) }

// figures returns the drawings of each subject and budget: its curves, and a box plot of each measure that contrasts
// are about.
func (r *Report) figures() (all []figures) {
	for _, budget := range r.Campaign.Budgets {
		for _, subject := range r.Campaign.Subjects {
			f := figures{Title: subject.Name + ", " + budget.Name}
			for _, m := range r.Campaign.Measures {
				if !m.Curve {
					continue
				}
				if d := r.curves(m, subject, budget); d != "" {
					f.Drawings = append(f.Drawings, drawing{d, m.Name + ": median over seeds, and a band of the middle half of them"})
				}
			}
			for _, m := range r.Campaign.Measures {
				if d := r.survivals(m, subject, budget); d != "" {
					const caption = ": share of the runs that have not reached their target, by Kaplan and Meier, with its limits"
					f.Drawings = append(f.Drawings, drawing{d, m.Name + caption})
				}
			}
			for _, m := range r.boxed(budget) {
				if d := r.boxes(m, subject, budget); d != "" {
					const caption = " over seeds: median, quartiles, and whiskers of at most 1.5 boxes"
					f.Drawings = append(f.Drawings, drawing{d, m + caption})
				}
			}
			if len(f.Drawings) > 0 {
				all = append(all, f)
			}
		}
	}
	return all
}

// boxed returns the measures of contrasts with a budget; without such, the first measure that is a number.
func (r *Report) boxed(budget campaign.Part) (measures []string) {
	a := r.Campaign.Analysis
	for _, c := range slices.Concat(a.Primary, a.Secondary) {
		if c.Budget == budget.Name && !slices.Contains(measures, c.Measure) {
			measures = append(measures, c.Measure)
		}
	}
	for _, m := range r.Campaign.Measures {
		if len(measures) == 0 && !m.Curve {
			measures = append(measures, m.Name)
		}
	}
	return measures
}

// cells returns the rows of each subject, arm and budget, a section for each.
func (r *Report) cells() (all []section) {
	c := r.Campaign
	for _, budget := range c.Budgets {
		for _, subject := range c.Subjects {
			for _, arm := range c.Arms {
				s := section{ID: r.cellID(subject.Name, arm.Name, budget.Name)}
				s.Title = subject.Name + ", " + arm.Name + ", " + budget.Name
				s.Table = r.cellTable(subject, arm, budget)
				if n := len(c.SeedsOf(arm)); len(s.Table.Rows) < n {
					s.Sentences = []string{count(n-len(s.Table.Rows), "row") + " missing."}
				}
				all = append(all, s)
			}
		}
	}
	return all
}

// cellTable has the rows of one subject, arm and budget, with the measures of the campaign file.
func (r *Report) cellTable(subject, arm, budget campaign.Part) table {
	t := table{Head: []column{{"seed", true}}}
	for _, m := range r.Campaign.Measures {
		if !m.Curve {
			t.Head = append(t.Head, column{m.Name, true})
		}
	}
	t.Head = append(t.Head, column{"processor ms", true}, column{"revision", false}, column{"error", false})
	for _, seed := range r.Campaign.SeedsOf(arm) {
		row := r.Rows[campaign.Key{Subject: subject.Name, Arm: arm.Name, Seed: seed, Budget: budget.Name}]
		if row == nil {
			continue
		}
		line := []entry{number(float64(seed), strconv.FormatUint(seed, 10))}
		for _, m := range r.Campaign.Measures {
			x, ok := row.Number(m.Name)
			switch {
			case m.Curve:
			case ok:
				line = append(line, number(x, figure(x)))
			default:
				line = append(line, plain(""))
			}
		}
		ms := float64(row.Processor.Milliseconds())
		t.add(append(line, number(ms, figure(ms)), plain(row.Revision), plain(Line(row.Error))))
	}
	return t
}
