package symexec

import "golang.org/x/tools/go/ssa"

// An image is a program, compiled and initialized as far as runs have needed it. It serves one run at a
// time. The initialization of the dependencies takes tens of megabytes and up to a second, so executors
// of a program share images: there are as many as runs at the same time.
type image struct {
	types        typeTable
	funcs        map[*ssa.Function]*function
	globals      map[*ssa.Global]*object
	inits        map[*ssa.Package]initState // state of the initialization of each package
	initFailures map[*ssa.Package]string    // reason why the initialization of a package failed
	models       map[string]model           // models by the names of functions
	probes       map[string]model           // models of the functions of package probe, by name
	unique       map[*rtype]*hashmap        // by type: pointers made by package unique, by value

	errorString, plainError *rtype
	satisfied               map[[2]int]bool // whether a type implements an interface, by the IDs of both

	runs  uint32 // number of runs so far
	epoch uint32 // number of the run; 0 during initializations
	undo  undoLog

	cut     bool // the context has ended within an initialization
	private bool // the initial state hangs on the inputs of runs
}

// An initState is the state of the initialization of a package.
type initState uint8

const (
	untouched initState = iota
	initializing
	initialized
)

func newImage() *image {
	return &image{
		funcs: map[*ssa.Function]*function{}, globals: map[*ssa.Global]*object{},
		inits: map[*ssa.Package]initState{}, initFailures: map[*ssa.Package]string{},
		models: modelTable(), probes: probeModels(), unique: map[*rtype]*hashmap{}, satisfied: map[[2]int]bool{},
	}
}

// attach gives the machine an image that no other run uses.
func (m *machine) attach() {
	if m.own != nil {
		m.image = m.own
		return
	}
	m.image = m.prog.idleImage()
}

// detach takes the image from the machine. A private image stays with the machine.
func (m *machine) detach() {
	switch {
	case m.cut:
		m.own = nil
	case m.private:
		m.own = m.image
	default:
		m.prog.reuse(m.image)
	}
	m.image = nil
}

// idleImage returns an image that no run uses, a new one if there is none.
func (p *Program) idleImage() *image {
	p.lock.Lock()
	defer p.lock.Unlock()
	if n := len(p.idle); n > 0 {
		last := p.idle[n-1]
		p.idle[n-1], p.idle = nil, p.idle[:n-1]
		return last
	}
	return newImage()
}

// reuse makes an image available to other runs.
func (p *Program) reuse(i *image) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.idle = append(p.idle, i)
}
