package effects

import (
	"fmt"
	"go/token"
	"strings"
)

// Kind is the kind of harm that a function may do.
type Kind uint8

const (
	File    Kind = iota // reads or changes files
	Network             // opens connections or resolves names
	Process             // starts, ends or moves processes, this one too
	Signal              // sends or catches signals
	System              // another call of the operating system
	Unsafe              // reads or writes memory past the type system
	Body                // no Go body: assembly, or pulled in by linkname
	Cgo                 // calls C
	State               // changes the environment or the runtime of its process
)

var kindNames = [...]string{"file", "network", "process", "signal", "system call", "unsafe memory", "assembly body", "cgo", "process state"}

// String returns the name of the kind as reasons use it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// A Refusal says why a function must not be run on made-up inputs.
type Refusal struct {
	Kind     Kind
	Call     string         // the operation, as os.Remove, (*os.File).Write, unsafe.Add
	Chain    []string       // functions from one that the refused function calls to the one that holds Call; empty for a call of its own
	Position token.Position // of the last place in the refused function's package on the way to Call
	Silent   bool           // it also does what no system call gives away: it changes the state of its process
	Init     bool           // the initialization of the package does it, so all of its functions are refused
}

// longChain is how many functions of a chain a reason names.
const longChain = 5

// String returns the reason in the form
// "reaches os.Remove (file) via cleanup → removeAll".
func (r *Refusal) String() string {
	var b strings.Builder
	switch {
	case r.Init:
		b.WriteString("package initialization reaches ")
	default:
		b.WriteString("reaches ")
	}
	fmt.Fprintf(&b, "%s (%s)", r.Call, r.Kind)
	chain := r.Chain
	if len(chain) > longChain {
		chain = append(append(append([]string{}, chain[:longChain-2]...), "…"), chain[len(chain)-1])
	}
	if len(chain) > 0 {
		b.WriteString(" via ")
		b.WriteString(strings.Join(chain, " → "))
	}
	return b.String()
}
