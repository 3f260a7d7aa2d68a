package subject

import (
	"context"
	"errors"
	"go/token"
	"path/filepath"
	"slices"

	"nearmiss/internal/harness"
	"nearmiss/internal/native"
)

// maxRebuilds is the greatest number of builds after the first one, each without the parts that the
// compiler refused. The compiler reports about ten errors at a time.
const maxRebuilds = 8

// Loss is a part of the generated file that was left out of the worker.
type Loss struct {
	harness.LeftOut
	Msg string // message of the compiler
}

// BuildMost is like Build, but leaves the parts of the generated file that the compiler refuses
// out of the worker: ways to make or report a value, and entries, which it removes from
// s.Entries. The binary is nil if no entry is left. If no worker can be built in this way,
// BuildMost returns the error of the first build.
func (s *Set) BuildMost(ctx context.Context, temp string) (*native.Binary, []Loss, error) {
	var lost []Loss
	b, first := s.Build(ctx, temp)
	err := first
	for range maxRebuilds {
		list := s.leaveOut(err)
		if len(list) == 0 {
			break
		}
		lost = append(lost, list...)
		if len(s.Entries) == 0 {
			return nil, lost, nil
		}
		s.encode()
		b, err = s.Build(ctx, temp)
	}
	switch {
	case err == nil:
		return b, lost, nil
	case ctx.Err() != nil:
		return nil, nil, err
	}
	return nil, nil, first
}

// leaveOut leaves out the parts of the generated file that a build error refers to. It returns
// no losses if the error refers to other files.
func (s *Set) leaveOut(err error) (lost []Loss) {
	var failed *native.BuildError
	if !errors.As(err, &failed) {
		return nil
	}
	var at []token.Position
	var msgs []string
	for _, f := range failed.Faults {
		if filepath.Base(f.Pos.Filename) == harness.FileName {
			at, msgs = append(at, f.Pos), append(msgs, f.Msg)
		}
	}
	for _, l := range s.opts.Coder.LeaveOut(s.Entries, s.Codec, at) {
		lost = append(lost, Loss{l, msgs[l.Fault]})
		if l.Fn != nil {
			s.drop(l.Fn)
		}
	}
	return lost
}

// drop removes an entry. Removing the first instance of a generic function removes all its
// instances, because the search moves from the first instance to the others.
func (s *Set) drop(fn *harness.Fn) {
	first := slices.IndexFunc(s.Entries, func(f *harness.Fn) bool { return f.Obj == fn.Obj })
	whole := first >= 0 && s.Entries[first] == fn
	s.Entries = slices.DeleteFunc(slices.Clone(s.Entries), func(f *harness.Fn) bool { return f == fn || whole && f.Obj == fn.Obj })
}
