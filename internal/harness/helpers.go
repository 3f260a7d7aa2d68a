package harness

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// helper makes the generated file contain a helper function and returns its name.
func (g *generator) helper(name string) string {
	g.helpers[name] = true
	return "zznm" + name
}

// helperText holds the helpers of generated files. They import only unsafe, because any other
// package may depend on the package under test.
var helperText = map[string]string{
	"F64": `func zznmF64(w uint64) float64 { return *(*float64)(zznmunsafe.Pointer(&w)) }`,
	"Bits": `// zznmBits returns the bits of f, and one pattern for every NaN.
func zznmBits(f float64) uint64 {
	if f != f {
		return 0x7FF8000000000001
	}
	return *(*uint64)(zznmunsafe.Pointer(&f))
}`,
	"Len": `// zznmLen reads the length of a slice or map, -1 for nil. Words that are not
// there cannot be elements.
func zznmLen(g *zznmprobe.Genes) int {
	w := g.Next()
	if w == 0 {
		return -1
	}
	return zznmBound(g, w-1)
}`,
	"Bound": `// zznmBound keeps a length that the words behind it cannot fill from
// exhausting the memory.
func zznmBound(g *zznmprobe.Genes, n uint64) int {
	if n > zznmMost && n > uint64(len(g.Words)-g.Pos) {
		return len(g.Words) - g.Pos
	}
	return int(n)
}

const zznmMost = 1 << 16`,
	"Str": `func zznmStr(g *zznmprobe.Genes) string {
	n := zznmBound(g, g.Next())
	if n == 0 {
		return ""
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(g.Next())
	}
	return *(*string)(zznmunsafe.Pointer(&b))
}`,
	"PutBool": `func zznmPutBool(g *zznmprobe.Genes, b bool) {
	if b {
		g.Put(1)
	} else {
		g.Put(0)
	}
}`,
	"Same": `func zznmSame(a, b []uint64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}`,
	"PutStr": fmt.Sprintf(`func zznmPutStr(g *zznmprobe.Genes, s string) {
	if len(g.Words)+len(s) > %d {
		g.Put(^uint64(0))
		return
	}
	g.Put(uint64(len(s)))
	for i := 0; i < len(s); i++ {
		g.Put(uint64(s[i]))
	}
}`, outcomeWords),
	"PutErr": `// zznmPutErr reports an error by its message and its sentinel, or that it has no message to give.
func zznmPutErr(g *zznmprobe.Genes, err error) {
	if err == nil {
		g.Put(0)
		return
	}
	s, ok := zznmSaid(err.Error)
	if !ok {
		g.Put(2)
		return
	}
	is, foreign := zznmOrigin(err, 0)
	kind := 2 + 2*is
	if foreign {
		kind++
	}
	if kind == 2 {
		kind = 1
	}
	g.Put(kind)
	zznmPutStr(g, s)
}`,
	"PutText": fmt.Sprintf(`// zznmPutText reports what a method says, or that it says nothing of use: it
// panics, or the text is too long for a test.
func zznmPutText(g *zznmprobe.Genes, method func() string) {
	s, ok := zznmSaid(method)
	if !ok || len(s) > %d {
		g.Put(2)
		return
	}
	g.Put(1)
	zznmPutStr(g, s)
}`, maxText),
	"Said": `func zznmSaid(method func() string) (s string, ok bool) {
	defer func() {
		if !ok {
			recover()
		}
	}()
	return method(), true
}`,
	"Sort": `// zznmSort puts the map entries between the bounds in the order of their words, by Shell's method.
func zznmSort(g *zznmprobe.Genes, bounds []int) {
	words := append([]uint64(nil), g.Words[bounds[0]:]...)
	order := make([]int, len(bounds)-1)
	for i := range order {
		order[i] = i
	}
	entry := func(i int) []uint64 { return words[bounds[i]-bounds[0] : bounds[i+1]-bounds[0]] }
	for gap := len(order) / 2; gap > 0; gap /= 2 {
		for i := gap; i < len(order); i++ {
			for j := i; j >= gap && zznmLess(entry(order[j]), entry(order[j-gap])); j -= gap {
				order[j], order[j-gap] = order[j-gap], order[j]
			}
		}
	}
	g.Words = g.Words[:bounds[0]]
	for _, i := range order {
		g.Words = append(g.Words, entry(i)...)
	}
}

func zznmLess(a, b []uint64) bool {
	for i := range a {
		if i == len(b) || a[i] != b[i] {
			return i < len(b) && a[i] < b[i]
		}
	}
	return len(a) < len(b)
}`,
}

// helperNeeds lists the helpers that a helper calls.
var helperNeeds = map[string][]string{
	"Len":     {"Bound"},
	"Str":     {"Bound"},
	"PutErr":  {"PutStr", "Said", "Origin"},
	"PutText": {"PutStr", "Said"},
}

// writeHelpers writes the helpers in use, including helpers that they call.
func (g *generator) writeHelpers() {
	for _, name := range slices.Collect(maps.Keys(g.helpers)) {
		for _, n := range helperNeeds[name] {
			g.helpers[n] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.helpers)) {
		text := helperText[name]
		if name == "Origin" {
			text = g.originHelper()
		}
		g.printf("%s\n\n", text)
		g.usesUnsafe = g.usesUnsafe || strings.Contains(text, "zznmunsafe.")
	}
}
