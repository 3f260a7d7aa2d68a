package wire

import "nearmiss/input"

// SiteKind says what can go wrong at a site. The numbers are those of package
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
	Callee
	NumSiteKinds
)

// Site is a place at which a run can panic, as a worker finds it again: by
// the line that the runtime names.
type Site struct {
	File      string // base name
	Line, End int    // first and last line
	Kind      SiteKind
}

// Panic says at which site a run panicked and how its inputs were set up; 0
// is no panic, or one at no known site.
type Panic uint32

// PanicAt returns the Panic of a site.
func PanicAt(site int, s input.Setup) Panic { return Panic(uint32(site)<<2|uint32(s)) + 1 }

// Site is the number of the site, which Init has listed.
func (p Panic) Site() int { return int(p-1) >> 2 }

// Setup is how the inputs were set up.
func (p Panic) Setup() input.Setup { return input.Setup((p - 1) & 3) }

func (e *encoder) sites(list []Site) {
	e.uint(uint64(len(list)))
	file := ""
	for _, s := range list {
		e.bool(s.File != file)
		if s.File != file {
			e.string(s.File)
			file = s.File
		}
		e.uint(uint64(s.Line))
		e.uint(uint64(s.End))
		e.byte(byte(s.Kind))
	}
}

func (d *decoder) sites() []Site {
	n := count[Site](d, 4)
	if n == 0 {
		return nil
	}
	list := make([]Site, n)
	file := ""
	for i := range list {
		if d.bool() {
			file = d.string()
		}
		list[i] = Site{file, d.small(), d.small(), SiteKind(d.byte2(int(NumSiteKinds)))}
	}
	return list
}

func (e *encoder) panics(list []Panic) {
	e.uint(uint64(len(list)))
	for _, p := range list {
		e.uint(uint64(p))
	}
}

func (d *decoder) panics() []Panic {
	n := count[Panic](d, 1)
	if n == 0 {
		return nil
	}
	list := make([]Panic, n)
	for i := range list {
		list[i] = Panic(d.uint32())
	}
	return list
}
