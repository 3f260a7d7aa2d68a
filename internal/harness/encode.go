package harness

import (
	"fmt"

	"nearmiss/input"
)

// outcomeWords is the most words of an outcome, and outcomeDepth the deepest nesting of
// pointers, slices and maps in it. The limits cut off cyclic and huge values.
const (
	outcomeWords = 1 << 14
	outcomeDepth = 40
)

// encode writes, in an entry, the encoding of the value v of type t.
func (g *generator) encode(t *input.Type, v string) { g.encodeInto(t, v, "zznmout", "0") }

// encodeInto writes the encoding of v into the genes dst. A value with parts is encoded by the
// encoder of its type, one level deeper.
func (g *generator) encodeInto(t *input.Type, v, dst, depth string) {
	switch t.Kind {
	case input.Bool:
		g.printf("%s(%s, bool(%s))\n", g.helper("PutBool"), dst, v)
	case input.Int, input.Uint:
		g.printf("%s.Put(uint64(%s))\n", dst, v)
	case input.Float:
		g.printf("%s.Put(%s(float64(%s)))\n", dst, g.helper("Bits"), v)
	case input.Complex:
		f := g.helper("Bits")
		g.printf("%s.Put(%s(float64(real(%s))))\n%s.Put(%s(float64(imag(%s))))\n", dst, f, v, dst, f, v)
	case input.String:
		g.printf("%s(%s, string(%s))\n", g.helper("PutStr"), dst, v)
	case input.Error:
		g.printf("%s(%s, %s)\n", g.helper("PutErr"), dst, v)
	case input.Opaque:
		g.printf("%s(%s, %s != nil)\n", g.helper("PutBool"), dst, v)
	default:
		if t.Kind == input.Struct && len(t.Fields) == 0 {
			g.printf("_ = %s\n", v)
			return
		}
		g.printf("zznmEnc%d(%s, %s, %s)\n", g.coderFor(t, "Enc"), dst, addressOf(t, v), depth)
	}
}

// encoder writes the encoder of a type that takes several words.
func (g *generator) encoder(t *input.Type, n int) {
	text := g.text(t)
	if t.Kind == input.ChannelContents {
		g.receiveMethod(t, n)
		text = fmt.Sprintf("*zznmDrain%d", n)
	}
	if t.Kind == input.Sealed {
		text = "*" + text
	}
	g.printf("func zznmEnc%d(zznmg *zznmprobe.Genes, zznmv %s, zznmd int) {\n", n, text)
	switch t.Kind {
	case input.Slice:
		g.encodeNil(t, fmt.Sprintf("len(zznmv)*%d", max(input.MinWords(t.Elem), 1)))
		g.printf("zznmg.Put(uint64(len(zznmv)) + 1)\nfor zznmi := range zznmv {\n")
		g.encodeInto(t.Elem, "zznmv[zznmi]", "zznmg", "zznmd+1")
		g.printf("}\n")
	case input.Map:
		g.encodeNil(t, fmt.Sprintf("len(zznmv)*%d", max(input.MinWords(t.Key)+input.MinWords(t.Elem), 1)))
		g.printf("zznmg.Put(uint64(len(zznmv)) + 1)\nzznmb := []int{len(zznmg.Words)}\nfor zznmk, zznme := range zznmv {\n")
		g.encodeInto(t.Key, "zznmk", "zznmg", "zznmd+1")
		g.encodeInto(t.Elem, "zznme", "zznmg", "zznmd+1")
		g.printf("zznmb = append(zznmb, len(zznmg.Words))\n}\n%s(zznmg, zznmb)\n", g.helper("Sort"))
	case input.Pointer:
		g.encodeNil(t, "0")
		cyclic := t.Elem.Has(true, func(in *input.Type) bool { return in == t })
		if cyclic { // a cycle of values has no literal, and would fill the outcome
			g.printf("if !zznmg.Enter(zznmv) {\nzznmg.Put(^uint64(0))\nreturn\n}\n")
		}
		g.printf("zznmg.Put(1)\n")
		g.encodeInto(t.Elem, "(*zznmv)", "zznmg", "zznmd+1")
		if cyclic {
			g.printf("zznmg.Leave()\n")
		}
	case input.Array:
		g.printf("for zznmi := range zznmv {\n")
		g.encodeInto(t.Elem, "zznmv[zznmi]", "zznmg", "zznmd")
		g.printf("}\n")
	case input.Struct:
		for _, f := range t.Fields {
			v := "zznmv." + f.Name
			if f.Name == input.HiddenFields {
				v = "zznmv"
			}
			g.encodeInto(f.Type, v, "zznmg", "zznmd")
		}
	case input.Dynamic:
		g.dynamic(t)
	case input.ChannelContents:
		g.channelEncoder(t)
	case input.Sealed:
		g.opaqueStructEncoder(t)
	default:
		panic("harness: BUG: no encoder for " + t.Kind.String())
	}
	g.printf("}\n\n")
}

// encodeNil writes the encoding of nil, and of values that are nested too deep or have too many
// words. size is an expression for the least number of words of a value.
func (g *generator) encodeNil(t *input.Type, size string) {
	g.printf("if zznmv == nil {\nzznmg.Put(0)\nreturn\n}\n")
	g.printf("if zznmd >= %d || len(zznmg.Words)+%s > %d {\nzznmg.Put(^uint64(0))\nreturn\n}\n", outcomeDepth, size, outcomeWords)
}
