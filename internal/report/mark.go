package report

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// edit replaces part of a file.
type edit struct {
	from, to int
	text     string
}

// Mark returns the source with an assignment at the start of each block:
// block i sets element first+i of the array. renamed are identifiers that get
// another name. Lines stay where they are. Files that use cgo come back
// unchanged.
func (f *File) Mark(array string, first int, renamed []*ast.Ident, name string) []byte {
	if f.cgo {
		return f.src
	}
	var list []edit
	for _, at := range f.closes { // before what opens at the same place
		list = append(list, edit{at, at, "}"})
	}
	for i, b := range f.Blocks {
		text := fmt.Sprintf("%s[%d]=true;", array, first+i)
		if b.opens {
			text = "{" + text
		}
		list = append(list, edit{b.at, b.at, text})
	}
	for _, id := range renamed {
		from := f.tf.Offset(id.Pos())
		list = append(list, edit{from, from + len(id.Name), name})
	}
	slices.SortStableFunc(list, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out strings.Builder
	at := 0
	for _, e := range list {
		out.Write(f.src[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(f.src[at:])
	return []byte(out.String())
}
