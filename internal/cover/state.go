package cover

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// A run saves the inputs that it finds about once a second, so that -resume can continue after a
// crash. The file is in the user's cache directory, and its name is a hash of the packages and
// options. It is replaced atomically.

// savedState is the content of the state file.
type savedState struct {
	Format  string      `json:"format"`
	Version int         `json:"version"`
	Key     string      `json:"key"`
	Finds   []savedFind `json:"finds"`
}

// savedFind is an input that took a new branch. The branches are not saved: a resumed run
// executes the input again, because the code may have changed since.
type savedFind struct {
	Package string       `json:"package"`
	Func    string       `json:"func"`
	Vector  input.Vector `json:"vector"`
}

const (
	stateFormat  = "nearmiss state"
	stateVersion = 1
	stateEvery   = time.Second
	stateName    = 16 // hexadecimal digits of the key in the file name
)

// StateError says why a run cannot be resumed.
type StateError struct {
	File string
	Msg  string
}

func (e *StateError) Error() string {
	return fmt.Sprintf("%s: %s; run without -resume to start afresh", e.File, e.Msg)
}

// A saver writes the state file of one run. It is safe for concurrent use.
type saver struct {
	file string
	key  string

	mu    sync.Mutex
	finds []savedFind
	dirty bool
	old   []savedFind // finds of the run that this one resumes

	stop func() // ends the periodic saves
}

// newSaver returns the saver of a run. It returns nil without an error if there is no cache
// directory and the run does not resume an earlier one.
func newSaver(opt *Options) (*saver, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		if opt.Resume {
			return nil, &StateError{"-resume", "there is no cache directory (" + err.Error() + ")"}
		}
		return nil, nil
	}
	key, err := stateKey(opt)
	if err != nil {
		return nil, err
	}
	return &saver{file: filepath.Join(dir, "nearmiss", "state", key[:stateName]+".json"), key: key}, nil
}

// stateKey identifies the search by its directory, its packages, and the options that decide the
// shape of inputs. Budgets and seeds are not part of the key.
func stateKey(opt *Options) (string, error) {
	dir, err := filepath.Abs(opt.Dir)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%q %q %v %v %v", dir, opt.Patterns, opt.Func, opt.Exclude, opt.Globals)
	if opt.Diff != "" {
		text += fmt.Sprintf(" %q", opt.Diff)
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text))), nil
}

// read returns the finds of the earlier run with the same key, or none if there was no such run.
func (v *saver) read() ([]savedFind, error) {
	data, err := load.ReadFile(v.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case errors.Is(err, load.ErrNotPlain):
		return nil, &StateError{v.file, load.ErrNotPlain.Error()}
	case err != nil:
		return nil, err
	}
	var st savedState
	if err := json.Unmarshal(data, &st); err != nil {
		return nil, &StateError{v.file, "the state of the earlier run is damaged"}
	}
	switch {
	case st.Format != stateFormat:
		return nil, &StateError{v.file, "this is no state of a run"}
	case st.Version != stateVersion:
		return nil, &StateError{v.file, fmt.Sprintf("the state is of version %d, not %d", st.Version, stateVersion)}
	case st.Key != v.key:
		return nil, &StateError{v.file, "the state belongs to another run"}
	}
	return st.Finds, nil
}

// begin starts to save the state periodically until end is called. It removes outdated files of
// other runs.
func (v *saver) begin() {
	v.forget(time.Now())
	v.stop = ticking(stateEvery, v.save)
}

// end stops saving. It removes the file of a search that finished, because nothing is left to
// resume; otherwise it saves the state once more.
func (v *saver) end(finished bool) {
	if v == nil {
		return
	}
	v.stop()
	v.forget(time.Now())
	if finished {
		os.Remove(v.file)
		return
	}
	v.save()
}

func (v *saver) add(f savedFind) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.finds = append(v.finds, f)
	v.dirty = true
}

// save replaces the state file if there are new finds. It ignores errors of the file system: a
// run does not need its state file.
func (v *saver) save() {
	v.mu.Lock()
	st := savedState{Format: stateFormat, Version: stateVersion, Key: v.key, Finds: v.finds[:len(v.finds):len(v.finds)]}
	dirty := v.dirty
	v.dirty = false
	v.mu.Unlock()
	if !dirty {
		return
	}
	data, err := json.Marshal(&st)
	if err != nil {
		panic("cover: BUG: state cannot be encoded: " + err.Error())
	}
	_ = replaceFile(v.file, data)
}

