// Package campaign reads campaign files. A campaign repeats one kind of task for each subject, arm,
// seed and budget:
//
//	name = "sorting"
//	task = "worst"              # a kind of package kinds
//	dir = "../.."               # subjects are named from here; by default from the file's directory
//	seeds = 20                  # 1 to 20; or a list
//	measures = ["cost"]         # that reports show; rows have all of them
//
//	[[subject]]
//	func = ["./sorts.Quick", "./sorts.Merge"]
//	size = [10, 100]            # lists stand for all combinations
//
//	[[arm]]
//	algo = ["ese", "rand"]
//
//	[[budget]]
//	paths = 1000
//
//	[analysis]                  # written before anything is measured
//	margin = 0.01               # largest difference that counts as none; the default
//	level = 0.05                # probability of one or more false verdicts; the default
//
//	[[analysis.primary]]
//	claim = "evolution finds more than chance"
//	measure = "share"
//	arm = "ese"                 # that has more of the measure, be it good or bad, if the claim is true
//	against = "rand"
//	budget = "paths=1000"       # if there are several
//	subjects = ["*/100"]        # by default all; * stands for any text
//	margin = 0.02               # by default that of the analysis
//	by = "group"                # subjects that stand for one of the file count once; by default "subject"
//	ratio = true                # compares ratios; margin is a factor then, such as 1.05
//	least = 2                   # of ratios: the arm has at least twice as much
//	hard = { arm = "rand", measure = "evaluations", least = 1000 } # only subjects of which rand has such a median
//	censored = "reached"        # measure that is 0 where a run was stopped by the budget, before its target
//	single = "fisher"           # test of single subjects over seeds: mcnemar (pairs of one seed), fisher, mann-whitney
//
//	[[analysis.secondary]]      # the same, for what is exploratory
//
//	[[analysis.predictor]]      # claims that what the arm has more than the other one, over subjects, rises with
//	predictor = "paths"         # a measure
//	of = "rand"                 # of an arm; the other keys as above
//
//	[[published]]               # figures of a paper, which reports print beside the medians
//	source = "Table 2"
//	measure = "cost"
//	against = "dfs"             # if they are of contrasts with an arm: differences, or ratios where a contrast has them
//	values."sorts.Quick/10" = { ese = 25, rand = 20 }
//
// The name of a subject or an arm is its name in the file, followed by the values of its lists;
// without a name it is all its values: sorts.Quick/10. That of a budget is paths=1000.
package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"nearmiss/experiment/task"
)

// A Campaign is a campaign file that has been read.
type Campaign struct {
	Name string
	File string // path, for messages
	Text string
	Dir  string // directory that subjects are named from
	Kind *task.Kind

	Subjects, Arms, Budgets []Part
	Seeds                   []uint64
	LeftOut                 int // seeds that Limit left out
	Measures                []task.Measure
	Analysis                Analysis
	Published               []Published

	// Expansions are what subjects of the file stand for, by their options as text. Those that are not
	// there stand for themselves.
	Expansions map[string][]task.Named
}

// A Part is a subject, an arm or a budget.
type Part struct {
	Name    string
	Options task.Options
	Group   string // of a subject: the name of the subject in the file that stands for it
	line    int
}

// A Cell is one run of the task.
type Cell struct {
	Subject, Arm, Budget Part
	Seed                 uint64
	Pass                 int // number of the seed in the campaign; cells of a pass may run in any order
}

// A Key names a cell.
type Key struct {
	Subject string `json:"subject"`
	Arm     string `json:"arm"`
	Seed    uint64 `json:"seed"`
	Budget  string `json:"budget"`
}

// Key returns the names of the parts of a cell.
func (c *Cell) Key() Key { return Key{c.Subject.Name, c.Arm.Name, c.Seed, c.Budget.Name} }

// String returns the key in words.
func (k Key) String() string {
	return fmt.Sprintf("%s %s seed %d %s", k.Subject, k.Arm, k.Seed, k.Budget)
}

// Read reads a campaign file. Its error has a line for each fault, with file and line.
func Read(file string, kinds []*task.Kind) (*Campaign, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the campaign: %w", err)
	}
	return Parse(file, string(text), kinds)
}

// Cells returns the cells in the order in which they run: seed by seed, so that an early end
// leaves whole tables of fewer seeds.
func (c *Campaign) Cells() (cells []Cell) {
	for i := range c.Seeds {
		for _, budget := range c.Budgets {
			for _, subject := range c.Subjects {
				for _, arm := range c.Arms {
					if seeds := c.SeedsOf(arm); i < len(seeds) {
						cells = append(cells, Cell{subject, arm, budget, seeds[i], i})
					}
				}
			}
		}
	}
	return cells
}

// Limit leaves only the first n seeds, or all if n is 0. It returns an error if there are fewer.
func (c *Campaign) Limit(n int) error {
	if n < 0 || n > len(c.Seeds) {
		return fmt.Errorf("-seeds is %d, and the campaign has %d", n, len(c.Seeds))
	}
	if n > 0 {
		c.Seeds, c.LeftOut = c.Seeds[:n], len(c.Seeds)-n
	}
	return nil
}

// Every leaves only every nth subject, from the first one on, or all if n is 0.
func (c *Campaign) Every(n int) error {
	if n < 0 {
		return fmt.Errorf("-every is %d, and counts from 1", n)
	}
	if n > 0 {
		var some []Part
		for next := range slices.Chunk(c.Subjects, n) {
			some = append(some, next[0])
		}
		c.Subjects = some
	}
	return nil
}

// known returns the measures that the file can name.
func (c *Campaign) known() []task.Measure { return slices.Concat(c.Kind.Measures, task.Times) }

// Draws reports whether the results of an arm depend on the seed.
func (c *Campaign) Draws(arm Part) bool { return c.Kind.Draws == nil || c.Kind.Draws(arm.Options) }

// SeedsOf returns the seeds that an arm runs with: those of the campaign, or 0 alone if it draws
// nothing.
func (c *Campaign) SeedsOf(arm Part) []uint64 {
	if c.Draws(arm) {
		return c.Seeds
	}
	return []uint64{0}
}

// Find looks for the subjects. Its error has a line for each that is not there.
func (c *Campaign) Find(ctx context.Context) error {
	if c.Kind.Find == nil {
		return nil
	}
	var options []task.Options
	for _, s := range c.Subjects {
		options = append(options, s.Options)
	}
	var errs []error
	said := map[string]bool{}
	for i, err := range c.Kind.Find(ctx, c.Dir, options) {
		if err == nil || ctx.Err() != nil {
			continue
		}
		if text := fmt.Sprintf("%s:%d: %v", c.File, c.Subjects[i].line, err); !said[text] {
			said[text] = true
			errs = append(errs, errors.New(text))
		}
	}
	return errors.Join(append(errs, ctx.Err())...)
}

// from returns a directory as seen from that of a file.
func from(file, dir string) string {
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(filepath.Dir(file), dir)
}
