package cover

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// alone skips a test with -short, with which the race detector is used: all that cover does at once
// is done in TestPanicsDoNotMix, TestHybridStops, TestGenetic and TestPackageGivenUp.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("adds no concurrency")
	}
}

// planned is a session over one package, ready to search.
func planned(t *testing.T, opt Options, source string) (*session, *unit) {
	t.Helper()
	opt.Dir = t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/closed\n\ngo 1.26\n", "closed.go": source} {
		if err := os.WriteFile(filepath.Join(opt.Dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := newSession(opt.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	s.ready(t)
	return s, s.units[0]
}

// ready plans the call, and builds and starts the workers of all packages.
func (s *session) ready(t *testing.T) {
	t.Helper()
	if err := s.plan(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.build(t)
}

// build builds and starts the workers of all packages, also once more.
func (s *session) build(t *testing.T) {
	t.Helper()
	for _, u := range s.units {
		u.opened = false
	}
	if err := s.openAll(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// choose searches the packages and chooses the cases of one.
func (s *session) choose(t *testing.T, u *unit) {
	t.Helper()
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.tests(t.Context(), u, deadlines{}, nil); err != nil {
		t.Fatal(err)
	}
}

// search searches all packages without a clock.
func (s *session) search(ctx context.Context) error {
	for _, u := range s.units {
		if u.pool != nil {
			s.searchUnit(ctx, u, deadlines{})
		}
	}
	return s.failed()
}
