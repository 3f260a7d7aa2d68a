// Package code holds Go source as trees. A tree says how a value is made. The source of the worker
// and tests print it, each with its own names for packages, values and declarations:
//
//	tree := code.Call(code.Name("strings", "NewReader"), code.Arg(0))
//	tree.Print(qualifier, func(part *code.Tree) (string, bool) { return `"a"`, part.Is(code.Argument) })
package code

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a Tree.
type Kind uint8

const (
	Verbatim      Kind = iota // Text
	Named                     // the name Text of the package with import path Path
	Argument                  // the value with this Index
	Receiver                  // the value that a step is done on
	Declared                  // the name of the declaration that a value needs
	Sequence                  // the parts, one after the other
	Address                   // &part
	Selector                  // part.Text
	Calling                   // the first part, called with the other parts as arguments
	Spread                    // part...
	Composite                 // a literal of the first part's type, with the other parts as elements
	KeyValue                  // Text: part
	Recording                 // a function that records its calls, the first part, or the same function without a record, the second
	Record                    // a statement that records a call: the parts are the address of the record and the arguments of the format Text
	RecordAddress             // the address of the record, nil without one
	Written                   // a writer whose text is read after the call: the part, or a variable in its place
	Repetition                // a loop that does the second part as often as the first part says; Text is Down if it counts down to 1
	Counter                   // what the loop around it counts: from 0, or down to 1
)

// Down is the Text of a Repetition that counts down.
const Down = "down"

// Tree is a piece of Go source.
type Tree struct {
	Kind       Kind
	Path, Text string
	Index      int
	Parts      []*Tree
}

// New returns a tree of a kind that has parts alone.
func New(kind Kind, parts ...*Tree) *Tree { return &Tree{Kind: kind, Parts: parts} }

// Source returns the tree of source without names of other packages.
func Source(text string) *Tree { return &Tree{Text: text} }

// Name returns the tree of a name that the package with this import path declares.
func Name(path, name string) *Tree { return &Tree{Kind: Named, Path: path, Text: name} }

// Arg returns the tree of the value with an index.
func Arg(i int) *Tree { return &Tree{Kind: Argument, Index: i} }

// Select returns the tree of x.name.
func Select(x *Tree, name string) *Tree { return &Tree{Kind: Selector, Text: name, Parts: []*Tree{x}} }

// Call returns the tree of a call.
func Call(fun *Tree, args ...*Tree) *Tree { return New(Calling, append([]*Tree{fun}, args...)...) }

// Format returns source as fmt.Sprintf does, except that arguments that are trees become parts of it.
func Format(format string, args ...any) *Tree {
	var trees []*Tree
	for i, a := range args {
		if t, ok := a.(*Tree); ok {
			args[i] = "\x00" + strconv.Itoa(len(trees)) + "\x00"
			trees = append(trees, t)
		}
	}
	all := New(Sequence)
	for i, text := range strings.Split(fmt.Sprintf(format, args...), "\x00") {
		part := Source(text)
		if n, err := strconv.Atoi(text); i%2 == 1 && err == nil {
			part = trees[n]
		}
		all.Parts = append(all.Parts, part)
	}
	return all
}

// Join returns the trees one after the other, with sep between them.
func Join(list []*Tree, sep string) *Tree {
	all := New(Sequence)
	for i, t := range list {
		if i > 0 {
			all.Parts = append(all.Parts, Source(sep))
		}
		all.Parts = append(all.Parts, t)
	}
	return all
}

