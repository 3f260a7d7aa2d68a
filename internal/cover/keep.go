package cover

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/keep"
	"nearmiss/internal/load"
	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// Writing is a merge: the tests of an earlier call stay unless this call has searched their
// function and they fail (package keep). They are checked while the search runs.

// earlierTests are the tests of an earlier call in the directory that the tests of a package go to.
type earlierTests struct {
	set     *keep.Set
	had     bool              // there are tests
	onDisk  map[string][]byte // the texts as they were last read or written
	checked chan struct{}     // closed when the check has ended; the other fields are set by then
	report  testcheck.KeptReport
	err     error
}

// mergedFiles lists the files that are merged.
var mergedFiles = []string{testgen.TestFile, testgen.PanicFile, testgen.BuildFile, testgen.BridgeFile}

// readEarlier reads the tests of an earlier call. The error for a file that is not Go gives advice.
func (u *unit) readEarlier(dir string) error {
	texts := readAll(dir)
	set, err := keep.Parse(texts)
	if err != nil {
		return fmt.Errorf("%s; nothing is written over it: mend the file, or move it away", filepath.Join(dir, "")+string(filepath.Separator)+err.Error())
	}
	u.earlier = &earlierTests{set: set, had: len(texts) > 0, onDisk: texts, checked: make(chan struct{})}
	return nil
}

// readAll reads the merged files of a directory that are there.
func readAll(dir string) map[string][]byte {
	texts := map[string][]byte{}
	for _, name := range mergedFiles {
		if data, err := load.ReadFile(filepath.Join(dir, name)); err == nil && testgen.Ours(data) {
			texts[name] = data
		}
	}
	return texts
}

// checkEarlier checks the tests of earlier calls of a package.
func (s *session) checkEarlier(ctx context.Context, u *unit) {
	e := u.earlier
	if e == nil {
		return
	}
	if e.had {
		e.err = fault.Catch(func() (err error) {
			e.report, err = testcheck.CheckKept(ctx, u.pkg, e.set, s.verifyOptions(u))
			return err
		})
		s.timed("checked the earlier tests of %s", u.pkg.ImportPath)
	}
	close(e.checked)
}

// merged returns the files of a package, and their texts: new files merged into those of earlier calls, and checked
// together, and drops for the cases of m whose rows failed there, which m loses.
func (s *session) merged(ctx context.Context, u *unit, m *made, end time.Time) (r *keep.Result, texts map[string][]byte, fell []drop, err error) {
	added := map[string][]byte{}
	if m.suite != nil {
		for _, f := range m.suite.Files {
			added[f.Name] = f.Data
		}
	}
	fresh, err := keep.Parse(added)
	if err != nil {
		return nil, nil, nil, err
	}
	e := u.earlier
	ctx, done := testcheck.WithDeadline(ctx, end)
	defer done()
	select {
	case <-e.checked: // also after the deadline
	default:
		select {
		case <-e.checked:
		case <-ctx.Done():
			return nil, nil, nil, ctx.Err()
		}
	}
	if e.err != nil {
		return nil, nil, nil, e.err
	}
	labels := newLabels(u)
	old, err := e.set.Reveal(func(key string) string { return labels.claim[key] })
	if err != nil {
		return nil, nil, nil, err
	}
	for range mergeRounds {
		if r, err = keep.Merge(old, fresh, e.report.Check, s.mergeOptions(u)); err != nil {
			return nil, nil, nil, err
		}
		texts, err = r.Set.Conceal(func(claim string) string { return labels.key[claim] }, s.opt.Positions)
		if err != nil || !e.had || same(texts, e.onDisk) {
			return r, texts, fell, err
		}
		failing, err := s.failsMerged(ctx, u, r)
		if err != nil || len(failing) == 0 {
			return r, texts, fell, err
		}
		fell = append(fell, m.lose(r, failing)...)
		if fresh, err = r.Without(fresh, failing); err != nil {
			return nil, nil, nil, err
		}
	}
	return nil, nil, nil, errors.New("the merged tests do not pass")
}

// lose removes the cases whose rows are among the places of a merged set, and returns drops for them.
func (m *made) lose(r *keep.Result, places map[keep.Place]bool) []drop {
	gone, kept := split(m.cases, func(c *testCase) bool {
		p, ok := r.Where(placeOf(c.name))
		return ok && (places[p] || places[keep.Place{Decl: p.Decl}])
	})
	m.cases = kept
	return dropAll(gone, fails)
}

// mergeRounds bounds the merges, each without the new rows that failed in the one before.
const mergeRounds = 4

