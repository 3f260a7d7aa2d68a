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

// noSite stands for a run that did not panic, or panicked at no known site.
const noSite = -1

// sites finds the panic site of a run: by the first function of the package on the stack, and
// by the runtime's message.
type sites struct {
	list    []Site
	byFile  map[string][]int
	prefix  string // prefix of the names of the package's functions
	frames  map[uintptr]frame
	answers map[question]int
	pcs     [maxFrames]uintptr
}

// maxFrames bounds the number of stack frames that are searched for a function of the package.
const maxFrames = 64

// frame describes a program counter.
type frame struct {
	role role
	file string // set for a function of the package
	line int
}

type role uint8

const (
	foreign  role = iota // another package
	language             // the runtime, called by compiled code
	raising              // the runtime function that raises a panic
	ours                 // the package under test
	bottom               // the worker's own call
)

// question is a frame and the kinds of panic that are possible there. Together they determine
// the site.
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

// packageOf returns the prefix, including the dot, of the names of the functions of the
// package in which f is declared.
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

// locate returns the site of the panic with value v. It must be called by the deferred
// function that has recovered the panic.
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

// look finds the role of a program counter.
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

// generatedFile is the file that was added to the package under test: stubs and decoders.
const generatedFile = "zznearmiss.go"

// answer returns the site of one of the kinds that is on the line of a frame or spans it. It
// prefers the first site that begins on the line, else the shortest.
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

// causes returns the possible kinds of a panic with value v. outside says that another package
// raised it, direct that the code and not the runtime raised it.
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

// words maps parts of the runtime's messages to kinds of panic.
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

// panicked returns the panic of the run of v if no panic is known at its site, or only panics
// with a worse setup. Otherwise it returns 0.
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

// know records the panics that the parent knows.
func (e *evaluator) know() {
	e.panics, e.weak = map[int]input.Setup{}, map[uint32]grade{}
	for _, p := range e.job.Panics {
		if s, ok := e.panics[p.Site()]; !ok || p.Setup() < s {
			e.panics[p.Site()] = p.Setup()
		}
	}
}

// toSite computes the fitness of a run that reached the target site but did not panic there
// with a plain setup, and reports whether the run is one. A panic with a worse setup than the
// plain one is not a hit.
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
