package campaign

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
	"github.com/pelletier/go-toml/v2"

	"nearmiss/experiment/task"
)

// Parse reads the text of a campaign file. Its error has a line for each fault, in the order of
// the file.
func Parse(file, text string, kinds []*task.Kind) (*Campaign, error) {
	c := &Campaign{File: file, Text: text}
	r := &reader{file: file}
	var top table
	if err := toml.Unmarshal([]byte(text), &top); err != nil {
		var at *toml.DecodeError
		if !errors.As(err, &at) {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		line, _ := at.Position()
		return nil, fmt.Errorf("%s:%d: %s", file, line, strings.TrimPrefix(at.Error(), "toml: "))
	}
	r.lines = lines([]byte(text))
	r.known("", "key", top, "name", "task", "dir", "seeds", "measures", "subject", "arm", "budget", "analysis", "published")
	if c.Name = r.text(top, "", "name"); strings.ContainsFunc(c.Name, outsideNames) {
		r.fault("name", "name is %q, and must be of letters, digits and hyphens", c.Name) // it names a directory
	}
	c.Dir = from(file, "")
	if dir := r.optional(top, "", "dir"); dir != "" {
		c.Dir = from(file, dir)
	}
	c.Seeds = r.seeds(top["seeds"])
	kind := r.text(top, "", "task")
	for _, k := range kinds {
		if k.Name == kind {
			c.Kind = k
		}
	}
	if c.Kind == nil {
		var names []string
		for _, k := range kinds {
			names = append(names, k.Name)
		}
		if kind != "" {
			r.unknown("task", "kind of task", kind, names)
		}
		return nil, r.err()
	}
	c.Subjects = r.expand(c, r.parts(top, "subject", c.Kind.Subject, joined))
	c.Arms = r.parts(top, "arm", c.Kind.Arm, joined)
	c.Budgets = r.parts(top, "budget", c.Kind.Budget, assigned)
	c.Measures = r.measures(top["measures"], c.known())
	c.Analysis = r.analysis(top["analysis"], c)
	c.Published = r.published(top, c)
	r.check(c)
	return c, r.err()
}

// outsideNames reports whether a campaign cannot have a character in its name.
func outsideNames(c rune) bool { return c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }

// A table is a table of a TOML file.
type table = map[string]any

// A reader turns tables into a campaign, and collects faults.
type reader struct {
	file   string
	lines  map[string]int // of keys, by path
	faults []fault
}

type fault struct {
	line int
	text string
}

// err returns the faults in the order of their lines.
func (r *reader) err() error {
	slices.SortStableFunc(r.faults, func(a, b fault) int { return a.line - b.line })
	var errs []error
	for _, f := range r.faults {
		errs = append(errs, fmt.Errorf("%s:%d: %s", r.file, f.line, f.text))
	}
	return errors.Join(errs...)
}

// fault adds a fault at a path. The line of a path that the file does not have is that of the
// table around it, or the first.
func (r *reader) fault(path, format string, args ...any) {
	line := 1
	for {
		if n, ok := r.lines[path]; ok {
			line = n
			break
		}
		cut := strings.LastIndexAny(path, ".[")
		if cut < 0 {
			break
		}
		path = path[:cut]
	}
	r.faults = append(r.faults, fault{line, fmt.Sprintf(format, args...)})
}

// unknown adds the fault that there is nothing of a name.
func (r *reader) unknown(path, what, name string, names []string) {
	r.fault(path, "there is no %s %s; %s", what, name, Suggestion(name, names))
}

// Suggestion names the one of the names that is nearest to a name, or all of them if none is near.
func Suggestion(name string, names []string) string {
	best, least := "", min(max(2, len(name)/2)+1, len(name))
	for _, n := range names {
		if d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(n)); d < least {
			best, least = n, d
		}
	}
	if best != "" {
		return "did you mean " + best + "?"
	}
	return "these are known: " + strings.Join(names, ", ")
}

// known adds a fault for each key of a table that is none of the names.
func (r *reader) known(path, what string, t table, names ...string) {
	for _, key := range slices.Sorted(maps.Keys(t)) {
		if !slices.Contains(names, key) {
			r.unknown(below(path, key), what, key, names)
		}
	}
}

// below returns the path of a key of a table.
func below(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// text returns a text that must be there.
func (r *reader) text(t table, path, key string) string {
	text := r.optional(t, path, key)
	if _, wrong := t[key]; text == "" && (!wrong || t[key] == "") {
		r.fault(below(path, key), "%s is missing", key)
	}
	return text
}

// optional returns a text, empty if it is not there.
func (r *reader) optional(t table, path, key string) string {
	text, ok := t[key].(string)
	if _, given := t[key]; given && !ok {
		r.fault(below(path, key), "%s must be text", key)
	}
	return text
}

// seeds reads a number of seeds, or a list of them.
func (r *reader) seeds(value any) (seeds []uint64) {
	const want = "seeds must be a number such as 20, or a list of different numbers from 1 on"
	switch v := value.(type) {
	case int64:
		if v < 1 || v > 1e6 {
			r.fault("seeds", want)
			return nil
		}
		for i := range v {
			seeds = append(seeds, uint64(i)+1)
		}
	case []any:
		for _, x := range v {
			n, ok := x.(int64)
			if !ok || n < 1 || slices.Contains(seeds, uint64(n)) {
				r.fault("seeds", want)
				return nil
			}
			seeds = append(seeds, uint64(n))
		}
	}
	if value == nil {
		r.fault("seeds", "seeds is missing: a number such as 20, or a list")
	} else if len(seeds) == 0 {
		r.fault("seeds", want)
	}
	return seeds
}

// measures reads the names of measures.
func (r *reader) measures(value any, all []task.Measure) (list []task.Measure) {
	names := measureNames(all)
	texts, ok := value.([]any)
	if !ok || len(texts) == 0 {
		r.fault("measures", "measures must be a list of some of %s", strings.Join(names, ", "))
	}
	for n, x := range texts {
		name := fmt.Sprint(x)
		if i := slices.Index(names, name); i < 0 {
			r.unknown(fmt.Sprintf("measures[%d]", n), "measure", name, names)
		} else {
			list = append(list, all[i])
		}
	}
	return list
}

func measureNames(all []task.Measure) (names []string) {
	for _, m := range all {
		names = append(names, m.Name)
	}
	return names
}

// oneOf adds a fault if a name that is given is none of the names.
func (r *reader) oneOf(path, what, name string, names []string) {
	if name != "" && len(names) > 0 && !slices.Contains(names, name) {
		r.unknown(path, what, name, names)
	}
}

// check adds a fault for each arm that cannot run with a budget. For the rest it needs a campaign
// without faults.
func (r *reader) check(c *Campaign) {
	if len(r.faults) > 0 || c.Kind.Check == nil {
		return
	}
	for _, arm := range c.Arms {
		for _, budget := range c.Budgets {
			if err := c.Kind.Check(arm.Options, budget.Options); err != nil {
				text := strings.ReplaceAll(err.Error(), "\n", "; ")
				r.faults = append(r.faults, fault{arm.line, fmt.Sprintf("arm %s with budget %s: %s", arm.Name, budget.Name, text)})
			}
		}
	}
}
