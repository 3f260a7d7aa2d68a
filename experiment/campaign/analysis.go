package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nearmiss/experiment/task"
)

// An Analysis says what the rows will be asked. It is written before the campaign begins.
type Analysis struct {
	Level     float64    // probability of one or more false verdicts on primary contrasts
	Primary   []Contrast // corrected for their number
	Secondary []Contrast // exploratory

	Predictors []Predictor // corrected for their number
}

// A Predictor claims that the difference of a contrast rises with a measure of an arm, from subject to subject.
type Predictor struct {
	Contrast
	Predictor string // a measure
	Of        string // an arm
}

// A Contrast is a comparison of two arms. Its claim says that Arm has more of the measure than Against,
// over subjects.
type Contrast struct {
	Claim, Measure, Arm, Against string
	Budget                       string
	Subjects                     []string // names, in the order of the campaign
	Margin                       float64  // largest difference that counts as none, in the unit of the measure
	Groups                       bool     // all subjects that stand for one of the file count once, by their mean
	Ratio                        bool     // ratios are compared, not differences; margin and least are factors
	Least                        float64  // of a ratio: Arm has more by this factor at least; 1 if not given
	Hard                         Hard     // which subjects take part

	// Censored names the measure that is 1 where Measure is the time at which a run reached its target, and 0
	// where it is the budget, at which the run was stopped. Empty: every run has a value.
	Censored string

	// Single names the test of each single subject over its seeds, one of SingleTests. Empty: McNemar's where the
	// measure is 0 or 1 in all rows, else none.
	Single string
}

// SingleTests are the tests of a single subject: of measures that are 0 or 1, with pairs of runs of one seed or without; and of numbers.
var SingleTests = []string{"mcnemar", "fisher", "mann-whitney"}

// Hard are the subjects of which an arm has a median of at least Least, and on which the arms are not level. Without an arm they are all
// subjects.
type Hard struct {
	Arm, Measure string
	Least        float64
}

const (
	defaultMargin = 0.01
	defaultLevel  = 0.05
	leastLevel    = 0.001 // for less, the report would need more resamples
)

// analysis reads the table of the analysis.
func (r *reader) analysis(value any, c *Campaign) Analysis {
	a := Analysis{Level: defaultLevel}
	if value == nil {
		return a
	}
	t, ok := value.(table)
	if !ok {
		r.fault("analysis", "contrasts stand in tables [[analysis.primary]]")
		return a
	}
	r.known("analysis", "key", t, "margin", "level", "primary", "secondary", "predictor")
	margin := r.margin(t, "analysis", defaultMargin)
	if x, given := t["level"]; given {
		a.Level, _ = x.(float64)
		if !(a.Level >= leastLevel && a.Level < 0.5) {
			r.fault("analysis.level", "level is %v, and must be a number from %v to below 0.5, such as 0.05", x, leastLevel)
		}
	}
	claims := map[string]bool{}
	a.Primary = r.contrasts(t, "primary", c, margin, claims)
	a.Secondary = r.contrasts(t, "secondary", c, margin, claims)
	r.rows(t, "analysis.", "predictor", func(path string, t table) {
		x := Predictor{r.contrast(t, path, c, margin, claims, "predictor", "of"), r.text(t, path, "predictor"), r.text(t, path, "of")}
		r.number(path+".predictor", x.Predictor, c)
		r.oneOf(path+".of", "arm", x.Of, names(c.Arms))
		a.Predictors = append(a.Predictors, x)
	})
	return a
}

// margin reads the largest difference that counts as none.
func (r *reader) margin(t table, path string, otherwise float64) float64 {
	x, given := t["margin"]
	if !given {
		return otherwise
	}
	margin := task.Options(t).Number("margin")
	if !(margin > 0 && margin < 1e300) {
		r.fault(below(path, "margin"), "margin is %v, and must be a number above 0, such as 0.01", x)
	}
	return margin
}

// contrasts reads the contrasts of a kind. claims has those that were read before.
func (r *reader) contrasts(
	analysis table, kind string, c *Campaign, margin float64, claims map[string]bool,
) (list []Contrast) {
	r.rows(analysis, "analysis.", kind, func(path string, t table) {
		x := r.contrast(t, path, c, margin, claims, "by", "ratio", "least", "hard", "censored", "single")
		r.form(t, path, c, &x)
		x.Hard = r.hard(t["hard"], path+".hard", c)
		list = append(list, x)
	})
	return list
}

// rows calls read with the path and the keys of each table of an array below a path.
func (r *reader) rows(of table, below, key string, read func(path string, t table)) {
	rows, ok := of[key].([]any)
	if of[key] != nil && !ok {
		r.fault(below+key, "write this as tables [[%s%s]]", below, key)
	}
	for i, row := range rows {
		path := fmt.Sprintf("%s%s[%d]", below, key, i)
		t, ok := row.(table)
		if !ok {
			r.fault(path, "write this as tables [[%s%s]]", below, key)
			continue
		}
		read(path, t)
	}
}

