package campaign

import (
	"context"
	"fmt"

	"nearmiss/experiment/task"
)

// expand puts the subjects that each subject of the file stands for in its place.
func (r *reader) expand(c *Campaign, subjects []Part) (all []Part) {
	if c.Kind.Expand == nil || len(r.faults) > 0 {
		return subjects
	}
	var options []task.Options
	for _, s := range subjects {
		options = append(options, s.Options)
	}
	c.Expansions = map[string][]task.Named{}
	at, said := map[string]int{}, map[string]bool{}
	for i, e := range c.Kind.Expand(context.Background(), c.Dir, options) {
		of := subjects[i]
		path := fmt.Sprintf("subject@%d", of.line) // not a path of the file: the line is known
		r.lines[path] = of.line
		if e.Err != nil {
			if text := fmt.Sprint(of.line, e.Err); !said[text] {
				said[text] = true
				r.fault(path, "%v", e.Err)
			}
			continue
		}
		if len(e.Subjects) == 0 {
			r.named(path, "subject", of, at)
			all = append(all, of)
			continue
		}
		c.Expansions[of.Options.String()] = e.Subjects
		for _, n := range e.Subjects {
			p := Part{Name: of.Name + "/" + n.Name, Options: n.Options, Group: of.Name, line: of.line}
			r.named(path, "subject", p, at)
			all = append(all, p)
		}
	}
	return all
}
