package bitvec

// lit is a literal of a circuit: twice the number of a node, plus 1 if it is negated. Node 0 is
// the constant true.
type lit int32

const (
	constTrue  lit = 0
	constFalse lit = 1
)

func (l lit) not() lit             { return l ^ 1 }
func (l lit) node() int            { return int(l >> 1) }
func (l lit) negated() bool        { return l&1 != 0 }
func (l lit) constant() bool       { return l <= constFalse }
func (l lit) flip(negate bool) lit { return l ^ truth(!negate) }

func truth(b bool) lit {
	if b {
		return constTrue
	}
	return constFalse
}

// A gate is the function that a node computes.
type gate uint8

const (
	input    gate = iota
	and           // a && b
	xor           // a != b
	parity        // a != b != c
	majority      // at least two of a, b, c
	mux           // if a then b else c
)

type node struct {
	gate    gate
	a, b, c lit // operands
}

// adder is a full adder. Its outputs are separate gates; emitAdder adds clauses between them.
type adder struct{ a, b, c, sum, carry lit }

// circuit is a graph of gates without duplicates. Operands have smaller numbers than the gates
// that use them.
type circuit struct {
	nodes  []node
	uses   []uint8       // by node: number of gates and roots that use it, at most 2
	table  map[node]lit  // nodes by their gates and operands
	adders map[int]adder // by output node
	lemmas map[int][]lit // by node: literals that always hold and that a SAT solver derives slowly
}

func newCircuit() *circuit {
	return &circuit{
		nodes:  make([]node, 1),
		uses:   make([]uint8, 1),
		table:  make(map[node]lit),
		adders: make(map[int]adder),
		lemmas: make(map[int][]lit),
	}
}

// input makes a new input.
func (c *circuit) input() lit {
	c.nodes = append(c.nodes, node{})
	c.uses = append(c.uses, 0)
	return lit(len(c.nodes)-1) << 1
}

func (c *circuit) inputs(n int) vector {
	v := make(vector, n)
	for i := range v {
		v[i] = c.input()
	}
	return v
}

func (c *circuit) gate(n node) lit {
	if l, ok := c.table[n]; ok {
		return l
	}
	for _, l := range [3]lit{n.a, n.b, n.c} {
		c.countUse(l)
	}
	l := c.input()
	c.nodes[l.node()] = n
	c.table[n] = l
	return l
}

// countUse counts one more use of the node of l.
func (c *circuit) countUse(l lit) {
	if c.uses[l.node()] < 2 {
		c.uses[l.node()]++
	}
}

// and returns a && b, simplified.
func (c *circuit) and(a, b lit) lit {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == constTrue || a == b:
		return b
	case a == constFalse || a == b.not():
		return constFalse
	}
	if l, ok := c.absorb(a, b); ok {
		return l
	}
	if l, ok := c.absorb(b, a); ok {
		return l
	}
	return c.gate(node{gate: and, a: a, b: b})
}

// absorb simplifies a && b if b is a conjunction with a among its operands.
func (c *circuit) absorb(a, b lit) (lit, bool) {
	n := c.nodes[b.node()]
	if n.gate != and {
		return 0, false
	}
	switch {
	case !b.negated() && (n.a == a || n.b == a):
		return b, true
	case !b.negated() && (n.a == a.not() || n.b == a.not()):
		return constFalse, true
	case b.negated() && n.a == a:
		return c.and(a, n.b.not()), true
	case b.negated() && n.b == a:
		return c.and(a, n.a.not()), true
	case b.negated() && (n.a == a.not() || n.b == a.not()):
		return a, true
	}
	return 0, false
}

func (c *circuit) or(a, b lit) lit { return c.and(a.not(), b.not()).not() }

func (c *circuit) xor(a, b lit) lit {
	negate := a.negated() != b.negated()
	a, b = a&^1, b&^1
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b:
		return constFalse.flip(negate)
	case a == constTrue:
		return b.not().flip(negate)
	}
	return c.gate(node{gate: xor, a: a, b: b}).flip(negate)
}

func (c *circuit) parity(x, y, z lit) lit {
	negate := x.negated() != y.negated() != z.negated()
	x, y, z = order(x&^1, y&^1, z&^1)
	switch {
	case x == y:
		return z.flip(negate)
	case y == z:
		return x.flip(negate)
	case x == constTrue:
		return c.xor(y, z).not().flip(negate)
	}
	return c.gate(node{parity, x, y, z}).flip(negate)
}

func (c *circuit) majority(x, y, z lit) lit {
	x, y, z = order(x, y, z)
	switch {
	case x == constTrue:
		return c.or(y, z)
	case x == constFalse:
		return c.and(y, z)
	case x == y:
		return x
	case x == y.not():
		return z
	case y == z:
		return y
	case y == z.not():
		return x
	}
	if x.negated() {
		return c.gate(node{majority, x.not(), y.not(), z.not()}).not()
	}
	return c.gate(node{majority, x, y, z})
}

// order returns three literals in ascending order.
func order(x, y, z lit) (lit, lit, lit) {
	if x > y {
		x, y = y, x
	}
	if y > z {
		y, z = z, y
	}
	if x > y {
		x, y = y, x
	}
	return x, y, z
}

// mux returns if s then x else y.
func (c *circuit) mux(s, x, y lit) lit {
	if s.negated() {
		s, x, y = s.not(), y, x
	}
	switch {
	case s == constTrue || x == y:
		return x
	case x == y.not():
		return c.xor(s, y)
	case x == constTrue || x == s:
		return c.or(s, y)
	case x == constFalse || x == s.not():
		return c.and(s.not(), y)
	case y == constTrue || y == s.not():
		return c.or(s.not(), x)
	case y == constFalse || y == s:
		return c.and(s, x)
	}
	if x.negated() {
		return c.gate(node{mux, s, x.not(), y.not()}).not()
	}
	return c.gate(node{mux, s, x, y})
}

// add is a full adder.
func (c *circuit) add(x, y, z lit) (sum, carry lit) {
	sum, carry = c.parity(x, y, z), c.majority(x, y, z)
	s, k := sum.node(), carry.node()
	if c.nodes[s].gate != parity || c.nodes[k].gate != majority {
		return sum, carry
	}
	if _, ok := c.adders[s]; ok {
		return sum, carry
	}
	a := adder{x, y, z, sum, carry}
	c.adders[s] = a
	if _, ok := c.adders[k]; !ok {
		c.adders[k] = a
	}
	return sum, carry
}

// lemma records that l always holds. The SAT solver gets l together with the bits of x.
func (c *circuit) lemma(l lit, x vector) {
	if l == constTrue {
		return
	}
	c.countUse(l)
	c.countUse(l)
	for _, b := range x {
		if !b.constant() {
			c.lemmas[b.node()] = append(c.lemmas[b.node()], l)
		}
	}
}
