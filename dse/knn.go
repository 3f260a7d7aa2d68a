package dse

// neighbors is K: the number of examples that have a vote.
const neighbors = 3

// A classifier predicts by the nearest neighbors whether a path condition has an input (Modonato,
// section 4.3). Its examples are path conditions of known feasibility.
type classifier struct{ examples []example }

type example struct {
	print    fingerprint
	feasible bool
}

// train adds an example.
func (c *classifier) train(f fingerprint, feasible bool) {
	c.examples = append(c.examples, example{f, feasible})
}

// A prediction holds the nearest examples of a path condition. Examples are only ever added, so the
// three nearest are found among the previous three and the new examples. A prediction has no value
// before there are three examples.
type prediction struct {
	near [neighbors]neighbor // the most similar first, of equal ones the latest
	seen int                 // examples compared so far
}

type neighbor struct {
	similarity float64
	feasible   bool
}

// classify updates the prediction k of a path condition f by the examples that k has not seen, in
// time linear in their number.
func (c *classifier) classify(f *fingerprint, k *prediction) {
	for _, e := range c.examples[k.seen:] {
		now := neighbor{f.similarity(&e.print), e.feasible}
		for i := range k.near {
			if i >= k.seen || now.similarity >= k.near[i].similarity {
				k.near[i], now = now, k.near[i]
			}
		}
		k.seen++
	}
}

// votes is the number of feasible examples among the nearest. The label is 1 if two or three are
// feasible, and the voting is the size of the majority.
func (k *prediction) votes() (n int) {
	for _, e := range k.near {
		if e.feasible {
			n++
		}
	}
	return n
}

// mean is the average similarity of the nearest examples.
func (k *prediction) mean() (sum float64) {
	for _, e := range k.near {
		sum += e.similarity
	}
	return sum / neighbors
}
