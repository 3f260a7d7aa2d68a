package harness

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/syntax"
)

// A methodStep is a method call that changes an object or returns a changed copy.
type methodStep struct {
	method         *types.Func
	resultReplaces bool // its result is the new value
	rank           int
}

// stepsOf returns the harmless methods that may change a value of n, methods that add something
// first: at most maxSteps, or maxOwnSteps for a type of the package. If no method but decoders
// changes a value in place, methods that return a changed value count too. If some methods are
// exported, the others do not count. Methods that only allocate memory are left out, those of noMakers, and what
// the standard library lacks in the version of Go that the module is written for.
func (c *Coder) stepsOf(n *types.Named, pointer bool) (list []methodStep) {
	own := n.Obj().Pkg() == c.pkg.Types
	exported := false
	for m := range n.Methods() {
		s := methodStep{method: m, rank: stepRank(m)}
		if !own && !m.Exported() || !c.canCall(m.Signature()) || own && c.mayBlock(m.Origin()) || onlyAllocates(m) || noMakers[m.FullName()] || c.symbols.Lack(m) {
			continue
		}
		if own && !c.changes(m.Origin()) || !own && !nameChanges(m) {
			if !returnsReceiverType(m, n) {
				continue
			}
			s.resultReplaces = true
		}
		exported = exported || m.Exported()
		list = append(list, s)
	}
	list = slices.DeleteFunc(list, func(s methodStep) bool { return exported && !s.method.Exported() })
	inPlace := slices.ContainsFunc(list, func(s methodStep) bool { return !s.resultReplaces && s.rank < rankDecode })
	list = slices.DeleteFunc(list, func(s methodStep) bool { return inPlace && s.resultReplaces })
	slices.SortStableFunc(list, func(a, b methodStep) int {
		return cmp.Or(a.rank-b.rank, a.method.Signature().Params().Len()-b.method.Signature().Params().Len(), strings.Compare(a.method.Name(), b.method.Name()))
	})
	most := maxSteps
	if own {
		most = maxOwnSteps
	}
	harmless := list[:0]
	for _, s := range list {
		if len(harmless) < most && c.judgedHarmless(s.method) {
			harmless = append(harmless, s)
		}
	}
	return harmless
}

// onlyAllocates reports whether the name of a method says that it only allocates memory.
func onlyAllocates(m *types.Func) bool {
	return hasAnyPrefix(strings.ToLower(m.Name()), "grow", "reserve")
}

// addingPrefixes are prefixes of the names of methods that add something to a value, and
// changingPrefixes prefixes of methods that are likely to change a value.
var (
	addingPrefixes   = []string{"add", "append", "enqueue", "fill", "insert", "load", "offer", "push", "put", "set", "store", "write"}
	changingPrefixes = append([]string{
		"advance", "apply", "clear", "close", "dec", "del", "dequeue", "discard", "drop", "exp", "inc", "init", "lsh", "merge",
		"move", "mul", "neg", "next", "or", "pop", "quo", "read", "rem", "replace", "reset", "rsh", "scan", "seek", "shift", "skip", "step", "sub", "swap",
		"trunc", "unread", "update",
	}, addingPrefixes...)
)

// rankDecode is the rank of methods that decode a value from an encoded form.
const rankDecode = 3

func stepRank(m *types.Func) int {
	switch name := strings.ToLower(m.Name()); {
	case strings.HasPrefix(name, "unmarshal"), strings.HasSuffix(name, "decode"), name == "scan":
		return rankDecode
	case strings.HasSuffix(name, "to"):
		return 1
	case hasAnyPrefix(name, addingPrefixes...):
		return 0
	case hasAnyPrefix(name, "reset", "clear", "close"):
		return 2
	}
	return 1
}

// nameChanges reports whether a method of another package, by its name, is likely to change its
// receiver. Methods with a function, channel or interface parameter are left out: they may read
// or call it without an end, and code of other packages is not counted against the step limit.
func nameChanges(m *types.Func) bool {
	name := strings.ToLower(m.Name())
	if !hasPointerReceiver(m) || !hasAnyPrefix(name, changingPrefixes...) {
		return false
	}
	for p := range m.Signature().Params().Variables() {
		switch u := p.Type().Underlying().(type) {
		case *types.Chan, *types.Signature:
			return false
		case *types.Interface:
			if !u.Empty() && !hasAnyPrefix(name, "init", "reset", "set") {
				return false
			}
		}
	}
	return true
}

func hasPointerReceiver(m *types.Func) bool {
	recv := m.Signature().Recv()
	return recv != nil && syntax.IsPointer(recv.Type())
}

