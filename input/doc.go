// Package input turns the inputs of a Go function into vectors of numbers
// that a search can draw, change, cross, measure and print.
//
// A Signature says what a function takes; a Vector is one input, as words in
// the order of a depth-first walk. For
//
//	func Find(list []int32, key int32) int
//
// the call Find([]int32{7, 9}, 9) is the vector
//
//	3 7 9 9
//
// where 3 is the length of the slice and one more (nil is 0). A Space adds
// limits and seeds to a signature, and holds the operators:
//
//   - Random draws, Mutate changes, Cross combines, Insert and Delete resize;
//   - Vars lists the variables of a vector with their domains, Set and
//     Var.Move change one: lengths, nil pointers and the alternatives of a
//     Choice are variables like all others, so that an alternating variable
//     method walks them too;
//   - Normalize turns any words into the nearest legal vector. A legal vector
//     is canonical: two vectors are the same input exactly when they are equal;
//   - Simpler orders vectors by how easy they are to read.
//
// Every operator returns legal vectors.
//
// What is not plain data is a Choice: an interface, a function, a channel, or
// an object that only its constructors can make. It has alternatives, such as
//
//	nil    New(size int)    Open(name string)
//
// and the calls on the value afterwards are a list like any other: drawn,
// mutated, crossed and shortened. So (*Stack).Pop() of New(2), then Push(7), is
//
//	1 2 2 0 7
//
// where 1 is New, the second 2 is one step and one more, and 0 is Push. A
// Choice may lead to itself; at the depth limit its first alternative is left.
// What a call has returned may be an argument of a later one: an Earlier is its
// number among the values of its type that were returned so far. With a list and
// one of its elements,
//
//	l := New(); l.PushBack(7); e := l.PushBack(8); l.MoveToFront(e)
//
// is 0 3 0 7 0 8 1 1 where the last 1 is the second element.
//
// Integers are drawn over the whole domain of their type in paper mode, as
// the experiments of Baars et al. ("Symbolic search-based testing", ASE 2011,
// section IV) do; floats over a declared finite domain in steps of a
// thousandth, their precision 3. Outside of paper mode the draw is a mixture
// in which zeros, small numbers, boundaries and constants of the code under
// test are frequent.
//
// All operators take time linear in the vector, apart from what a map costs
// to sort, and for nested values one walk for each level. Not modelled: other shared memory between inputs (two pointers to one
// variable, overlapping slices), cyclic values in literals, capacities beyond lengths,
// NaN and negative zero as map keys.
//
// A Space is safe for concurrent use; vectors are plain slices and are not.
// The package imports only the standard library, because worker processes
// hold a copy of it.
package input
