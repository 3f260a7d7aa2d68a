package main

import (
	"fmt"
	"slices"
	"strings"

	"nearmiss/ese"
	"nearmiss/internal/worst"
)

// A technique is a row of the tables: a strategy and how it is set.
type technique struct {
	name    string
	doc     string // in the tables
	algo    string // of worst.Options; empty: all paths are taken
	history string
	whole   bool // it goes on when the mark is reached, to its end

	train func(*subject) []int     // scales to train on
	begin func(*subject, int) int  // scale at which the policy to begin with is learned; 0: there is none, and no search
	only  func(cell) bool          // cells to use it on; nil: all
	paper func(c cell) (paths int) // of the paper; nil: it has none
}

// spfwcaConditions is SPF-WCA whose histories tell the conditions too, as Koo et al.
// have it.
const spfwcaConditions = "spfwca-conditions"

// wiseTies is WISE that learns from all worst paths of a scale. The paper's figures for grep
// and the salesman ask for that, and those of its Table I for the contrary.
const wiseTies = "wise-ties"

// settings are PySE with other settings than its own, of what the paper does not give.
var settings = []ese.Named{
	{Name: "pyse-rate-0.001", Doc: "PySE, rate 0.001", Strategy: ese.PySE{Rate: 0.001}},
	{Name: "pyse-rate-0.003", Doc: "PySE, rate 0.003", Strategy: ese.PySE{Rate: 0.003}},
	{Name: "pyse-rate-0.03", Doc: "PySE, rate 0.03", Strategy: ese.PySE{Rate: 0.03}},
	{Name: "pyse-batch-8", Doc: "PySE, mini-batches of 8", Strategy: ese.PySE{Batch: 8}},
	{Name: "pyse-batch-128", Doc: "PySE, mini-batches of 128", Strategy: ese.PySE{Batch: 128}},
	{Name: "pyse-lessons-2000", Doc: "PySE, 2 000 experiences after a path", Strategy: ese.PySE{UpdateExperiences: 2000}},
	{Name: "pyse-once", Doc: "PySE, one pass after a path", Strategy: ese.PySE{Passes: 1}},
}

func init() {
	for _, s := range settings {
		ese.RegisterStrategy(s)
	}
	ese.RegisterStrategy(ese.Named{Name: spfwcaConditions, Doc: "spfwca with histories of conditions and decisions", Strategy: ese.SPFWCA{Conditions: true, Ties: true}})
	ese.RegisterStrategy(ese.Named{Name: wiseTies, Doc: "wise that learns from all worst paths of a size", Strategy: ese.WISE{Ties: true}})
}

// techniques lists the rows, as they stand in the tables.
func techniques() []technique {
	class2 := func(c cell) bool { return c.class == 2 }
	smallest := func(s *subject) []int { return []int{s.paper[0].n, s.paper[1].n} }
	paperWISE := func(class int) func(cell) int {
		return func(c cell) int {
			if c.class != class {
				return 0
			}
			return c.paper.wise
		}
	}
	paperSPFWCA := func(c cell) int { return c.paper.spfwca }
	list := []technique{
		{name: "exhaustive", doc: "all paths", whole: true,
			only:  func(c cell) bool { return column(c).exhaustive > 0 && (!c.standIn || c.n <= 10) },
			paper: func(c cell) int { return c.paper.exhaustive }},
		{name: "wise-all", doc: "WISE, all paths of its policy", algo: wiseTies, whole: true, train: smallest, only: class2, paper: paperWISE(2)},
		{name: wiseTies, doc: "WISE", algo: wiseTies, train: smallest, only: class2, paper: paperWISE(2)},
		{name: "wise", doc: "WISE, by the first worst path alone", algo: "wise", train: smallest, paper: paperWISE(1)},
		{name: "spfwca-all", doc: "SPF-WCA, all paths of its policy", algo: spfwcaConditions, history: "2", whole: true, train: smallest, paper: paperSPFWCA},
		{name: spfwcaConditions, doc: "SPF-WCA", algo: spfwcaConditions, history: "2", train: smallest, paper: paperSPFWCA},
		{name: "spfwca", doc: "SPF-WCA, histories without conditions, by the first worst path alone", algo: "spfwca", history: "2", train: smallest},
		{name: "spfwca-6-7", doc: "SPF-WCA trained at 6, 7", algo: spfwcaConditions, history: "2", train: func(*subject) []int { return []int{6, 7} },
			only:  func(c cell) bool { return c.subject.name == "grep" },
			paper: func(c cell) int { return c.paper.late }},
		{name: "pyse-basic", doc: "PySE, basic mode", algo: "pyse-basic", history: "2"},
		{name: "pyse", doc: "PySE", algo: "pyse", history: "2",
			paper: func(c cell) int {
				if c.class == 1 {
					return c.paper.pyse
				}
				return 0
			}},
		{name: "pyse-printed", doc: "PySE as printed, with sides drawn behind the prefix", algo: "pyse-printed", history: "2"},
		{name: "pyse-pre", doc: "PySE, pre-trained", algo: "pyse", history: "2",
			begin: func(s *subject, n int) int {
				if s.pre > 0 {
					return s.pre
				}
				return s.before(n)
			},
			paper: func(c cell) int {
				if c.class == 2 {
					return c.paper.pyse
				}
				return 0
			}},
		{name: "pyse-pre-10", doc: "PySE, pre-trained at 10", algo: "pyse", history: "2",
			begin: func(*subject, int) int { return 10 },
			only:  func(c cell) bool { return c.subject.name == "grep" },
			paper: func(c cell) int { return c.paper.pyse10 }},
	}
	for _, length := range []string{"0", "1", "3", "4"} {
		list = append(list, technique{name: "pyse-L" + length, doc: "PySE, L = " + length, algo: "pyse", history: length,
			only: func(c cell) bool { return c.n == c.figure }})
	}
	for _, s := range settings {
		list = append(list, technique{name: s.Name, doc: s.Doc, algo: s.Name, history: "2", only: func(c cell) bool { return c.n == c.figure }})
	}
	for _, algo := range []string{"rand", "dfs", "ese", "nrpa", "climb", "discrepancy", "auto"} {
		list = append(list, technique{name: algo, doc: algo, algo: algo})
	}
	return list
}

// column is what the paper has of a cell's scale.
func column(c cell) *published {
	return &c.subject.paper[slices.IndexFunc(c.subject.paper, func(p published) bool { return p.n == c.n })]
}

// on reports whether a technique is used on a cell.
func (t technique) on(c cell) bool {
	return (t.only == nil || t.only(c)) && (t.begin == nil || t.begin(c.subject, c.n) > 0) && !(t.whole && c.short)
}

// draws reports whether another seed may find something else.
func (t technique) draws() bool {
	return slices.ContainsFunc(worst.Algorithms(), func(a worst.Algorithm) bool { return a.Name == t.algo && a.Draws })
}

// pick lists the techniques that -algos names, in the order of the tables.
func pick(only string) ([]technique, error) {
	list := techniques()
	if only == "" {
		return list, nil
	}
	wants := strings.Split(only, ",")
	var names []string
	for _, t := range list {
		names = append(names, t.name)
	}
	for _, want := range wants {
		if !slices.Contains(names, want) {
			return nil, fmt.Errorf("-algos: %q is none of %s", want, strings.Join(names, ", "))
		}
	}
	return slices.DeleteFunc(list, func(t technique) bool { return !slices.Contains(wants, t.name) }), nil
}