// replaceFile replaces a file in the cache atomically, and makes its directory.
func replaceFile(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, temporary+"*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// A savingRunner passes each find to a saver as soon as the worker reports it.
type savingRunner struct {
	runner
	saver *saver
	unit  *unit
}

func (r *savingRunner) Search(ctx context.Context, jobs []*worker.SearchJob, found func(int, *worker.Found)) ([]*native.SearchResult, error) {
	return r.runner.Search(ctx, jobs, r.tee(func(job int) int { return jobs[job].Entry }, found))
}

func (r *savingRunner) Batch(ctx context.Context, jobs []*worker.BatchJob, found func(int, *worker.Found)) ([]*native.BatchResult, error) {
	return r.runner.Batch(ctx, jobs, r.tee(func(job int) int { return jobs[job].Entry }, found))
}

// saving makes workers save their finds. A nil saver changes nothing.
func (v *saver) saving(r runner, u *unit) runner {
	if v == nil {
		return r
	}
	return &savingRunner{r, v, u}
}

func (r *savingRunner) tee(entry func(job int) int, found func(int, *worker.Found)) func(int, *worker.Found) {
	return func(job int, f *worker.Found) {
		if fn := r.unit.byEntry(entry(job)); fn != nil {
			r.saver.add(savedFind{r.unit.pkg.ImportPath, fn.name, f.Vector})
		}
		if found != nil {
			found(job, f)
		}
	}
}

func (u *unit) byEntry(entry int) *function {
	for _, f := range u.entries() {
		if f.entry == entry {
			return f
		}
	}
	return nil
}

// readSaved reads the finds of an earlier run if Options.Resume is set, and begins to save finds.
func (s *session) readSaved() (err error) {
	if s.saver, err = newSaver(&s.opt); err != nil || s.saver == nil {
		return err
	}
	if s.opt.Resume {
		if s.saver.old, err = s.saver.read(); err != nil {
			s.saver = nil
			return err
		}
		s.saver.finds = slices.Clone(s.saver.old) // also those of packages that this run does not reach
		s.opt.Log("took up %d inputs of the earlier run", len(s.saver.old))
	}
	s.saver.begin()
	return nil
}

// resume executes the inputs of an earlier run of a package and adds the branches and panics that they
// now take to the archive.
func (s *session) resume(ctx context.Context, u *unit) error {
	var cases []*testCase
	for _, find := range s.saver.foundIn(u.pkg.ImportPath) {
		for _, f := range u.entries() {
			if f.name == find.Func {
				vector := input.NewSpace(f.sig, f.limits).Normalize(nil, find.Vector)
				cases = append(cases, &testCase{fn: f, vector: vector})
			}
		}
	}
	if len(cases) == 0 {
		return nil
	}
	err := u.runIn(ctx, u.pool, cases, false)
	for _, c := range cases {
		if c.result == nil || c.result.Outcome == worker.FuelOut || c.result.Outcome == worker.Unbuilt {
			continue
		}
		if p := u.ran(c); p != nil {
			p.take(c.fn, c.vector, c.setup())
		}
		for _, b := range c.result.Covered {
			if int(b) < len(u.goals) {
				u.goals[b].take(c.fn, c.vector, c.result.Outcome != worker.Returned)
			}
		}
	}
	s.refresh(u)
	return err
}

// foundIn lists the finds of the earlier run in a package.
func (v *saver) foundIn(path string) (list []savedFind) {
	if v == nil {
		return nil
	}
	for _, f := range v.old {
		if f.Package == path {
			list = append(list, f)
		}
	}
	return list
}

// stateKept is the age at which the state files of other runs are removed.
const stateKept = 14 * 24 * time.Hour

// temporary is the prefix of the name of a state file that is being written.
const temporary = ".state-"

// ownName matches exactly the file names that a saver creates.
var ownName = regexp.MustCompile(fmt.Sprintf(`^([0-9a-f]{%d}\.json|%s[0-9]+)$`, stateName, regexp.QuoteMeta(temporary)))

// forget removes outdated state files of other runs.
func (v *saver) forget(now time.Time) { forgetOld(filepath.Dir(v.file), filepath.Base(v.file), now) }

// forgetOld removes outdated files in a directory of the cache. It considers only plain files directly in
// it, with a name that this package makes, and keeps one of a given name.
func forgetOld(dir, keep string, now time.Time) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !ownName.MatchString(e.Name()) || !e.Type().IsRegular() || e.Name() == keep {
			continue
		}
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > stateKept {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
