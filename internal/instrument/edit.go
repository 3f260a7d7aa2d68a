package instrument

import (
	"sort"
	"strings"
)

// edits collects insertions and replacements in one file. At equal offsets,
// insertions that close a piece of source come before those that open one. Of
// nested pieces, the outer one opens first and closes last, so edits must be made
// from the outside in.
type edits struct {
	list []edit // edits in the order in which they were made
}

// An edit replaces the source from off to end by text.
type edit struct {
	off, end int    // byte offsets: the edit replaces the source from off to end
	text     string // the new text
	closes   bool   // made by edits.close
}

// open inserts text before the source that starts at off.
func (e *edits) open(off int, text string) {
	e.list = append(e.list, edit{off: off, end: off, text: text})
}

// close inserts text after the source that ends at off.
func (e *edits) close(off int, text string) {
	e.list = append(e.list, edit{off: off, end: off, text: text, closes: true})
}

// wrap puts text around the source from off to end.
func (e *edits) wrap(off, end int, before, after string) {
	e.open(off, before)
	e.close(end, after)
}

// replace puts text in place of the source from off to end.
func (e *edits) replace(off, end int, text string) {
	e.list = append(e.list, edit{off: off, end: end, text: text})
}

// apply returns a copy of src with the edits.
func (e *edits) apply(src []byte) []byte {
	order := make([]int, len(e.list))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool {
		i, j = order[i], order[j]
		a, b := &e.list[i], &e.list[j]
		switch {
		case a.off != b.off:
			return a.off < b.off
		case a.closes != b.closes:
			return a.closes
		case a.closes:
			return i > j
		}
		return i < j
	})
	var out strings.Builder
	offset := 0
	for _, i := range order {
		ed := &e.list[i]
		if ed.off < offset {
			panic("instrument: BUG: edits overlap")
		}
		out.Write(src[offset:ed.off])
		out.WriteString(ed.text)
		offset = ed.end
	}
	out.Write(src[offset:])
	return []byte(out.String())
}
