package wire

// Fall says that runs were ended by a panic in another goroutine than the one
// that runs the function, which would have ended any other process: as far as is
// known, nothing else happened in them.
type Fall struct {
	Vector      []uint64 // of the first of them
	Evaluations uint64   // of the job up to that, which is included
	Text        string   // what the runtime would have said, one line
	Count       uint64
	Stray       bool // it happened between two runs: nobody knows whose goroutine it was
}

// fall codes a Fall, in five bytes or more.
func (c *coder) fall(f *Fall) {
	c.words(&f.Vector)
	c.uint64(&f.Evaluations)
	c.string(&f.Text)
	c.uint64(&f.Count)
	c.bools(&f.Stray)
}