// failsMerged checks the merged files, and returns the new places that do not compile or fail.
// What failed before the merge is no news.
func (s *session) failsMerged(ctx context.Context, u *unit, r *keep.Result) (map[keep.Place]bool, error) {
	built, err := r.Set.Without(func(p keep.Place) bool { return slices.Contains(r.Broken, p) })
	if err != nil {
		return nil, err
	}
	rep, err := testcheck.CheckKept(ctx, u.pkg, built, s.verifyOptions(u))
	if err != nil {
		return nil, err
	}
	failing := map[keep.Place]bool{}
	for p, why := range rep.Broken {
		if failing[p] = true; !r.New(p) {
			return nil, fmt.Errorf("%s does not compile beside the new tests: %s", p, why)
		}
	}
	for p, why := range rep.Failing {
		switch {
		case r.New(p):
			failing[p] = true
		case u.earlier.report.Failing[p] == "":
			u.noteAbout("", p.String(), "fails beside the new tests: "+why)
		}
	}
	return failing, nil
}

// mergeOptions describes the search and the present code.
func (s *session) mergeOptions(u *unit) keep.Options {
	return keep.Options{
		Searched: u.searchedTest, Taken: testgen.Taken(u.pkg), Path: u.pkg.ImportPath,
		Forgive: u.earlier.allowed() && len(s.opt.Allow) == 0, Prune: s.opt.Prune, Accept: s.opt.Accept,
	}
}

// allowed reports whether the earlier tests were made with rights that code under test has only
// with -allow.
func (e *earlierTests) allowed() bool {
	for _, text := range e.onDisk {
		if head, _, _ := strings.Cut(string(text), "\npackage "); strings.Contains(head, " -allow ") {
			return true
		}
	}
	return false
}

// searchedTest reports whether the call has searched the function that a test of this base name
// is about.
func (u *unit) searchedTest(test string) bool {
	for _, f := range u.scenes {
		if test == testgen.ScenarioTest(f.name) {
			return f.active()
		}
	}
	for _, f := range u.funcs {
		if !f.searched() || f.gaveUp != "" || f.cfg == nil {
			continue
		}
		rest, ok := strings.CutPrefix(test, testgen.TestStem(f.cfg.Obj))
		if ok && (rest == "Branches" || rest == "Panics" || len(f.variants) > 0 && strings.HasPrefix(rest, "_")) {
			return true
		}
	}
	return false
}

func same(a, b map[string][]byte) bool { return maps.EqualFunc(a, b, bytes.Equal) }

// noteMerge adds notes on the old tests that fail or went, and counts them.
func (u *unit) noteMerge(r *keep.Result) {
	if !u.earlier.had {
		return
	}
	for _, x := range r.Remarks {
		u.noteAbout("", x.Place.String(), x.Text)
	}
	if why := u.earlier.report.Unrun; why != "" {
		u.note("", "the tests of the file were not run: "+why)
	}
	u.merge = &report.Merge{Kept: r.Kept, Added: r.Added, Replaced: r.Replaced, Removed: r.Removed, Failing: r.Failing}
}

// mergedTargets returns the file of fuzz targets, merged into that of earlier calls, if that
// changes it. Earlier targets stay, unless they do not compile and there is a new one.
func (s *session) mergedTargets(ctx context.Context, u *unit, dir string, files []testgen.File) ([]testgen.File, error) {
	path := filepath.Join(dir, testgen.FuzzFile)
	text, err := load.ReadFile(path)
	if err != nil || len(files) == 0 {
		return files, nil
	}
	old, err := keep.Parse(map[string][]byte{testgen.FuzzFile: text})
	if err != nil {
		return nil, fmt.Errorf("%s%c%w; nothing is written over it: mend the file, or move it away", dir, filepath.Separator, err)
	}
	fresh, err := keep.Parse(map[string][]byte{testgen.FuzzFile: files[0].Data})
	if err != nil {
		return nil, err
	}
	opts := s.verifyOptions(u)
	opts.Deadline = s.latest()
	rep, err := testcheck.CheckKept(ctx, u.pkg, old, opts)
	if err != nil {
		return nil, err
	}
	old, err = old.Without(func(p keep.Place) bool { return rep.Broken[p] != "" && slices.Contains(fresh.Tests(), p.Decl) })
	if err != nil {
		return nil, err
	}
	r, err := keep.Merge(old, fresh, keep.Check{}, s.mergeOptions(u))
	if err != nil {
		return nil, err
	}
	merged := r.Set.Texts()[testgen.FuzzFile]
	if string(merged) == string(text) {
		return nil, nil
	}
	return []testgen.File{{Name: testgen.FuzzFile, Data: merged}}, nil
}
