package load

import (
	"fmt"
	"go/token"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// ErrorKind says why a package could not be loaded.
type ErrorKind uint8

const (
	NoPackage  ErrorKind = iota // no package matches the pattern, or the go command refuses it
	NoGoFiles                   // the directory holds no Go file for this system
	OnlyTests                   // the directory holds only test files
	NotCompile                  // the package or one of its imports does not compile
)

func (k ErrorKind) String() string {
	return [...]string{"no package", "no Go files", "only tests", "does not compile"}[k]
}

// An Error says why a package could not be loaded.
type Error struct {
	Kind    ErrorKind
	Pattern string         // the pattern or the import path
	Pos     token.Position // of the first error; invalid if it has none
	Msg     string
	More    int // number of further errors
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.Pos.IsValid() {
		fmt.Fprintf(&b, "%s: ", e.Pos)
	}
	switch e.Kind {
	case NoGoFiles:
		fmt.Fprintf(&b, "package %s has no Go files%s", e.Pattern, e.Msg)
	case OnlyTests:
		fmt.Fprintf(&b, "package %s has only test files", e.Pattern)
	case NotCompile:
		fmt.Fprintf(&b, "package %s does not compile: %s", e.Pattern, e.Msg)
	default:
		fmt.Fprintf(&b, "no package for %s: %s", e.Pattern, e.Msg)
	}
	return b.String() + AndMore(e.More)
}

// AndMore returns the end of an error message about n further errors, "" if n is 0.
func AndMore(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " (and 1 more error)"
	}
	return fmt.Sprintf(" (and %d more errors)", n)
}

// driverError returns the error for a failed go list command.
func driverError(patterns []string, err error) error {
	msg := strings.TrimSpace(err.Error())
	if i := strings.LastIndex(msg, "stderr: "); i >= 0 {
		msg = msg[i+len("stderr: "):]
	}
	return &Error{Kind: NoPackage, Pattern: strings.Join(patterns, " "), Msg: strings.TrimPrefix(explainGoError(msg), "go: ")}
}

// usableRoots returns the roots without errors, or the first error. It leaves out roots that
// do not compile, and calls bad for each, if there are other roots and bad is not nil. It
// also leaves out roots without Go files or with only tests, unless a pattern names them.
func usableRoots(dir string, patterns []string, roots []*packages.Package, bad func(error)) ([]*packages.Package, error) {
	sort.Slice(roots, func(i, j int) bool { return roots[i].ID < roots[j].ID })
	var good []*packages.Package
	var skipped error
	var left []*Error
	for _, p := range roots {
		err := checkRoot(dir, p)
		if err == nil {
			good = append(good, p)
			continue
		}
		if (err.Kind == OnlyTests || err.Kind == NoGoFiles) && !namedByPattern(dir, patterns, p) {
			skipped = err
			continue
		}
		if err.Kind != NotCompile || bad == nil {
			return nil, err
		}
		left = append(left, err)
	}
	switch {
	case len(good) == 0 && len(left) > 0:
		return nil, left[0]
	case len(good) == 0:
		return nil, skipped
	}
	for _, err := range left {
		bad(err)
	}
	return good, nil
}

// namedByPattern reports whether a pattern without a wildcard names p.
func namedByPattern(dir string, patterns []string, p *packages.Package) bool {
	for _, pat := range patterns {
		if strings.Contains(pat, "...") {
			continue
		}
		if pat == p.PkgPath || filepath.Join(dir, pat) == p.Dir || filepath.Clean(pat) == p.Dir || p.Dir == "" {
			return true
		}
	}
	return false
}

// checkRoot returns the error of a loaded package, nil if it has none.
func checkRoot(dir string, p *packages.Package) *Error {
	faults := collectErrors(p)
	if len(faults) == 0 {
		if len(p.GoFiles) == 0 && p.PkgPath != "unsafe" {
			return noFilesError(p)
		}
		return nil
	}
	first := faults[0]
	e := &Error{Kind: NotCompile, Pattern: p.PkgPath, Pos: position(dir, first.Pos), Msg: explainGoError(first.Msg), More: len(faults) - 1}
	if first.Pos == "" && strings.Contains(first.Msg, "no space left on device") {
		e.Kind, e.More = NoPackage, 0
		return e
	}
	if first.Kind != packages.ListError || len(p.GoFiles) > 0 {
		return e
	}
	e.More = 0
	switch {
	case strings.Contains(e.Msg, "no Go files"), strings.Contains(e.Msg, "build constraints exclude all Go files"):
		return noFilesError(p)
	default:
		e.Kind = NoPackage
	}
	return e
}

