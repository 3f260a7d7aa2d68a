package load

import (
	"fmt"
	"go/ast"
	"regexp"
	"sort"
	"strings"

	"nearmiss/cfg"
)

var (
	funcPattern        = regexp.MustCompile(`^(\(\*[\pL_][\pL_\pN]*\)\.|[\pL_][\pL_\pN]*\.)?[\pL_][\pL_\pN]*$`)
	majorVersionPrefix = regexp.MustCompile(`^v[0-9]+\.`)
)

// ParseName splits the name of a function into a package pattern and the name in
// the package:
//
//	net/mail.ParseAddress            net/mail              ParseAddress
//	bytes.(*Buffer).ReadBytes        bytes                 (*Buffer).ReadBytes
//	./bench/subjects/triangle.Triangle     ./bench/subjects/triangle   Triangle
//	.Func                            .                     Func
//	Func                             .                     Func
//	(*T).Method                      .                     (*T).Method
//	gopkg.in/yaml.v3.Unmarshal       gopkg.in/yaml.v3      Unmarshal
//
// The pattern ends at the first dot after the last slash. A dot before a major
// version (yaml.v3) belongs to the pattern.
func ParseName(s string) (pattern, fn string, err error) {
	head := s
	if i := strings.Index(head, "("); i >= 0 {
		head = head[:i] // slashes are only before the receiver
	}
	base := strings.LastIndexByte(head, '/') + 1
	from := base
	switch {
	case strings.HasPrefix(s[base:], "..."): // the parent directory and the separating dot
		from += 2
	case strings.HasPrefix(s[base:], ".."): // the current directory and the separating dot
		from++
	}
	dot := strings.IndexByte(s[from:], '.')
	if (dot < 0 || s[0] == '(') && funcPattern.MatchString(s) {
		return ".", s, nil
	}
	if dot < 0 {
		return "", "", fmt.Errorf("%q does not name a function: write package.Func, or Func alone for the package here", s)
	}
	dot += from
	if rest := s[dot+1:]; majorVersionPrefix.MatchString(rest) {
		dot += 1 + strings.IndexByte(rest, '.')
	}
	pattern, fn = s[:dot], s[dot+1:]
	switch {
	case pattern == "":
		pattern = "."
	case len(pattern) > 1:
		pattern = strings.TrimSuffix(pattern, "/")
	}
	if !funcPattern.MatchString(fn) {
		return "", "", fmt.Errorf("%q does not name a function: %q is none of Func, T.Method, (*T).Method", s, fn)
	}
	return pattern, fn, nil
}

// An UnknownFuncError says that a package has no function of a name.
type UnknownFuncError struct {
	Package string // import path
	Name    string
	Nearest []string // at most three similar names, the most similar first
}

func (e *UnknownFuncError) Error() string {
	s := fmt.Sprintf("package %s has no function %s", e.Package, e.Name)
	if len(e.Nearest) > 0 {
		s += "; did you mean " + strings.Join(e.Nearest, " or ") + "?"
	}
	return s
}

// FindFunc returns the declaration of the function of p with the given name. Like
// a method expression, (*T).M also names a method declared on T.
func FindFunc(p *Package, name string) (*ast.FuncDecl, error) {
	value := name
	if rest, ok := strings.CutPrefix(name, "(*"); ok {
		value = strings.Replace(rest, ").", ".", 1)
	}
	var names []string
	for _, d := range p.FuncDecls() {
		n := cfg.FuncName(d)
		if n == name || n == value {
			return d, nil
		}
		names = append(names, n)
	}
	return nil, &UnknownFuncError{Package: p.ImportPath, Name: name, Nearest: nearest(name, names)}
}

// nearest returns at most three names with the least edit distances to name. It
// leaves out names whose distance is more than half the length of name, and more
// than 2.
func nearest(name string, names []string) []string {
	type near struct {
		name string
		d    int
	}
	var all []near
	seen := map[string]bool{}
	for _, n := range names {
		d := editDistance(foldName(name), foldName(n))
		if n != "_" && !seen[n] && d <= max(2, len(foldName(name))/2) {
			seen[n] = true
			all = append(all, near{n, d})
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].d != all[j].d {
			return all[i].d < all[j].d
		}
		return all[i].name < all[j].name
	})
	var out []string
	for _, n := range all[:min(3, len(all))] {
		out = append(out, n.name)
	}
	return out
}

// foldName removes differences that nearest ignores: letter case and the
// punctuation around a receiver.
func foldName(s string) string {
	return strings.ToLower(strings.NewReplacer("(", "", "*", "", ")", "").Replace(s))
}

// editDistance returns the least number of inserted, removed and replaced bytes
// that turn a into b (Levenshtein 1966), in time O(len(a)·len(b)).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Only returns the package of a list that a pattern has loaded, which must be one.
func Only(pkgs []*Package, pattern string) (*Package, error) {
	if len(pkgs) != 1 {
		return nil, fmt.Errorf("%s names %d packages; name one", pattern, len(pkgs))
	}
	return pkgs[0], nil
}
