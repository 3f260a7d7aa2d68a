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

// siteFinder finds the panic site of a run: by the first function of the package on the stack, and
// by the runtime's message.
type siteFinder struct {
	sites      []Site            // sites of the package
	byFile     map[string][]int  // by base name of the file: indices of its sites
	prefix     string            // prefix of the names of the package's functions
	frameCache map[uintptr]frame // descriptions of program counters
	siteCache  map[siteKey]int
	pcs        [maxFrames]uintptr // buffer for the stack of a panic
}

// maxFrames bounds the number of stack frames that are searched for a function of the package.
const maxFrames = 64

// frame describes a program counter.
type frame struct {
	role frameRole
	file string // set for a function of the package
	line int
}

// A frameRole is the role of a stack frame in a panic.
type frameRole uint8

const (
	otherPackage frameRole = iota // another package
	runtimeFrame                  // the runtime, called by compiled code
	gopanicFrame                  // the runtime function that raises a panic
	packageFrame                  // the package under test
	workerFrame                   // the worker's own call
)

// siteKey is a frame and the kinds of panic that are possible there. Together they determine
// the site.
type siteKey struct {
	pc    uintptr // program counter of the frame
	kinds kindSet
}

// kindSet is a set of kinds of sites.
type kindSet uint32

func kindSetOf(k SiteKind) kindSet { return 1 << k }

