package report

import (
	"bufio"
	"cmp"
	"fmt"
	"go/token"
	"io"
	"slices"
)

// Block is straight-line source: if its first statement runs, so do the
// others, unless one of them panics.
type Block struct {
	StartLine, StartCol int
	EndLine, EndCol     int
	Statements          int
	Taken               bool

	at    int  // offset at which a mark stands
	opens bool // the mark needs a brace before it
}

// File is one source file in blocks.
type File struct {
	Name   string // as profiles call it: import path, slash, base name
	Path   string // where it lies
	Blocks []Block

	src    []byte
	tf     *token.File
	closes []int // offsets of the braces that go with Block.opens
	cgo    bool
}

// Write writes a profile of mode set, in the order of the files and in each
// by position.
func Write(w io.Writer, files []*File) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "mode: set")
	for _, f := range files {
		for _, x := range f.sorted() {
			taken := 0
			if x.Taken {
				taken = 1
			}
			fmt.Fprintf(b, "%s:%d.%d,%d.%d %d %d\n", f.Name, x.StartLine, x.StartCol, x.EndLine, x.EndCol, x.Statements, taken)
		}
	}
	return b.Flush()
}

func (f *File) sorted() []Block {
	blocks := slices.Clone(f.Blocks)
	slices.SortStableFunc(blocks, func(a, b Block) int {
		return cmp.Or(a.StartLine-b.StartLine, a.StartCol-b.StartCol, a.EndLine-b.EndLine, a.EndCol-b.EndCol)
	})
	return blocks
}
