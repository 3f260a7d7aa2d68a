// Package edit changes source text by insertions and replacements at offsets.
package edit

import (
	"sort"
	"strings"
)

// List collects insertions and replacements in one file. At equal offsets,
// insertions that close a piece of source come before those that open one. Of
// nested pieces, the outer one opens first and closes last, so edits must be made
// from the outside in.
type List struct {
	list []edit // edits in the order in which they were made
}

// An edit replaces the source from off to end by text.
type edit struct {
	off, end int    // byte offsets: the edit replaces the source from off to end
	text     string // the new text
	closes   bool   // made by List.Close
}

// Open inserts text before the source that starts at off.
func (e *List) Open(off int, text string) {
	e.list = append(e.list, edit{off: off, end: off, text: text})
}

// Close inserts text after the source that ends at off.
func (e *List) Close(off int, text string) {
	e.list = append(e.list, edit{off: off, end: off, text: text, closes: true})
}

// Wrap puts text around the source from off to end.
func (e *List) Wrap(off, end int, before, after string) {
	e.Open(off, before)
	e.Close(end, after)
}

// Replace puts text in place of the source from off to end.
func (e *List) Replace(off, end int, text string) {
	e.list = append(e.list, edit{off: off, end: end, text: text})
}

// Empty reports whether there are no edits.
func (e *List) Empty() bool { return len(e.list) == 0 }

// Apply returns a copy of src with the edits.
func (e *List) Apply(src []byte) []byte {
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
			panic("edit: BUG: edits overlap")
		}
		out.Write(src[offset:ed.off])
		out.WriteString(ed.text)
		offset = ed.end
	}
	out.Write(src[offset:])
	return []byte(out.String())
}