// returnsReceiverType reports whether m is a method on values of n that returns a value of n.
func returnsReceiverType(m *types.Func, n *types.Named) bool {
	r := m.Signature().Results()
	return !hasPointerReceiver(m) && r.Len() == 1 && types.Identical(r.At(0).Type(), n)
}

// changes reports whether a method of the package may change its receiver: it writes through the
// receiver, calls a method of it that may, or passes it to a function. Only the source is
// examined.
func (c *Coder) changes(m *types.Func) bool {
	if known, ok := c.changesReceiver[m]; ok {
		return known
	}
	c.changesReceiver[m] = false // ends the recursion
	d := c.declOf(m)
	if d == nil || d.Body == nil || !hasPointerReceiver(m) || len(d.Recv.List[0].Names) == 0 {
		return false
	}
	recv, _ := c.pkg.Info.Defs[d.Recv.List[0].Names[0]].(*types.Var)
	if recv == nil {
		return false
	}
	w := writeFinder{c: c, recv: recv, compared: map[ast.Expr]bool{}}
	for n := range ast.Preorder(d.Body) {
		w.look(n)
	}
	c.changesReceiver[m] = w.foundWrite
	return w.foundWrite
}

// mayBlock reports whether a function of the package, outside of function literals, sends,
// receives or selects on channels, and so may block forever.
func (c *Coder) mayBlock(fn *types.Func) (found bool) {
	d := c.declOf(fn)
	if d == nil || d.Body == nil {
		return false
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SendStmt, *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// declOf returns the declaration of a function of the package.
func (c *Coder) declOf(fn *types.Func) *ast.FuncDecl {
	d, _ := c.vars().mentions.Declared[fn].(*ast.FuncDecl)
	return d
}

// writeFinder searches for code that changes memory reachable from a receiver.
type writeFinder struct {
	c          *Coder
	recv       *types.Var
	foundWrite bool

	compared map[ast.Expr]bool // operands of binary operators: an address in a comparison is not passed on
}

// isPart reports whether x is a part of the receiver's value.
func (w *writeFinder) isPart(x ast.Expr) bool {
	_, whole := ast.Unparen(x).(*ast.Ident)
	return !whole && syntax.Root(w.c.pkg.Info, x) == w.recv
}

func (w *writeFinder) look(n ast.Node) {
	for place := range syntax.Assignments(n) {
		w.foundWrite = w.foundWrite || w.isPart(place)
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		w.compared[ast.Unparen(n.X)], w.compared[ast.Unparen(n.Y)] = true, true
	case *ast.UnaryExpr:
		w.foundWrite = w.foundWrite || n.Op == token.AND && w.isPart(n.X) && !w.compared[n]
	case *ast.CallExpr:
		w.call(n)
	}
}

// call sets foundWrite for calls of methods that may change the receiver or a part of it, and of
// functions that the receiver is passed to.
func (w *writeFinder) call(call *ast.CallExpr) {
	for _, x := range call.Args {
		if id, ok := ast.Unparen(x).(*ast.Ident); ok && w.c.pkg.Info.Uses[id] == w.recv {
			w.foundWrite = true
		}
	}
	switch syntax.Builtin(w.c.pkg.Info, call) {
	case "copy", "delete", "clear":
		w.foundWrite = w.foundWrite || w.isPart(call.Args[0])
	}
	if fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		sel := w.c.pkg.Info.Selections[fun]
		if sel == nil || sel.Kind() != types.MethodVal || syntax.Root(w.c.pkg.Info, fun.X) != w.recv {
			return
		}
		m, ok := sel.Obj().(*types.Func)
		if !ok || m.Pkg() == nil || m.Pkg().Path() == "sync" {
			return
		}
		switch {
		case types.IsInterface(m.Signature().Recv().Type()):
			w.foundWrite = true
		case m.Pkg() == w.c.pkg.Types:
			w.foundWrite = w.foundWrite || w.c.changes(m.Origin())
		default:
			w.foundWrite = w.foundWrite || hasPointerReceiver(m) && !nameReads(m)
		}
	}
}

// readingNames are names of methods that read their receiver, whatever its type.
var readingNames = []string{"Back", "Bytes", "Cap", "Err", "Error", "Front", "Len", "Load", "Prev", "Size", "String"}

// nameReads reports whether a method without parameters, by its name, only reads its receiver.
func nameReads(m *types.Func) bool {
	return m.Signature().Params().Len() == 0 && m.Signature().Results().Len() > 0 && slices.Contains(readingNames, m.Name())
}
