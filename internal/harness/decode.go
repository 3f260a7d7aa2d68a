package harness

import (
	"fmt"

	"nearmiss/input"
)

// decode returns an expression that reads a value of t from the words of src.
func (g *generator) decode(t *input.Type, src string) string {
	switch t.Kind {
	case input.Bool:
		return conversionText(g.text(t), "bool", src+".Next() != 0")
	case input.Int, input.Uint:
		return conversionText(g.text(t), "uint64", src+".Next()")
	case input.Float:
		return conversionText(g.text(t), "float64", g.helper("F64")+"("+src+".Next())")
	case input.Complex:
		f := g.helper("F64")
		return conversionText(g.text(t), "complex128", fmt.Sprintf("complex(%s(%s.Next()), %s(%s.Next()))", f, src, f, src))
	case input.String:
		return conversionText(g.text(t), "string", g.helper("Str")+"("+src+")")
	}
	return fmt.Sprintf("zznmDec%d(%s)", g.coderFor(t, "Dec"), src)
}

func conversionText(to, from, expr string) string {
	if to == from {
		return expr
	}
	return to + "(" + expr + ")"
}

// decoder writes the decoder of a type that takes several words.
func (g *generator) decoder(t *input.Type, n int) {
	text := g.text(t)
	g.printf("func zznmDec%d(zznmg *zznmprobe.Genes) (zznmv %s) {\n", n, text)
	switch t.Kind {
	case input.Slice:
		g.printf("zznmn := %s(zznmg)\nif zznmn < 0 {\nreturn nil\n}\n", g.helper("Len"))
		g.printf("zznmv = make(%s, zznmn)\nfor zznmi := range zznmv {\nzznmv[zznmi] = %s\n}\n", text, g.decode(t.Elem, "zznmg"))
	case input.Map:
		g.printf("zznmn := %s(zznmg)\nif zznmn < 0 {\nreturn nil\n}\n", g.helper("Len"))
		g.printf("zznmv = make(%s)\nfor ; zznmn > 0; zznmn-- {\n", text)
		g.printf("zznmk := %s\nzznmv[zznmk] = %s\n}\n", g.decode(t.Key, "zznmg"), g.decode(t.Elem, "zznmg"))
	case input.Pointer:
		g.printf("if zznmg.Next() == 0 {\nreturn nil\n}\n")
		g.printf("zznmv = new(%s)\n*zznmv = %s\n", g.text(t.Elem), g.decode(t.Elem, "zznmg"))
	case input.Array:
		g.printf("for zznmi := range zznmv {\nzznmv[zznmi] = %s\n}\n", g.decode(t.Elem, "zznmg"))
	case input.Struct:
		for _, f := range t.Fields {
			g.printf("zznmv.%s = %s\n", f.Name, g.decode(f.Type, "zznmg"))
		}
	case input.Earlier:
		g.earlierDecoder(t)
	case input.Choice:
		g.choiceDecoder(t)
	default:
		panic("harness: BUG: no decoder for " + t.Kind.String())
	}
	g.printf("return\n}\n\n")
}
