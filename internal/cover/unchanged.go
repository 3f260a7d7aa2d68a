package cover

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/testgen"
)

// A call over several packages searches those that have changed since the last call: a record in the
// user's cache directory has a hash of all that the search of a package depends on, and of the tests
// that it left. Where nothing has changed, the packages are searched again whose search the clock ended.

// A record describes the last search of a package.
type record struct {
	Sum   string `json:"sum"`   // of the package, its imports, the options and this program
	Tests string `json:"tests"` // of the test files afterwards
	Ended bool   `json:"ended"` // the clock ended neither the search nor the checks of the tests
}

// records reads and writes the records of the packages of a call.
type records struct {
	dir     string // with the records
	options string // hash of the options and of this program
	prints  map[string]load.Fingerprint
}

// remembers reports whether the call leaves out packages that have not changed. A call for one package or
// for a part of the code, and one that writes no tests, searches what it names.
func (o *Options) remembers() bool {
	several := len(o.Patterns) > 1 || slices.ContainsFunc(o.Patterns, func(p string) bool { return strings.Contains(p, "...") })
	return several && o.writes() && o.Func == nil && o.Exclude == nil && o.Diff == "" && !o.Resume && !o.Corpus
}

// newRecords fingerprints the packages that match the patterns. It returns nil if the call remembers
// nothing, or if there is no place for records, or the go command fails, whose errors come up later.
func (s *session) newRecords(ctx context.Context) *records {
	cache, err := os.UserCacheDir()
	if err != nil || !s.opt.remembers() || len(s.Overlay) > 0 {
		return nil
	}
	prints, err := load.Fingerprints(ctx, s.Dir, s.Env, testgen.Ours, s.opt.Patterns...)
	if err != nil {
		return nil
	}
	r := &records{dir: filepath.Join(cache, "nearmiss", "searched"), options: s.opt.fingerprint(), prints: map[string]load.Fingerprint{}}
	for _, p := range prints {
		r.prints[p.ImportPath] = p
	}
	forgetOld(r.dir, "", time.Now())
	return r
}

// fingerprint returns a hash of the options that have an effect on the tests, and of this program.
func (o Options) fingerprint() string {
	o.Patterns, o.Parallel, o.Again, o.Prune, o.Write, o.Out, o.Verify, o.Log = nil, 0, false, false, false, "", false, nil
	o.Command, o.Dir, o.Abandon, o.Progress, o.Sandbox = "", "", nil, nil, nil
	program := ""
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			program = fmt.Sprint(info.Size(), info.ModTime().UnixNano())
		}
	}
	return hash("%+v %s", o, program)
}

func hash(format string, args ...any) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, format, args...)))
}

// leaveOut restricts the call to the packages that have changed since their last search, unless it is
// for a single package. It notes the others in s.unchanged.
func (s *session) leaveOut(ctx context.Context) {
	r := s.newRecords(ctx)
	if r == nil {
		return
	}
	s.records = r
	if s.opt.Again || !r.several() {
		return
	}
	var broken, changed, cut, ended []string
	for path, p := range r.prints {
		switch old, ok := r.read(s, p); {
		case p.Sum == "":
			broken = append(broken, path)
		case !ok:
			changed = append(changed, path)
		case old.Ended:
			ended = append(ended, path)
		default:
			cut = append(cut, path)
		}
	}
	if len(changed) > 0 {
		ended = append(ended, cut...)
	} else {
		changed = cut
	}
	if len(ended) > 0 {
		changed = append(changed, broken...)
		slices.Sort(changed)
		slices.Sort(ended)
		s.patterns, s.unchanged = changed, ended
		s.timed("%d of %d packages are unchanged", len(ended), len(r.prints))
	}
}

// several reports whether the call is for several packages.
func (r *records) several() bool { return r != nil && len(r.prints) > 1 }

// read returns the record of a package, or false if there is none for the present code and tests.
func (r *records) read(s *session, p load.Fingerprint) (old record, ok bool) {
	text, err := load.ReadFile(r.file(s, p))
	if err != nil || json.Unmarshal(text, &old) != nil {
		return record{}, false
	}
	if old.Sum != r.sum(p) || old.Tests != testsSum(s.testDirOf(p.ImportPath, p.Dir)) {
		return record{}, false
	}
	now := time.Now()
	_ = os.Chtimes(r.file(s, p), now, now)
	return old, true
}

// sum returns the hash of all that the search of a package depends on.
func (r *records) sum(p load.Fingerprint) string { return hash("%s %s", r.options, p.Sum) }

// file returns the path of the record of a package.
func (r *records) file(s *session, p load.Fingerprint) string {
	dir, _ := filepath.Abs(s.testDirOf(p.ImportPath, p.Dir))
	return filepath.Join(r.dir, hash("%q %q", p.ImportPath, dir)[:stateName]+".json")
}

// testsSum returns a hash of our test files in a directory.
func testsSum(dir string) string {
	var all bytes.Buffer
	texts := readAll(dir)
	for _, name := range mergedFiles {
		fmt.Fprintf(&all, "%q %q\n", name, texts[name])
	}
	return hash("%s", all.Bytes())
}

// remember writes the record of a package whose tests are written. It ignores errors of the file system:
// without a record the package is searched again.
func (s *session) remember(u *unit) {
	if s.records == nil || u.interrupted || u.gaveUp || len(u.errs) > 0 {
		return
	}
	p, ok := s.records.prints[u.pkg.ImportPath]
	if !ok || p.Sum == "" {
		return
	}
	cut := u.cut || slices.ContainsFunc(u.drops, func(d drop) bool { return d.reason == late || d.reason == unrun })
	text, err := json.Marshal(record{Sum: s.records.sum(p), Tests: testsSum(s.testDir(u)), Ended: !cut})
	if err == nil {
		_ = replaceFile(s.records.file(s, p), text)
	}
}
