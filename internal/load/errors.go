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

// ErrorKind says what kept a package from being loaded.
type ErrorKind uint8

const (
	NoPackage  ErrorKind = iota // nothing matches the pattern, or the go command refuses it
	NoGoFiles                   // the directory holds no Go file for this system
	OnlyTests                   // the directory holds only test files
	NotCompile                  // the package or something it imports does not compile
)

func (k ErrorKind) String() string {
	return [...]string{"no package", "no Go files", "only tests", "does not compile"}[k]
}

// Error is a package that could not be loaded.
type Error struct {
	Kind    ErrorKind
	Pattern string         // the pattern or the import path
	Pos     token.Position // of the first error, where there is one
	Msg     string
	More    int // further errors, not shown
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

// AndMore says, behind an error, how many more there are.
func AndMore(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " (and 1 more error)"
	}
	return fmt.Sprintf(" (and %d more errors)", n)
}

// driverError wraps a refusal of the go command as a whole.
func driverError(patterns []string, err error) error {
	msg := strings.TrimSpace(err.Error())
	if i := strings.LastIndex(msg, "stderr: "); i >= 0 {
		msg = msg[i+len("stderr: "):]
	}
	return &Error{Kind: NoPackage, Pattern: strings.Join(patterns, " "), Msg: strings.TrimPrefix(advise(msg), "go: ")}
}

// check returns the roots that can be used, or the first fault. Those that do not compile
// are left out if there are others and bad is told of them.
func check(dir string, patterns []string, roots []*packages.Package, bad func(error)) ([]*packages.Package, error) {
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
		if (err.Kind == OnlyTests || err.Kind == NoGoFiles) && !named(dir, patterns, p) {
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

// named reports whether a pattern without a wildcard names p.
func named(dir string, patterns []string, p *packages.Package) bool {
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

func checkRoot(dir string, p *packages.Package) *Error {
	faults := collect(p)
	if len(faults) == 0 {
		if len(p.GoFiles) == 0 && p.PkgPath != "unsafe" {
			return noFiles(p)
		}
		return nil
	}
	first := faults[0]
	e := &Error{Kind: NotCompile, Pattern: p.PkgPath, Pos: position(dir, first.Pos), Msg: advise(first.Msg), More: len(faults) - 1}
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
		return noFiles(p)
	default:
		e.Kind = NoPackage
	}
	return e
}

// noFiles says why a package has no Go files.
func noFiles(p *packages.Package) *Error {
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

// collect returns the errors of p and of all it imports, dependencies first,
// without repetitions: those with a position before those without. What the
// compiler printed as a whole counts only if it says more than the rest.
func collect(p *packages.Package) []packages.Error {
	var placed, rest, printed []packages.Error
	seen := map[string]bool{}
	packages.Visit([]*packages.Package{p}, nil, func(q *packages.Package) {
		for _, e := range q.Errors {
			key := e.Pos + "\x00" + e.Msg
			switch {
			case seen[key]:
			case strings.HasPrefix(e.Msg, "# "):
				printed = append(printed, compilerErrors(e)...)
			case position("", e.Pos).Line > 0:
				placed = append(placed, e)
			default:
				rest = append(rest, e)
			}
			seen[key] = true
		}
	})
	if all := append(placed, rest...); len(all) > 0 {
		return all
	}
	return printed
}

// compilerErrors splits what the compiler printed: a line "# package", then
// lines of the form file:line:col: message, some of them continued.
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

// position reads file:line:col, and puts the file relative to dir when it
// lies below it.
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
