package worker

import (
	"path"
	"runtime"
	"strings"
	"unsafe"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// noSite says that a run did not panic, or at no place that is a site.
const noSite = -1

// sites finds out at which of the package's panic sites a run panicked: by the
// first function of the package on the stack, and by the runtime's words.
type sites struct {
	list    []Site
	byFile  map[string][]int
	prefix  string // of the names of the package's functions
	frames  map[uintptr]frame
	answers map[question]int
	pcs     [maxFrames]uintptr
}

// maxFrames bounds how deep below a call of another package a panic may be.
const maxFrames = 64

// frame is what is known of a program counter.
type frame struct {
	role role
	file string // of a function of the package
	line int
}

type role uint8

const (
	foreign  role = iota // another package
	language             // the runtime, on behalf of the code
	raising              // the runtime's own panic
	ours                 // the package under test
	bottom               // the caller of all
)

// question is what decides the site: the frame and what may have happened.
type question struct {
	pc    uintptr
	kinds kinds
}

// kinds is a set of kinds of sites.
type kinds uint32

func one(k SiteKind) kinds { return 1 << k }

func (m *machine) setSites(list []Site) {
	s := &m.sites
	*s = sites{list: list, byFile: map[string][]int{}, frames: map[uintptr]frame{}, answers: map[question]int{}}
	for i := range list {
		s.byFile[list[i].File] = append(s.byFile[list[i].File], i)
	}
	if len(m.entries) > 0 {
		s.prefix = packageOf(m.entries[0].Run)
	}
}

// packageOf returns the path, and the dot behind it, that begins the names of
// the functions of the package in which f is declared.
func packageOf(f func(in, out *probe.Genes)) string {
	if f == nil {
		return ""
	}
	fn := runtime.FuncForPC(**(**uintptr)(unsafe.Pointer(&f)))
	if fn == nil {
		return ""
	}
	name := fn.Name()
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	return name[:slash+dot+1]
}

// locate returns the site at which the panic with value v came up. It must be
// called by the deferred function that has recovered it.
func (s *sites) locate(v any) int {
	if len(s.list) == 0 {
		return noSite
	}
	raised, outside, direct := false, false, true
	for _, pc := range s.pcs[:runtime.Callers(1, s.pcs[:])] {
		f, ok := s.frames[pc]
		if !ok {
			f = s.look(pc)
			s.frames[pc] = f
		}
		switch {
		case f.role == raising:
			raised = true
		case !raised:
		case f.role == bottom:
			return noSite
		case f.role == foreign:
			outside = true
		case f.role == language:
			direct = false
		default:
			return s.answer(pc, f, causes(v, outside, direct))
		}
	}
	return noSite
}

// look finds out what a program counter belongs to.
func (s *sites) look(pc uintptr) frame {
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	switch {
	case f.Function == "runtime.gopanic":
		return frame{role: raising}
	case strings.HasPrefix(f.Function, "runtime."), strings.HasPrefix(f.Function, "internal/runtime/"):
		return frame{role: language}
	case strings.HasSuffix(f.Function, "worker.(*machine).protected"):
		return frame{role: bottom}
	case strings.HasPrefix(f.Function, s.prefix):
		if file := path.Base(f.File); file != generatedFile {
			return frame{ours, file, f.Line}
		}
	}
	return frame{role: foreign}
}

// generatedFile holds the code that was put into the package beside the
// user's: stubs, decoders.
const generatedFile = "zznearmiss.go"

// answer returns the first site of one of the kinds on a line, or around it.
func (s *sites) answer(pc uintptr, f frame, k kinds) int {
	q := question{pc, k}
	site, ok := s.answers[q]
	if ok {
		return site
	}
	site = noSite
	for _, i := range s.byFile[f.file] {
		x := &s.list[i]
		switch {
		case k&one(x.Kind) == 0 || f.line < x.Line || x.End < f.line:
		case site == noSite, x.Line == f.line && s.list[site].Line != f.line,
			s.list[site].Line != f.line && x.End-x.Line < s.list[site].End-s.list[site].Line:
			site = i
		}
	}
	s.answers[q] = site
	return site
}

// causes returns what may have raised a panic with value v: outside, in
// another package; directly, in place of by the runtime.
func causes(v any, outside, direct bool) kinds {
	if outside {
		return one(Callee)
	}
	err, ok := v.(runtime.Error)
	if direct || !ok {
		return one(Explicit)
	}
	if _, ok := v.(*runtime.TypeAssertionError); ok {
		return one(Assertion)
	}
	text := err.Error()
	for _, w := range words {
		if strings.Contains(text, w.text) {
			return w.kinds
		}
	}
	return 0
}

// words are how the runtime names what went wrong.
var words = [...]struct {
	text  string
	kinds kinds
}{
	{"index out of range", one(IndexRange)},
	{"slice bounds out of range", one(SliceRange)},
	{"integer divide by zero", one(DivideZero)},
	{"nil pointer dereference", one(NilDeref) | one(NilFunc)},
	{"assignment to entry in nil map", one(NilMap)},
	{"cannot convert slice", one(ToArray)},
	{"makeslice: ", one(MakeSize)},
	{"makechan: ", one(MakeSize)},
	{"negative shift amount", one(ShiftCount)},
	{"close of", one(ClosedChannel)},
	{"send on closed channel", one(ClosedChannel)},
}

// panicked returns the panic of the run of v, if it is news: at a site where
// none is known, or only with a worse setup.
func (e *evaluator) panicked(v input.Vector) Panic {
	site := e.machine.site
	if site == noSite || e.job.Paper {
		return 0
	}
	known, ok := e.panics[site]
	if ok && known == input.Plain {
		return 0
	}
	setup := input.SetupOf(e.job.Signature, v)
	if ok && setup >= known {
		return 0
	}
	e.panics[site] = setup
	return PanicAt(site, setup)
}

// know takes over the panics that are no news to the parent.
func (e *evaluator) know() {
	e.panics, e.weak = map[int]input.Setup{}, map[uint32]grade{}
	for _, p := range e.job.Panics {
		if s, ok := e.panics[p.Site()]; !ok || p.Setup() < s {
			e.panics[p.Site()] = p.Setup()
		}
	}
}

// toSite is the fitness of a run that came to the site that the search is for, and reports
// whether it did. A panic there is not all that is to be found if the inputs have a worse
// setup than the plain one.
func (e *evaluator) toSite(v input.Vector, o *probe.Result, f *search.Fitness) bool {
	there := e.machine.site == int(e.job.Target.Site-1)
	came := o.Hit || there
	o.Hit = there && input.SetupOf(e.job.Signature, v) == input.Plain
	switch {
	case o.Hit || !came:
		return false
	case there:
		almost(f)
	default:
		*f = search.Fitness{Value: e.standard(0, 1), N: 1}
		f.Exact[0] = 1
		if o.Diverged && o.Level == 0 {
			f.Value, f.Exact[0] = e.standard(0, o.Published()), o.Exact
		}
	}
	return true
}
