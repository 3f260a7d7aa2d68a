package worker

import "nearmiss/input"

// SiteKind is the kind of panic that can happen at a site. The numbers are those of package
// cfg.
type SiteKind byte

const (
	Explicit SiteKind = iota
	IndexRange
	SliceRange
	DivideZero
	NilDeref
	NilFunc
	NilMap
	Assertion
	ToArray
	MakeSize
	ShiftCount
	ClosedChannel
	Unhashable
	Uncomparable
	Callee
	NumSiteKinds
)

// Site is a place at which a run can panic. A worker finds it by the line that the runtime
// reports.
type Site struct {
	File      string // base name
	Line, End int    // first and last line
	Kind      SiteKind
}

// Panic combines the site of a panic and the setup of the inputs, which ranks how unusual they are
// (input.Setup). 0 means no panic, or a panic at no known site.
type Panic uint32

// PanicAt returns the Panic of a site and a setup.
func PanicAt(site int, s input.Setup) Panic { return Panic(uint32(site)<<2|uint32(s)) + 1 }

// Site returns the index of the site in Init.Sites.
func (p Panic) Site() int { return int(p-1) >> 2 }

// Setup returns the setup of the inputs.
func (p Panic) Setup() input.Setup { return input.Setup((p - 1) & 3) }
