package dse

// numNeighbors is K: the number of nearest examples that vote.
const numNeighbors = 3

// A classifier predicts by the nearest neighbors whether a path condition has an input (Modonato,
// section 4.3). Its examples are path conditions of known feasibility.
type classifier struct{ examples []example }

type example struct {
	fingerprint fingerprint
	feasible    bool // some input satisfies the path condition
}

// train adds an example.
func (c *classifier) train(f fingerprint, feasible bool) {
	c.examples = append(c.examples, example{f, feasible})
}

// A prediction holds the nearest examples of a path condition. Examples are only ever added, so the
// three nearest are found among the previous three and the new examples. A prediction has no value
// before there are three examples.
type prediction struct {
	// the most similar examples, in descending order; of equally similar ones the latest first
	nearest     [numNeighbors]neighbor
	numCompared int // number of the classifier's examples compared so far
}

type neighbor struct {
	similarity float64
	feasible   bool
}

// classify updates the prediction k of a path condition f by the examples that k has not seen, in
// time linear in their number.
func (c *classifier) classify(f *fingerprint, k *prediction) {
	for _, e := range c.examples[k.numCompared:] {
		now := neighbor{f.similarity(&e.fingerprint), e.feasible}
		for i := range k.nearest {
			if i >= k.numCompared || now.similarity >= k.nearest[i].similarity {
				k.nearest[i], now = now, k.nearest[i]
			}
		}
		k.numCompared++
	}
}

// votes is the number of feasible examples among the nearest three. Two or three predict that the
// path condition has an input.
func (k *prediction) votes() (n int) {
	for _, e := range k.nearest {
		if e.feasible {
			n++
		}
	}
	return n
}

// meanSimilarity is the average similarity of the nearest examples.
func (k *prediction) meanSimilarity() (sum float64) {
	for _, e := range k.nearest {
		sum += e.similarity
	}
	return sum / numNeighbors
}