// noFilesError returns the error for a package without Go files.
func noFilesError(p *packages.Package) *Error {
	e := &Error{Kind: NoGoFiles, Pattern: p.PkgPath}
	tests, _ := filepath.Glob(filepath.Join(p.Dir, "*_test.go"))
	var excluded []string
	for _, f := range p.IgnoredFiles {
		if strings.HasSuffix(f, ".go") && !strings.HasSuffix(f, "_test.go") {
			excluded = append(excluded, filepath.Base(f))
		}
	}
	switch n := len(excluded); {
	case n == 1:
		e.Msg = fmt.Sprintf(" for this system: build constraints exclude %s (GOFLAGS=-tags=LIST sets tags)", excluded[0])
	case n > 1:
		e.Msg = fmt.Sprintf(" for this system: build constraints exclude %s and %d more (GOFLAGS=-tags=LIST sets tags)", excluded[0], n-1)
	case p.Dir != "" && len(tests) > 0:
		e.Kind = OnlyTests
	}
	return e
}

// collectErrors returns the errors of p and of its transitive imports,
// dependencies first, each once. Errors with a position come before those
// without. The raw output of the compiler counts only if there are no other errors.
func collectErrors(p *packages.Package) []packages.Error {
	var positioned, unpositioned, printed []packages.Error
	seen := map[string]bool{}
	packages.Visit([]*packages.Package{p}, nil, func(q *packages.Package) {
		for _, e := range q.Errors {
			key := e.Pos + "\x00" + e.Msg
			switch {
			case seen[key], strings.Contains(e.Msg, refusal):
			case strings.HasPrefix(e.Msg, "# "):
				printed = append(printed, compilerErrors(e)...)
			case position("", e.Pos).Line > 0:
				positioned = append(positioned, e)
			default:
				unpositioned = append(unpositioned, e)
			}
			seen[key] = true
		}
	})
	if all := append(positioned, unpositioned...); len(all) > 0 {
		return all
	}
	return printed
}

// compilerErrors splits the raw output of the compiler into errors. The output is
// a line "# package", followed by lines of the form file:line:col: message and
// their continuation lines.
func compilerErrors(e packages.Error) []packages.Error {
	var out []packages.Error
	_, text, _ := strings.Cut(e.Msg, "\n")
	for _, line := range strings.Split(text, "\n") {
		pos, msg, ok := strings.Cut(line, ": ")
		switch {
		case ok && position("", pos).Line > 0:
			out = append(out, packages.Error{Pos: pos, Msg: msg, Kind: e.Kind})
		case len(out) > 0:
			out[len(out)-1].Msg += "\n" + line
		default:
			out = append(out, packages.Error{Msg: line, Kind: e.Kind})
		}
	}
	return out
}

// position parses file:line:col. It makes the file relative to dir if it is in dir.
func position(dir, s string) token.Position {
	var pos token.Position
	parts := strings.Split(s, ":")
	var nums []int
	for len(parts) > 1 && len(nums) < 2 {
		n, err := strconv.Atoi(parts[len(parts)-1])
		if err != nil {
			break
		}
		nums = append([]int{n}, nums...)
		parts = parts[:len(parts)-1]
	}
	pos.Filename = strings.Join(parts, ":")
	if len(nums) > 0 {
		pos.Line = nums[0]
	}
	if len(nums) > 1 {
		pos.Column = nums[1]
	}
	if rel, err := filepath.Rel(dir, pos.Filename); dir != "" && err == nil && !strings.HasPrefix(rel, "..") {
		pos.Filename = rel
	}
	return pos
}

// oneLine joins the lines of a message into one sentence.
func oneLine(s string) string {
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\t' })
	return strings.Join(lines, " ")
}
