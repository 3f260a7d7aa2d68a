package testgen

import (
	"regexp"
	"slices"
	"strings"
)

// Package testing matches the name of every test, in each repetition, with the
// pattern of those that are to run and the one of those that are not. With hundreds of
// names in them, and under the race detector, that takes many times longer than the
// tests do. So patterns are kept short: all of ours have the ends of their names in
// common, and what is left out of them is left out by the guard.

// nameEnds matches the names of our tests.
var nameEnds = regexp.MustCompile(`^Test.*(Branches|Panics)$`)

// only returns the arguments that have just these tests run, without those that skip
// names, and has the setting name the subtests among these if there is a guard.
func (r *runner) only(tests, skip []string, set *setting) []string {
	if len(tests) == len(r.suite.Tests) && !slices.ContainsFunc(tests, unlikeOurs) {
		return r.without(slices.Concat(skip, r.alike), set, "-test.run="+nameEnds.String())
	}
	// Sorted, they have what they begin with in common, and are matched sooner.
	return r.without(skip, set, "-test.run=^("+strings.Join(slices.Sorted(slices.Values(tests)), "|")+")$")
}

func unlikeOurs(test string) bool { return !nameEnds.MatchString(test) }

// without has a run leave out tests and subtests: these by the guard where there is
// one, and the rest by package testing.
func (r *runner) without(skip []string, set *setting, args ...string) []string {
	if r.guarded(r.suite) {
		set.skip, skip = parted(skip)
	}
	if len(skip) == 0 {
		return args
	}
	return append(args, "-test.skip="+exactly(skip))
}

// parted returns the names of subtests, and those of tests.
func parted(names []string) (subtests, tests []string) {
	for _, name := range names {
		if strings.Contains(name, "/") {
			subtests = append(subtests, name)
		} else {
			tests = append(tests, name)
		}
	}
	return subtests, tests
}

// exactly is the pattern of just these tests and subtests.
func exactly(names []string) string {
	var list []string
	for _, name := range names {
		parts := strings.Split(name, "/")
		for i, p := range parts {
			parts[i] = "^" + regexp.QuoteMeta(p) + "$"
		}
		list = append(list, strings.Join(parts, "/"))
	}
	return strings.Join(list, "|")
}

var testNames = regexp.MustCompile(`(?m)^func (Test[^\s(]*)\(`)

// alike lists the package's own tests that are named as ours are.
func alike(files map[string][]byte) (list []string) {
	for _, data := range files {
		for _, m := range testNames.FindAllSubmatch(data, -1) {
			if name := string(m[1]); nameEnds.MatchString(name) {
				list = append(list, name)
			}
		}
	}
	return list
}
