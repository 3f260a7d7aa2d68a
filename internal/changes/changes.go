// Package changes finds the lines of a working tree that differ from a git reference.
//
// Let the function
//
//	func Abs(n int) int {
//		if n < 0 {
//			return -n
//		}
//		return n
//	}
//
// have another second line in HEAD. Since(HEAD) then reports that line 2 is changed and no
// other line. Staged and unstaged changes count. An untracked file is changed as a whole,
// unless git ignores it. A renamed file is changed only at its changed lines. Deleted lines
// leave no changed line behind.
//
// The package runs git diff and git ls-files and writes nothing: it tells git to take no locks
// and to run no external programs (external diffs, text conversions, monitors of the file
// system). Not modelled: submodules, each of which is a tree of its own.
//
// A Tree does not change and is safe for concurrent use.
package changes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// A Tree holds the changed lines of one working tree.
type Tree struct {
	top   string                   // path of the root without symbolic links
	files map[string]*changedLines // changed lines by path relative to top, with slashes
}

// changedLines are the changed lines of one file.
type changedLines struct {
	whole bool // every line of the file counts as changed
	spans []span
}

// span is a range of lines, both ends included.
type span struct{ first, last int }

// Error says why the changes of a directory are unknown.
type Error struct {
	Dir string
	Msg string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Dir, e.Msg) }

// Top returns the root of the working tree that contains dir. env is the environment of git, nil
// for that of this process. The error is an *Error or ctx's.
func Top(ctx context.Context, dir string, env []string) (string, error) {
	out, err := git(ctx, dir, env, "rev-parse", "--show-toplevel")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", &Error{dir, "there is no git command"}
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil || len(out) == 0:
		return "", &Error{dir, "is not in the working tree of a git repository"}
	}
	top, err := filepath.EvalSymlinks(strings.TrimSuffix(string(out), "\n"))
	if err != nil {
		return "", &Error{dir, err.Error()}
	}
	return top, nil
}

// Since finds the lines of Go files below top that have changed since ref. env is the environment of git, as in
// Top. The error is an *Error or ctx's.
func Since(ctx context.Context, top, ref string, env []string) (*Tree, error) {
	commit, err := git(ctx, top, env, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, &Error{top, fmt.Sprintf("git knows no commit %q", ref)}
	}
	tree := &Tree{top: top, files: map[string]*changedLines{}}
	patch, err := git(ctx, top, env, "diff", "-U0", "--inter-hunk-context=0", "-M", "--text", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative",
		"--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/", strings.TrimSpace(string(commit)), "--", "*.go")
	if err != nil {
		return nil, failed(ctx, top, err)
	}
	if err := tree.read(patch); err != nil {
		return nil, err
	}
	others, err := git(ctx, top, env, "ls-files", "--others", "--exclude-standard", "--full-name", "-z")
	if err != nil {
		return nil, failed(ctx, top, err)
	}
	for name := range strings.SplitSeq(string(others), "\x00") {
		if name != "" {
			tree.files[name] = &changedLines{whole: true}
		}
	}
	return tree, nil
}

func failed(ctx context.Context, dir string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if e := (*exec.ExitError)(nil); errors.As(err, &e) && len(e.Stderr) > 0 {
		line, _, _ := strings.Cut(string(e.Stderr), "\n")
		return &Error{dir, line}
	}
	return &Error{dir, err.Error()}
}

// git runs a git command that only reads.
func git(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.quotepath=off", "-c", "core.fsmonitor=false", "-c", "diff.autoRefreshIndex=false"}, args...)...)
	if env == nil {
		env = os.Environ()
	}
	cmd.Dir = dir
	cmd.Env = append(env[:len(env):len(env)], "GIT_OPTIONAL_LOCKS=0", "GIT_EXTERNAL_DIFF=")
	return cmd.Output()
}

// Changed reports whether any line of a file from first to last has changed. It returns false
// for files outside the tree.
func (t *Tree) Changed(file string, first, last int) bool {
	if path, err := filepath.EvalSymlinks(file); err == nil {
		file = path
	}
	rel, err := filepath.Rel(t.top, file)
	if err != nil {
		return false
	}
	l := t.files[filepath.ToSlash(rel)]
	if l == nil {
		return false
	}
	return l.whole || slices.ContainsFunc(l.spans, func(s span) bool { return s.first <= last && first <= s.last })
}

// read parses a patch without context lines.
func (t *Tree) read(patch []byte) error {
	files, _, err := gitdiff.Parse(bytes.NewReader(patch))
	if err != nil {
		return &Error{t.top, "what git diff says cannot be read: " + err.Error()}
	}
	for _, f := range files {
		l := &changedLines{}
		for _, h := range f.TextFragments {
			if h.NewLines > 0 {
				l.spans = append(l.spans, span{int(h.NewPosition), int(h.NewPosition + h.NewLines - 1)})
			}
		}
		t.files[f.NewName] = l // the name is "" for a deleted file
	}
	return nil
}
