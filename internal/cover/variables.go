package cover

import (
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

const (
	mostValues = 10 // constants tried for the environment variables of a case
	mostNames  = 32 // likely names of environment variables in a package that may read them unobserved
	longValue  = 64 // bytes of the longest value
)

// obeyed matches the environment variables that the runtime, the loader, the sandbox or package
// net/http reads, and not the code under test. A process does not start if such a variable has a
// meaningless value.
var obeyed = regexp.MustCompile(`^(GO(DEBUG|GC|MEMLIMIT|MAXPROCS|TRACEBACK|RACE|COVERDIR)|LD_.*|NEARMISS_.*|DEBUG_HTTP2_GOROUTINES)$`)

// variable reports whether name is the name of an environment variable that a setting may set.
func variable(name string) bool {
	return name != "" && !strings.ContainsAny(name, "=\x00") && !obeyed.MatchString(name)
}

// general lists values that are tried for each environment variable.
var general = []string{"", "1", "true", here}

// constantsOf returns up to mostValues constants that the code may compare an environment variable with, namely the
// strings in own and initial, and for each integer n in own n and n+1 in decimal. It leaves out general values, names
// and long texts.
func constantsOf(own input.Seeds, initial, names []string) (values []string) {
	var numbers []string
	for _, n := range own.Ints {
		numbers = append(numbers, strconv.FormatInt(n, 10), strconv.FormatInt(n+1, 10))
	}
	for _, text := range slices.Concat(own.Strings, initial, numbers) {
		if len(values) < mostValues && len(text) <= longValue && !strings.Contains(text, "\x00") && !slices.Contains(slices.Concat(general, values, names), text) {
			values = append(values, text)
		}
	}
	return values
}

// initialTexts lists the string literals in the init functions and variable declarations of a
// package.
func initialTexts(pkg *load.Package) (list []string) {
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil || d.Name.Name != "init" {
					continue
				}
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
			}
			list = append(list, syntax.Strings(d)...)
		}
	}
	return list
}

// quiet matches source text that reads environment variables unobserved by the worker.
var quiet = regexp.MustCompile(`\b(?:os|syscall)\.Environ\b|\bsyscall\.Getenv\b`)

// named matches the usual form of names of environment variables.
var named = regexp.MustCompile(`^[A-Z][A-Z0-9_]{2,}=?$`)

// A quietReaders finds packages that may read environment variables unobserved. It reads the text of each
// package once.
type quietReaders struct {
	mu    sync.Mutex
	known map[*load.Package]bool // packages that were asked for
}

// unheard lists the string literals of a package that may be names of environment variables, if
// the package, or one that it imports outside the standard library, may read environment
// variables unobserved.
func (q *quietReaders) unheard(pkg *load.Package) (names []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.has(pkg) {
		return nil
	}
	for _, f := range pkg.Files {
		for _, text := range syntax.Strings(f) {
			if name := strings.TrimSuffix(text, "="); named.MatchString(text) && variable(name) && len(names) < mostNames && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// has reports whether the package, or an import, may read environment variables unobserved.
func (q *quietReaders) has(pkg *load.Package) bool {
	if pkg.Std {
		return false
	}
	found, asked := q.known[pkg]
	if asked {
		return found
	}
	for _, path := range pkg.GoFiles {
		text, err := os.ReadFile(path)
		found = found || err == nil && quiet.Match(text)
	}
	for _, imported := range pkg.Imports {
		found = found || q.has(imported)
	}
	if q.known == nil {
		q.known = map[*load.Package]bool{}
	}
	q.known[pkg] = found
	return found
}
