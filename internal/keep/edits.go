package keep

import (
	"cmp"
	"slices"
)

// edits are changes of a text. Insertions at the same place keep their order.
type edits struct{ list []edit }

type edit struct {
	from, to int
	text     string
}

func (e *edits) insert(at int, text string)        { e.replace(at, at, text) }
func (e *edits) remove(from, to int)               { e.replace(from, to, "") }
func (e *edits) replace(from, to int, text string) { e.list = append(e.list, edit{from, to, text}) }
func (e *edits) empty() bool                       { return len(e.list) == 0 }

// within applies the edits to a part of a text, and returns the part.
func (e *edits) within(text []byte, from, to int) []byte {
	cut := edits{list: slices.Clone(e.list)}
	for i := range cut.list {
		cut.list[i].from -= from
		cut.list[i].to -= from
	}
	return cut.apply(text[from:to])
}

// apply returns the changed text.
func (e *edits) apply(text []byte) (changed []byte) {
	list := slices.Clone(e.list)
	slices.SortStableFunc(list, func(a, b edit) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	at := 0
	for _, c := range list {
		if c.from < at { // inside a part that is gone
			continue
		}
		changed = append(append(changed, text[at:c.from]...), c.text...)
		at = c.to
	}
	return append(changed, text[at:]...)
}
