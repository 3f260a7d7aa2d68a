package dse

import (
	"math/bits"

	"nearmiss/term"
)

// A fingerprint is the set of the clauses of a path condition, as a Bloom filter of two dimensions
// (Modonato, sections 4.2 and 4.5): 64 columns, which are the bits of a word, and 16 rows. The
// first row holds the abstract clauses, from which numbers and indices are removed. The other rows
// hold the concrete clauses, in the columns that the abstract clause sets. Clauses that differ in
// numbers alone therefore differ in few bits:
//
//	a[0] > 6, b[2] > 3, a[5] > 6	the first and the last are a[.] > . in the first row
//
// Each of three hash functions sets one column of the first row, by the abstract clause, and one
// other row of that column, by the concrete clause. The paper does not say how many rows of a
// column a clause sets.
type fingerprint [rows]uint64

const (
	rows    = 16
	columns = 64
	hashes  = 3
)

// A digest holds the hashes of the abstract and of the concrete form of a clause.
type digest struct {
	abstract, concrete uint64
}

// add puts a clause into the set.
func (f *fingerprint) add(d digest) {
	for i := range uint64(hashes) {
		column := uint64(1) << (hashFunction(d.abstract, i) % columns)
		f[0] |= column
		f[1+hashFunction(d.concrete, i)%(rows-1)] |= column
	}
}

// union returns the union of two sets.
func (f fingerprint) union(g fingerprint) fingerprint {
	for i := range f {
		f[i] |= g[i]
	}
	return f
}

// hashFunction is the i-th hash function of the Bloom filter, applied to a clause with hash h.
func hashFunction(h, i uint64) uint64 { return mix(mix(h, i), i) >> 16 }

// similarity is the Jaccard index (section 4.3): the number of bits that both have over the number
// of bits that at least one has. It is 1 if both are empty.
func (f *fingerprint) similarity(g *fingerprint) float64 {
	both, either := 0, 0
	for i := range f {
		both += bits.OnesCount64(f[i] & g[i])
		either += bits.OnesCount64(f[i] | g[i])
	}
	if either == 0 {
		return 1
	}
	return float64(both) / float64(either)
}

// A digester hashes terms by their structure: a term has the same hash in each process. In the
// abstract hash all constants are equal, and so are all elements of a list or an array. The
// digester remembers the digests of all terms, because clauses share terms. The digests of several
// terms take time linear in the number of their distinct sub-terms.
type digester struct {
	first   func(slot int32) int // maps a slot in an element to the slot of the same word in the first element
	digests map[*term.Term]digest
}

func newDigester(first func(slot int32) int) *digester {
	return &digester{first, map[*term.Term]digest{}}
}

func (d *digester) digest(expr *term.Term) digest {
	if sum, ok := d.digests[expr]; ok {
		return sum
	}
	kind := mix(mix(mix(mix(0, uint64(expr.Op)), uint64(expr.Sort.Kind)), uint64(expr.Sort.Bits)), uint64(expr.Sort.Elem)<<8|uint64(expr.Sort.ElemBits))
	sum := digest{kind, kind}
	switch expr.Op {
	case term.Const:
		sum.concrete = mix(kind, expr.Bits)
		for _, c := range []byte(expr.Str) {
			sum.concrete = mix(sum.concrete, uint64(c))
		}
	case term.Slot:
		sum = digest{mix(kind, uint64(d.first(int32(expr.Bits)))), mix(kind, expr.Bits)}
	}
	operands := digest{}
	for i, a := range expr.Args {
		x := d.digest(a)
		if !expr.Op.Commutes() {
			x = digest{mix(x.abstract, uint64(i)), mix(x.concrete, uint64(i))}
		}
		operands.abstract, operands.concrete = operands.abstract+x.abstract, operands.concrete+x.concrete
	}
	if len(expr.Args) > 0 {
		sum = digest{mix(kind, operands.abstract), mix(kind, operands.concrete)}
	}
	d.digests[expr] = sum
	return sum
}
