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

// useRace reports whether the tests of the package are built with the race detector; why is the
// reason if not.
func (r *runner) useRace() (race bool, why string) {
	if r.opts.NoRace {
		return false, "not asked for"
	}
	why = raceDependentFile(r.pkg)
	return why == "", why
}

// noRacePattern matches messages of the go command that the race detector is not available.
var noRacePattern = regexp.MustCompile(`-race requires cgo|-race is (only|not) supported|C compiler .* not found|exec: "[^"]*": executable file not found`)

// raceUnavailable returns the message in the output of a build that the system has no race
// detector, "" if there is none.
func raceUnavailable(text string) string { return strings.TrimSpace(noRacePattern.FindString(text)) }

// raceDependentFile names a file that is part of the package only with or only without the race
// detector, "" if there is none. Such a package must be checked in the build that was searched:
// in the other build, functions may be missing or behave differently.
func raceDependentFile(pkg *load.Package) string {
	for _, f := range pkg.Files {
		if hasRaceTag(f) {
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

// hasRaceTag reports whether the build constraint of a file mentions the race detector.
func hasRaceTag(f *ast.File) bool {
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
