package words

// List is a word and more of them.
type List struct {
	Name string
	Next *List
}

// Numbers is a list of numbers.
type Numbers struct {
	N    int
	Next *Numbers
}

// Tree branches in two.
type Tree struct {
	N           int
	Left, Right *Tree
}

// Wide branches in many.
type Wide struct {
	A, B, C, D, E, F, G, H *Wide
	N                      int
}

// Chain is how many numbers there are.
func Chain(l *Numbers) (n int) {
	for ; l != nil; l = l.Next {
		n++
	}
	return n
}

// Named is how many words there are.
func Named(l *List) (n int) {
	for ; l != nil; l = l.Next {
		n++
	}
	return n
}

// High is how high a tree is.
func High(t *Tree) int {
	if t == nil {
		return 0
	}
	return 1 + max(High(t.Left), High(t.Right))
}

// Leftmost is how long the first branches are.
func Leftmost(w *Wide) (n int) {
	for ; w != nil; w = w.A {
		n++
	}
	return n
}

// Forest has trees in a list.
func Forest(list []*Tree) (n int) {
	for _, t := range list {
		n = max(n, High(t))
	}
	return n
}
