package campaign

import (
	"fmt"
	"maps"
	"slices"
)

// Published are figures of a paper, which reports print beside those of a measure.
type Published struct {
	Source, Measure string
	Against         string                        // arm that the figures compare others with, as a contrast does; empty if they are of the arms themselves
	Values          map[string]map[string]float64 // by the names of subject, or group of subjects, and arm
}

// published reads the tables [[published]].
func (r *reader) published(top table, c *Campaign) (list []Published) {
	r.rows(top, "", "published", func(path string, t table) {
		r.known(path, "key", t, "source", "measure", "against", "values")
		p := Published{Source: r.text(t, path, "source"), Measure: r.text(t, path, "measure"), Values: map[string]map[string]float64{}}
		r.number(path+".measure", p.Measure, c)
		if t["against"] != nil {
			p.Against = r.text(t, path, "against")
			r.oneOf(path+".against", "arm", p.Against, names(c.Arms))
		}
		subjects := names(c.Subjects)
		for _, s := range c.Subjects {
			if !slices.Contains(subjects, s.Group) {
				subjects = append(subjects, s.Group)
			}
		}
		values, ok := t["values"].(table)
		if !ok {
			r.fault(path, `the figures stand in a table: values."subject" = { "arm" = 1.5 }`)
		}
		for _, subject := range slices.Sorted(maps.Keys(values)) {
			at := below(below(path, "values"), subject)
			r.oneOf(at, "subject", subject, subjects)
			arms, ok := values[subject].(table)
			if !ok {
				r.fault(at, "figures stand in a table { \"arm\" = 1.5 }")
			}
			p.Values[subject] = map[string]float64{}
			for _, arm := range slices.Sorted(maps.Keys(arms)) {
				r.oneOf(below(at, arm), "arm", arm, names(c.Arms))
				switch n := arms[arm].(type) {
				case int64:
					p.Values[subject][arm] = float64(n)
				case float64:
					p.Values[subject][arm] = n
				default:
					r.fault(below(at, arm), "the figure is %v, and must be a number", fmt.Sprint(n))
				}
			}
		}
		list = append(list, p)
	})
	return list
}

// PublishedOf returns the published figure of a measure for a subject or a group and an arm, or for the contrast of
// this arm against another one, and its source.
func (c *Campaign) PublishedOf(measure, subject, arm, against string) (x float64, source string, ok bool) {
	for _, p := range c.Published {
		if p.Measure == measure && p.Against == against {
			if x, ok = p.Values[subject][arm]; ok {
				return x, p.Source, true
			}
		}
	}
	return 0, "", false
}