func (m *machine) setSites(list []Site) {
	s := &m.sites
	*s = siteFinder{sites: list, byFile: map[string][]int{}, frameCache: map[uintptr]frame{}, siteCache: map[siteKey]int{}}
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

// siteOfPanic returns the site of the panic with this value. It must be called by the deferred
// function that has recovered the panic.
func (s *siteFinder) siteOfPanic(value any) int {
	if len(s.sites) == 0 {
		return noSite
	}
	afterGopanic, elsewhere, byCode := false, false, true
	for _, pc := range s.pcs[:runtime.Callers(1, s.pcs[:])] {
		f, ok := s.frameCache[pc]
		if !ok {
			f = s.frameAt(pc)
			s.frameCache[pc] = f
		}
		switch {
		case f.role == gopanicFrame:
			afterGopanic = true
		case !afterGopanic:
		case f.role == workerFrame:
			return noSite
		case f.role == otherPackage:
			elsewhere = true
		case f.role == runtimeFrame:
			byCode = false
		default:
			kinds := possibleKinds(value, elsewhere, byCode)
			if i, ok := probe.FailedCheck(); ok && i < len(s.sites) && s.sites[i].at(f) && kinds&kindSetOf(s.sites[i].Kind) != 0 {
				return i
			}
			return s.siteOn(pc, f, kinds)
		}
	}
	return noSite
}

// frameAt finds the role of a program counter.
func (s *siteFinder) frameAt(pc uintptr) frame {
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	switch {
	case f.Function == "runtime.gopanic":
		return frame{role: gopanicFrame}
	case strings.HasPrefix(f.Function, "runtime."), strings.HasPrefix(f.Function, "internal/runtime/"):
		return frame{role: runtimeFrame}
	case strings.HasSuffix(f.Function, "worker.(*machine).callProtected"):
		return frame{role: workerFrame}
	case strings.HasPrefix(f.Function, s.prefix):
		if file := path.Base(f.File); file != generatedFile {
			return frame{packageFrame, file, f.Line}
		}
	}
	return frame{role: otherPackage}
}

// generatedFile is the file that was added to the package under test: stubs and decoders.
const generatedFile = "zznearmiss.go"

// siteOn returns the site of one of the kinds that is on the line of a frame or spans it. It
// prefers the first site that begins on the line, else the shortest.
func (s *siteFinder) siteOn(pc uintptr, f frame, k kindSet) int {
	key := siteKey{pc, k}
	site, ok := s.siteCache[key]
	if ok {
		return site
	}
	site = noSite
	for _, i := range s.byFile[f.file] {
		x := &s.sites[i]
		switch {
		case k&kindSetOf(x.Kind) == 0 || !x.at(f):
		case site == noSite, x.Line == f.line && s.sites[site].Line != f.line,
			s.sites[site].Line != f.line && x.End-x.Line < s.sites[site].End-s.sites[site].Line:
			site = i
		}
	}
	s.siteCache[key] = site
	return site
}

// at reports whether a site is on the line of a frame or spans it.
func (x *Site) at(f frame) bool { return x.File == f.file && x.Line <= f.line && f.line <= x.End }

// possibleKinds returns the possible kinds of a panic with value v. elsewhere says that another
// package raised it, byCode that the code and not the runtime raised it.
func possibleKinds(v any, elsewhere, byCode bool) kindSet {
	if elsewhere {
		return kindSetOf(Callee)
	}
	err, ok := v.(runtime.Error)
	if byCode || !ok {
		return kindSetOf(Explicit)
	}
	if _, ok := v.(*runtime.TypeAssertionError); ok {
		return kindSetOf(Assertion)
	}
	text := err.Error()
	for _, w := range messageKinds {
		if strings.Contains(text, w.text) {
			return w.kinds
		}
	}
	return 0
}

// messageKinds maps parts of the runtime's messages to kinds of panic.
var messageKinds = [...]struct {
	text  string
	kinds kindSet
}{
	{"index out of range", kindSetOf(IndexRange)},
	{"slice bounds out of range", kindSetOf(SliceRange)},
	{"integer divide by zero", kindSetOf(DivideZero)},
	{"nil pointer dereference", kindSetOf(NilDeref) | kindSetOf(NilFunc)},
	{"assignment to entry in nil map", kindSetOf(NilMap)},
	{"cannot convert slice", kindSetOf(ToArray)},
	{"makeslice: ", kindSetOf(MakeSize)},
	{"makechan: ", kindSetOf(MakeSize)},
	{"negative shift amount", kindSetOf(ShiftCount)},
	{"close of", kindSetOf(ClosedChannel)},
	{"send on closed channel", kindSetOf(ClosedChannel)},
	{"hash of unhashable type", kindSetOf(Unhashable)},
	{"comparing uncomparable type", kindSetOf(Uncomparable)},
}

// newPanic returns the panic of the run of v if no panic is known at its site, or only panics
// with a worse setup. Otherwise it returns 0.
func (e *evaluator) newPanic(v input.Vector) Panic {
	site := e.machine.site
	if site == noSite || e.job.Paper {
		return 0
	}
	known, ok := e.knownPanics[site]
	if ok && known == input.Plain {
		return 0
	}
	setup := input.SetupOf(e.job.Signature, v)
	if ok && setup >= known {
		return 0
	}
	e.knownPanics[site] = setup
	return PanicAt(site, setup)
}

// recordKnownPanics records the panics that the parent knows.
func (e *evaluator) recordKnownPanics() {
	e.knownPanics, e.bestGrade = map[int]input.Setup{}, map[uint32]grade{}
	for _, p := range e.job.Panics {
		if s, ok := e.knownPanics[p.Site()]; !ok || p.Setup() < s {
			e.knownPanics[p.Site()] = p.Setup()
		}
	}
}

// setSiteFitness sets the fitness of a run if the target is a panic site, the run reached it, and
// did not panic there with a plain setup of its inputs. It reports whether it has set the fitness.
// A panic with a worse setup than the plain one is not a hit.
func (e *evaluator) setSiteFitness(v input.Vector, result *probe.Result, fitness *search.Fitness) bool {
	atSite := e.machine.site == int(e.job.Target.Site-1)
	reached := result.Hit || atSite
	result.Hit = atSite && input.SetupOf(e.job.Signature, v) == input.Plain
	switch {
	case result.Hit || !reached:
		return false
	case atSite:
		setBestMiss(fitness)
	default:
		*fitness = search.Fitness{Value: e.standardFitness(0, 1), N: 1}
		fitness.Exact[0] = 1
		if result.Diverged && result.Level == 0 {
			fitness.Value, fitness.Exact[0] = e.standardFitness(0, result.Published()), result.Exact
		}
	}
	return true
}
