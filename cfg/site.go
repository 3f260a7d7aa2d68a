package cfg

import (
	"go/ast"
	"go/token"
	"slices"
)

// SiteKind is the kind of panic that can happen at a site.
type SiteKind uint8

const (
	Explicit      SiteKind = iota // panic(v)
	IndexRange                    // s[i] with i out of range
	SliceRange                    // s[i:j] out of bounds
	DivideZero                    // integer division or remainder by zero
	NilDeref                      // p.f, *p or m() through a nil pointer or a nil interface
	NilFunc                       // call of a nil function
	NilMap                        // assignment to an entry of a nil map
	Assertion                     // v.(T) if v has another type
	ToArray                       // [4]T(s) of a slice that is too short
	MakeSize                      // make with a negative or too large size
	ShiftCount                    // shift by a negative count
	ClosedChannel                 // close of a nil or closed channel, send on a closed one
	Unhashable                    // m[k] where the value in k has no hash
	Uncomparable                  // x == y of interfaces whose values cannot be compared
	Callee                        // a panic in a function of another package
	NumSiteKinds
)

var siteKindNames = [NumSiteKinds]string{
	Explicit: "panic", IndexRange: "index out of range", SliceRange: "slice bounds out of range",
	DivideZero: "division by zero", NilDeref: "nil dereference", NilFunc: "call of nil function",
	NilMap: "write to nil map", Assertion: "failed type assertion", ToArray: "failed conversion to an array",
	MakeSize: "make with an impossible size", ShiftCount: "shift by a negative count",
	ClosedChannel: "closed or nil channel", Unhashable: "key without a hash", Uncomparable: "comparison of incomparable values", Callee: "panic of a callee",
}

// String returns the kind in lower case.
func (k SiteKind) String() string { return siteKindNames[k] }

// IsNumeric reports whether a number decides if an operation of the kind panics, so that there is a distance to the panic.
func (k SiteKind) IsNumeric() bool {
	return k == IndexRange || k == SliceRange || k == DivideZero || k == ShiftCount
}

// Site is a place in the source at which a run can panic.
type Site struct {
	ID   int // dense from 0, in the order of functions and positions
	Kind SiteKind
	Node ast.Node
	Func *Func

	Graph *Graph // graph that evaluates the site
	Block *Block // block that evaluates the site
}

// Pos returns the start of the site.
func (s *Site) Pos() token.Pos { return s.Node.Pos() }

// Text returns the source of the site on one line.
func (s *Site) Text(fset *token.FileSet) string { return sourceText(fset, s.Node) }

// Sites holds the panic sites of a package.
type Sites struct {
	List     []*Site // List[i].ID == i
	Excluded int     // number of places that FindSites has proved safe
}

// SiteName returns the place of a site, file.go:9:5.
func (p *Package) SiteName(s *Site) string { return p.placeName(s.Pos()) }

// FindSites returns the panic sites of all functions of p in reachable code. It excludes places
// that simple proofs show to be safe: see the package comment.
func (p *Package) FindSites() *Sites {
	out := &Sites{}
	for _, fn := range p.Funcs {
		f := &siteFinder{pkg: p, info: p.Info, fn: fn, out: out, places: map[ast.Node]location{}, doms: map[*Graph]*DomTree{}}
		f.find()
	}
	return out
}

// location is a place in the order of evaluation of a graph.
type location struct {
	graph *Graph
	block *Block
	node  int // index in block.Nodes, or len(block.Nodes) for the condition
}

// locate finds the location of every expression and statement of fn.
func (f *siteFinder) locate() {
	for _, g := range f.fn.Graphs {
		for _, b := range g.Blocks {
			note := func(i int, n ast.Node) {
				g.Inspect(n, func(x ast.Node) bool {
					if x != nil {
						if _, ok := f.places[x]; !ok {
							f.places[x] = location{g, b, i}
						}
					}
					_, lit := x.(*ast.FuncLit)
					return !lit
				})
			}
			for i, n := range b.Nodes {
				note(i, n)
			}
			if b.Cond != nil && b.Cond.Expr != nil {
				note(len(b.Nodes), b.Cond.Expr)
			}
		}
	}
}

// collect adds the found sites in order of position. A dereference of a pointer that cannot be nil
// counts as excluded instead.
func (f *siteFinder) collect(found []*Site) {
	slices.SortStableFunc(found, func(a, b *Site) int { return int(a.Pos() - b.Pos()) })
	for _, s := range found {
		if f.nonNil(s) {
			f.out.Excluded++
			continue
		}
		s.ID = len(f.out.List)
		f.out.List = append(f.out.List, s)
	}
}