// Print returns the text of a tree, "" for nil. A name stands behind the name that qualifier returns for its package,
// unless that is empty. part, if not nil, may know the text of a part; an argument or element whose text is empty is
// left out. Without it an argument is $1, the receiver $0, the name of the declaration $T and the counter $i.
func (t *Tree) Print(qualifier func(path string) string, part func(*Tree) (text string, ok bool)) string {
	if t == nil {
		return ""
	}
	if part != nil {
		if text, ok := part(t); ok {
			return text
		}
	}
	switch t.Kind {
	case Recording:
		return t.Parts[1].Print(qualifier, part)
	case Written:
		return t.Parts[0].Print(qualifier, part)
	}
	var parts []string
	for i, p := range t.Parts {
		if text := p.Print(qualifier, part); i == 0 || text != "" {
			parts = append(parts, text)
		}
	}
	switch t.Kind {
	case Named:
		if pkg := qualifier(t.Path); pkg != "" {
			return pkg + "." + t.Text
		}
	case Argument:
		return "$" + strconv.Itoa(t.Index+1)
	case Receiver:
		return "$0"
	case Declared:
		return "$T"
	case Sequence:
		return strings.Join(parts, "")
	case Address:
		return "&" + parts[0]
	case Selector:
		return parts[0] + "." + t.Text
	case Calling:
		return parts[0] + "(" + strings.Join(parts[1:], ", ") + ")"
	case Spread:
		return parts[0] + "..."
	case Composite:
		return parts[0] + "{" + strings.Join(parts[1:], ", ") + "}"
	case KeyValue:
		return t.Text + ": " + parts[0]
	case Record:
		return "record(" + strings.Join(slices.Insert(parts, 1, strconv.Quote(t.Text)), ", ") + ")"
	case RecordAddress:
		return "nil"
	case Counter:
		return "$i"
	case Repetition:
		return t.loop(New(Counter).Print(qualifier, part), parts)
	}
	return t.Text
}

// loop returns the text of a Repetition in any version of Go.
func (t *Tree) loop(i string, parts []string) string {
	head := fmt.Sprintf("%s := 0; %[1]s < %s; %[1]s++", i, parts[0])
	if t.Text == Down {
		head = fmt.Sprintf("%s := %s; %[1]s > 0; %[1]s--", i, parts[0])
	}
	return "for " + head + " {\n" + parts[1] + "\n}"
}

// String returns a text that tells different trees apart. A name is $(path).Name.
func (t *Tree) String() string {
	return t.Print(func(path string) string { return "$(" + path + ")" }, nil)
}

// Is reports whether t, its first part, the first part of that and so on are of these kinds.
func (t *Tree) Is(kinds ...Kind) bool {
	if t == nil || t.Kind != kinds[0] {
		return false
	}
	return len(kinds) == 1 || len(t.Parts) > 0 && t.Parts[0].Is(kinds[1:]...)
}

// IsNil reports whether t is the source nil.
func (t *Tree) IsNil() bool { return t.Is(Verbatim) && t.Text == "nil" }

// Has reports whether test holds for a part of t.
func (t *Tree) Has(test func(*Tree) bool) bool {
	if t == nil {
		return false
	}
	for _, p := range t.Parts {
		if p.Has(test) {
			return true
		}
	}
	return test(t)
}

// Records reports whether a part of t records calls.
func (t *Tree) Records() bool { return t.Has(func(t *Tree) bool { return t.Kind == Record }) }

// Method returns the first method that t calls on the receiver, or on the first argument; "" if there is none.
func (t *Tree) Method(on Kind) (name string) {
	t.Has(func(t *Tree) bool {
		if t.Is(Calling, Selector, on) && t.Parts[0].Parts[0].Index == 0 {
			name = t.Parts[0].Text
		}
		return name != ""
	})
	return name
}

// Decl is a top-level declaration that a value needs.
type Decl struct {
	Tree  *Tree
	Label string // a good name for it in a test file, such as stubReader
	Key   string // tells different declarations apart
}

// NewDecl returns the declaration in tree.
func NewDecl(label string, tree *Tree) *Decl { return &Decl{tree, label, tree.String()} }

// Is reports whether d and e declare the same, or are both nil.
func (d *Decl) Is(e *Decl) bool { return d == e || d != nil && e != nil && d.Key == e.Key }