// contrast reads one contrast, which may have further keys.
func (r *reader) contrast(
	t table, path string, c *Campaign, margin float64, claims map[string]bool, further ...string,
) Contrast {
	keys := []string{"claim", "measure", "arm", "against", "budget", "subjects", "margin"}
	r.known(path, "key", t, append(keys, further...)...)
	x := Contrast{
		Claim: r.text(t, path, "claim"), Measure: r.text(t, path, "measure"),
		Arm: r.text(t, path, "arm"), Against: r.text(t, path, "against"),
		Budget: r.budget(t, path, c.Budgets), Subjects: r.chosen(t, path, c.Subjects),
		Margin: r.margin(t, path, margin),
	}
	if claims[x.Claim] && x.Claim != "" {
		r.fault(path+".claim", "there are two contrasts with the claim %q", x.Claim)
	}
	claims[x.Claim] = true
	r.number(path+".measure", x.Measure, c)
	r.oneOf(path+".arm", "arm", x.Arm, names(c.Arms))
	r.oneOf(path+".against", "arm", x.Against, names(c.Arms))
	if x.Arm == x.Against && x.Arm != "" {
		r.fault(path+".against", "%s is compared with itself", x.Arm)
	}
	return x
}

// number adds a fault unless a measure is known and a number.
func (r *reader) number(path, measure string, c *Campaign) {
	r.oneOf(path, "measure", measure, measureNames(c.known()))
	if slices.ContainsFunc(c.known(), func(m task.Measure) bool { return m.Name == measure && m.Curve }) {
		r.fault(path, "%s is a curve, and contrasts are of numbers", measure)
	}
}

// hard reads which subjects take part.
func (r *reader) hard(value any, path string, c *Campaign) (h Hard) {
	if value == nil {
		return h
	}
	t, ok := value.(table)
	if !ok {
		r.fault(path, `hard is a table such as { arm = "random", measure = "evaluations", least = 1000 }`)
		return h
	}
	r.known(path, "key", t, "arm", "measure", "least")
	h = Hard{r.text(t, path, "arm"), r.text(t, path, "measure"), task.Options(t).Number("least")}
	r.oneOf(path+".arm", "arm", h.Arm, names(c.Arms))
	r.number(path+".measure", h.Measure, c)
	if !(h.Least > 0) {
		r.fault(path+".least", "least is %v, and must be a number above 0", t["least"])
	}
	return h
}

// form reads how a contrast compares.
func (r *reader) form(t table, path string, c *Campaign, x *Contrast) {
	x.Censored = r.optional(t, path, "censored")
	r.number(path+".censored", x.Censored, c)
	x.Single = r.optional(t, path, "single")
	r.oneOf(path+".single", "test", x.Single, SingleTests)
	switch by := r.optional(t, path, "by"); by {
	case "", "subject":
	case "group":
		x.Groups = true
	default:
		r.unknown(path+".by", "unit", by, []string{"subject", "group"})
	}
	ratio, isBool := t["ratio"].(bool)
	if x.Ratio = ratio; t["ratio"] != nil && !isBool {
		r.fault(path+".ratio", "ratio must be true or false")
	}
	if ratio {
		x.Least = 1
	}
	if _, given := t["least"]; given {
		x.Least = task.Options(t).Number("least")
		if !ratio || !(x.Least > 1 && x.Least < 1e300) {
			r.fault(path+".least", "least is a factor above 1 of a contrast with ratio = true")
		}
	}
	if ratio && !(x.Margin > 1) {
		r.fault(path+".margin", "the margin of a ratio is a factor above 1, such as 1.05")
	}
}

func names(parts []Part) (names []string) {
	for _, p := range parts {
		names = append(names, p.Name)
	}
	return names
}

// budget reads the budget of a contrast, which need not be given if there is only one.
func (r *reader) budget(t table, path string, budgets []Part) string {
	name, all := r.optional(t, path, "budget"), names(budgets)
	r.oneOf(path+".budget", "budget", name, all)
	switch _, given := t["budget"]; {
	case !given && len(all) == 1:
		return all[0]
	case !given && len(all) > 1:
		r.fault(path, "this contrast needs one budget of %s", strings.Join(all, ", "))
	}
	return name
}

// chosen reads which subjects a contrast is about: all, or those that match one of its patterns.
func (r *reader) chosen(t table, path string, subjects []Part) (chosen []string) {
	value, given := t["subjects"]
	if !given {
		return names(subjects)
	}
	patterns, ok := value.([]any)
	if !ok || len(patterns) == 0 {
		r.fault(path+".subjects", "subjects must be a list of names, in which * stands for any text")
	}
	matched := map[string]bool{}
	for i, x := range patterns {
		pattern, ok := x.(string)
		found := false
		for _, s := range subjects {
			if matches(s.Name, pattern) {
				found, matched[s.Name] = true, true
			}
		}
		switch at := fmt.Sprintf("%s.subjects[%d]", path, i); {
		case !ok:
			r.fault(at, "subjects must be a list of names, in which * stands for any text")
		case !found && len(subjects) > 0:
			r.unknown(at, "subject", cmp.Or(pattern, `""`), names(subjects))
		}
	}
	for _, s := range subjects {
		if matched[s.Name] {
			chosen = append(chosen, s.Name)
		}
	}
	return chosen
}

// matches reports whether a text is a pattern in which each * stands for any text.
func matches(text, pattern string) bool {
	start, rest, star := strings.Cut(pattern, "*")
	if !star {
		return text == pattern
	}
	text, ok := strings.CutPrefix(text, start)
	parts := strings.Split(rest, "*")
	end := len(parts) - 1
	for i := 0; ok && i < end; i++ {
		_, text, ok = strings.Cut(text, parts[i])
	}
	return ok && strings.HasSuffix(text, parts[end])
}
