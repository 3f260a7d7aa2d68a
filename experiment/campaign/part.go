package campaign

import (
	"fmt"
	"slices"
	"strings"

	"nearmiss/experiment/task"
)

// mostParts bounds the combinations of one table.
const mostParts = 10_000

// A value is a value of an option, and whether it is one of a list.
type value struct {
	option *task.Option
	value  any
	listed bool
}

// A naming makes a name of what the file gives and of values.
type naming func(given string, values []value) string

// parts reads the tables of a kind: [[subject]], [[arm]] or [[budget]].
func (r *reader) parts(top table, what string, options []task.Option, name naming) (parts []Part) {
	rows, ok := top[what].([]any)
	if !ok || len(rows) == 0 {
		r.fault(what, "there is no %s: write one as a table [[%s]]", what, what)
		return nil
	}
	at := map[string]int{} // line by name
	for i, row := range rows {
		path := fmt.Sprintf("%s[%d]", what, i)
		t, ok := row.(table)
		if !ok {
			r.fault(path, "write each %s as a table [[%s]]", what, what)
			continue
		}
		r.known(path, "option", t, append([]string{"name"}, task.Names(options)...)...)
		given := r.optional(t, path, "name")
		for _, values := range r.combinations(t, path, what, options) {
			p := Part{Name: name(given, values), Options: task.Options{}, line: r.lines[path]}
			for _, v := range values {
				p.Options[v.option.Name] = v.value
			}
			p.Group = p.Name
			r.named(path, what, p, at)
			parts = append(parts, p)
		}
	}
	return parts
}

// named adds a fault if a part cannot have its name. at has the lines of the names before it.
func (r *reader) named(path, what string, p Part, at map[string]int) {
	if strings.ContainsFunc(p.Name, func(c rune) bool { return c < ' ' || c == '|' }) {
		r.fault(path, "the name %q has a sign that tables cannot have", p.Name)
	}
	if p.Name == "" {
		r.fault(path, "nothing names this %s: give it a name", what)
	}
	if line, twice := at[p.Name]; twice {
		r.fault(path, "the %s of line %d is named %s too; give one of them a name", what, line, p.Name)
	}
	at[p.Name] = p.line
}

// combinations returns all combinations of the values of a table, in the order of the options.
// The last option changes fastest.
func (r *reader) combinations(t table, path, what string, options []task.Option) [][]value {
	all := [][]value{nil}
	for i := range options {
		o := &options[i]
		x, given := t[o.Name]
		if !given {
			if o.Required {
				r.fault(path, "this %s has no %s: %s", what, o.Name, o.Doc)
			}
			continue
		}
		list, listed := x.([]any)
		if !listed {
			list = []any{x}
		}
		if len(list) == 0 || len(all)*len(list) > mostParts {
			r.fault(path+"."+o.Name, "%s must have between one value and %d combinations", o.Name, mostParts)
			return nil
		}
		var next [][]value
		for _, before := range all {
			for _, x := range list {
				next = append(next, append(slices.Clone(before), value{o, x, listed}))
			}
		}
		for n, x := range list {
			r.value(fmt.Sprintf("%s.%s[%d]", path, o.Name, n), o, x)
		}
		all = next
	}
	return all
}

// value adds a fault if an option cannot have a value.
func (r *reader) value(path string, o *task.Option, x any) {
	if err := o.Check(x); err != nil {
		r.fault(path, "%v", err)
	} else if text, _ := x.(string); o.Values != nil && !slices.Contains(o.Values, text) {
		r.unknown(path, o.Name, text, o.Values)
	}
}

// joined is the name of a subject or an arm: what is given, and its values.
func joined(given string, values []value) string {
	return words(given, values, "/", func(v value) string { return v.option.Short(v.value) })
}

// assigned is the name of a budget.
func assigned(given string, values []value) string {
	return words(given, values, " ", func(v value) string { return fmt.Sprintf("%s=%v", v.option.Name, v.value) })
}

func words(given string, values []value, between string, text func(value) string) string {
	var list []string
	if given != "" {
		list = append(list, given)
	}
	for _, v := range values {
		if v.listed || given == "" && !v.option.Silent {
			list = append(list, text(v))
		}
	}
	return strings.Join(list, between)
}
