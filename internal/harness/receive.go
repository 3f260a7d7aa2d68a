package harness

import (
	"fmt"
	"go/types"
	"strings"

	"nearmiss/input"
)

// maxReceived is the most values that are received from a channel.
const maxReceived = 32

// resultType returns the outcome type of a result. That of a channel includes the values received
// from it, if values of their type can be reported.
func (c *Coder) resultType(t types.Type) *input.Type {
	out := c.outcomeType(t)
	u, ok := t.Underlying().(*types.Chan)
	if !ok || u.Dir() == types.SendOnly || c.unwritable(t) != "" {
		return out
	}
	elem := c.outcomeType(u.Elem())
	if elem.Kind == input.Opaque || elem.Kind == input.Sealed && elem.Text == "" || elem.Kind == input.Struct && elem.Hidden > 0 && len(elem.Fields) == 0 {
		return out
	}
	return &input.Type{Kind: input.ChannelContents, Go: out.Go, Elem: elem, Origin: t}
}

// receive writes statements, within the run, that receive from the results that are channels. In
// results it replaces the variables of the channels by variables that hold the received values.
func (g *generator) receive(fields []input.Field, results []string) {
	var next []string
	for i, f := range fields {
		if f.Type.Kind == input.ChannelContents {
			d := fmt.Sprintf("zznmd%d", i)
			g.printf("%s := &zznmDrain%d{from: %s}\n", d, g.coderFor(f.Type, "Enc"), results[i])
			results[i] = d
			next = append(next, d+".next")
		}
	}
	if len(next) > 0 {
		g.printf("zznmprobe.Receive(%s)\n", strings.Join(next, ", "))
	}
}

// receiveMethod writes the type and method that receive from channels of type t.
func (g *generator) receiveMethod(t *input.Type, n int) {
	elem := g.text(t.Elem)
	g.printf(`type zznmDrain%[1]d struct {
	from   <-chan %[2]s
	values []%[2]s
	ended  uint64
}

func (zznmd *zznmDrain%[1]d) next() zznmprobe.Got {
	if zznmd.from == nil || zznmd.ended != 0 {
		return zznmprobe.GotAll
	}
	select {
	case zznmv, zznmok := <-zznmd.from:
		if !zznmok {
			zznmd.ended = %[3]d
			return zznmprobe.GotAll
		}
		if zznmd.values = append(zznmd.values, zznmv); len(zznmd.values) == %[4]d {
			zznmd.ended = %[5]d
		}
		return zznmprobe.GotValue
	default:
		return zznmprobe.GotNothing
	}
}

`, n, elem, input.ChannelClosed, maxReceived, input.ChannelLimit)
}

// channelEncoder writes the encoder of a channel: how it ended, and the values received from it.
func (g *generator) channelEncoder(t *input.Type) {
	g.printf("if zznmv.from == nil {\nzznmg.Put(0)\nreturn\n}\n")
	g.printf("if zznmv.ended == 0 {\nzznmv.ended = %d\n}\nzznmg.Put(zznmv.ended)\n", input.ChannelOpen)
	g.printf("if len(zznmg.Words) > %d {\nzznmg.Put(^uint64(0))\nreturn\n}\n", outcomeWords)
	g.printf("zznmg.Put(uint64(len(zznmv.values)) + 1)\nfor zznmi := range zznmv.values {\n")
	g.encodeInto(t.Elem, "zznmv.values[zznmi]", "zznmg", "zznmd+1")
	g.printf("}\n")
}
