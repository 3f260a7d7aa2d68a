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
	Process             // starts or ends processes, or changes the directory, also of its own process
	Signal              // sends or catches signals
	System              // another call of the operating system
	Unsafe              // reads or writes memory past the type system
	Body                // has no Go body: assembly or linkname
	Cgo                 // calls C
	State               // changes the environment or the runtime of its process
)

var kindNames = [...]string{"file", "network", "process", "signal", "system call", "unsafe memory", "assembly body", "cgo", "process state"}

// outside reports whether harm of the kind reaches beyond the process and its memory. Assembly that makes system calls
// is left to the sandbox.
func outside(k Kind) bool { return k != Unsafe && k != Body && k != State }

// String returns the name of the kind, as Refusal.String writes it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// A Refusal says why a function must not run on generated inputs outside a sandbox.
type Refusal struct {
	Kind     Kind
	Call     string         // the operation, as os.Remove, (*os.File).Write, unsafe.Add
	Chain    []string       // functions and variables between the refused function and Call, both excluded
	Position token.Position // of the last call on the path to Call that is in the package of the refused function
	Silent   bool           // the function also changes the state of its process, which no system call reveals
	Later    string         // what a function that runs after the call, as on a timer, reaches; else empty
	Init     bool           // the initialization of the package reaches Call, so all its functions are refused
}

// maxChain is the maximum number of functions in a reason; the middle of a longer chain is cut.
const maxChain = 5

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
	if len(chain) > maxChain {
		chain = append(append(append([]string{}, chain[:maxChain-2]...), "…"), chain[len(chain)-1])
	}
	if len(chain) > 0 {
		b.WriteString(" via ")
		b.WriteString(strings.Join(chain, " → "))
	}
	return b.String()
}
