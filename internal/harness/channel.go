package harness

import (
	"go/ast"
	"go/token"
	"go/types"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// channelCapacity is the capacity, in values, that a channel has beyond the values it is made with.
const channelCapacity = 64

// Names of the alternatives that make an open channel.
const (
	openChannel     = "open channel"
	bufferedChannel = "channel with room"
)

// channelAlts returns the alternatives for a channel. Channels on which no operation blocks come
// first. A channel that can be received from may also be open, as a rare fallback.
func (c *Coder) channelAlts(u *types.Chan, at altContext) []input.Alt {
	elem := c.tree(u.Elem())
	var list []input.Alt
	null := input.Alt{Name: "nil", Make: code.Source("nil")}
	if at == asField {
		list = append(list, null)
	}
	room := input.Alt{Name: bufferedChannel, Make: code.Format("make(chan %s, %d)", elem, channelCapacity)}
	if u.Dir() == types.SendOnly {
		list = append(list, room)
	} else {
		closed := input.Alt{
			Name: "closed channel", Make: code.Call(code.New(code.Declared), code.Source("nil"), code.Source("true")),
			Decl: code.NewDecl("makeChan", code.Format("// %[5]s returns a channel that holds values.\nfunc %[5]s(%[3]s []%[1]s, %[4]s bool) chan %[1]s {\n\tc := make(chan %[1]s, len(%[3]s)+%[2]d)\n\tfor _, v := range %[3]s {\n\t\tc <- v\n\t}\n\tif %[4]s {\n\t\tclose(c)\n\t}\n\treturn c\n}", elem, channelCapacity, c.escapeLocal("values"), c.escapeLocal("closed"), code.New(code.Declared))),
		}
		list = append(list, closed)
		if c.supported(u.Elem()) {
			f := []input.Field{c.altField("values", types.NewSlice(u.Elem()))}
			closed.Name, closed.Fields, closed.Make = "closed channel with values", f, code.Call(code.New(code.Declared), code.Arg(0), code.Source("true"))
			open := closed
			open.Name, open.Make, open.Rare = openChannel, code.Call(code.New(code.Declared), code.Arg(0), code.Source("false")), true
			list = append(list, closed, open)
		}
		if u.Dir() == types.SendRecv && c.sends(u) {
			list = append(list, room)
		}
	}
	if null.Rare = true; at == asArgument && c.comparesNil(u) {
		list = append(list, null)
	}
	return list
}

// sends reports whether the package sends on a channel of the same element type as u.
func (c *Coder) sends(u *types.Chan) bool {
	for n := range c.nodes {
		if s, ok := n.(*ast.SendStmt); ok && c.isChan(s.Chan, u) {
			return true
		}
	}
	return false
}

// comparesNil reports whether the package uses == or != on channels of the same element type as u.
// A nil channel is of no use otherwise.
func (c *Coder) comparesNil(u *types.Chan) bool {
	for n := range c.nodes {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) && (c.isChan(b.X, u) || c.isChan(b.Y, u)) {
			return true
		}
	}
	return false
}

func (c *Coder) isChan(x ast.Expr, u *types.Chan) bool {
	ch, ok := syntax.Underlying(c.pkg.Info.TypeOf(x)).(*types.Chan)
	return ok && types.Identical(ch.Elem(), u.Elem())
}
