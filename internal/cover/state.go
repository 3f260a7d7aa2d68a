package cover

import (
	"context"
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
	"nearmiss/internal/worker"
)

// A run saves the inputs that it finds about once a second, so that -resume can continue after a
// crash. The file is in the user's cache directory, and its name is a hash of its format, the packages
// and options. It is replaced atomically.

// savedState is the content of the state file.
type savedState struct {
	Finds []savedFind `json:"finds"`
}

// savedFind is an input that took a new branch. The branches are not saved: a resumed run
// executes the input again, because the code may have changed since.
type savedFind struct {
	Package string       `json:"package"`
	Func    string       `json:"func"`
	Vector  input.Vector `json:"vector"`
}

const (
	stateFormat = "nearmiss state 2"
	stateEvery  = time.Second
	stateName   = 16 // hexadecimal digits of the hash in the file name
)

// stateError says why a run cannot be resumed.
func stateError(file, why string) error {
	return fmt.Errorf("%s: %s; run without -resume to start afresh", file, why)
}

// A saver writes the state file of one run. It is safe for concurrent use.
type saver struct {
	file string

	mu    sync.Mutex
	finds []savedFind
	dirty bool
	old   []savedFind // finds of the run that this one resumes

	stop func() // ends the periodic saves
}

// newSaver returns the saver of a run. It returns nil without an error if there is no cache
// directory and the run does not resume an earlier one.
func newSaver(opt *Options) (*saver, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		if opt.Resume {
			return nil, stateError("-resume", "there is no cache directory ("+err.Error()+")")
		}
		return nil, nil
	}
	dir, err := filepath.Abs(opt.Dir)
	if err != nil {
		return nil, err
	}
	// The options are those that decide the shape of inputs: not budgets and seeds.
	key := hash("%s %q %q %v %v %v %q", stateFormat, dir, opt.Patterns, opt.Func, opt.Exclude, opt.Globals, opt.Diff)
	return &saver{file: filepath.Join(cache, "nearmiss", "state", key[:stateName]+".json")}, nil
}

// read returns the finds of the earlier run with the same packages and options, or none if there was no such
// run.
func (v *saver) read() ([]savedFind, error) {
	data, err := load.ReadFile(v.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case errors.Is(err, load.ErrNotPlain):
		return nil, stateError(v.file, load.ErrNotPlain.Error())
	case err != nil:
		return nil, err
	}
	var st savedState
	if err := json.Unmarshal(data, &st); err != nil {
		return nil, stateError(v.file, "the state of the earlier run is damaged")
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
	st := savedState{Finds: slices.Clip(v.finds)}
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

// saving returns a callback of workers that saves the finds of a function. A nil saver saves nothing.
func (v *saver) saving(f *function) func(int, *worker.Found) {
	return func(_ int, found *worker.Found) {
		if v != nil {
			v.add(savedFind{f.unit.pkg.ImportPath, f.name, found.Vector})
		}
	}
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
	if s.saver == nil {
		return nil
	}
	var cases []*testCase
	for _, find := range s.saver.old {
		for _, f := range u.entries() {
			if find.Package == u.pkg.ImportPath && find.Func == f.name {
				cases = append(cases, &testCase{fn: f, vector: input.NewSpace(f.sig, f.limits).Normalize(nil, find.Vector)})
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
