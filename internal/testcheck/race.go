package testcheck

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"nearmiss/internal/load"
)

// raceTag is the build tag of the race detector.
const raceTag = "race"

// detector says whether the tests of a package are built with the race detector, or
// why not.
func (r *runner) detector() (race bool, why string) {
	if r.opts.NoRace {
		return false, "not asked for"
	}
	why = otherWithRace(r.pkg)
	return why == "", why
}

var noRace = regexp.MustCompile(`-race requires cgo|-race is (only|not) supported|C compiler .* not found|exec: "[^"]*": executable file not found`)

// raceless returns why -race cannot be used here, "" if that was not the
// trouble with a build.
func raceless(text string) string { return strings.TrimSpace(noRace.FindString(text)) }

// otherWithRace says which file of a package makes another program of it under the
// race detector, "" if there is none. What was found in the code of one build cannot
// be checked in the other: its functions may lack there, or do something else.
func otherWithRace(pkg *load.Package) string {
	for _, f := range pkg.Files {
		if speaksOfRace(f) {
			return filepath.Base(pkg.Fset.Position(f.Package).Filename) + " is not part of builds with it"
		}
	}
	with := build.Default
	with.BuildTags = append(slices.Clone(with.BuildTags), raceTag)
	for _, path := range pkg.LeftOut() {
		dir, name := filepath.Split(path)
		if ok, err := with.MatchFile(dir, name); err != nil || !ok {
			continue
		}
		if ok, err := build.Default.MatchFile(dir, name); err == nil && !ok {
			return name + " is part of builds with it alone"
		}
	}
	return ""
}

// speaksOfRace reports whether the race detector has a say in whether a file is built.
func speaksOfRace(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Pos() > f.Package || !constraint.IsGoBuild(c.Text) {
				continue
			}
			expr, err := constraint.Parse(c.Text)
			mentioned := false
			if err == nil {
				expr.Eval(func(tag string) bool { mentioned = mentioned || tag == raceTag; return false })
			}
			return mentioned
		}
	}
	return false
}
