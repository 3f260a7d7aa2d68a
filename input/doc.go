// Package input turns the inputs of a Go function into vectors of numbers
// that a search can draw, change, cross, measure and print.
//
// A Signature describes the inputs of a function; a Vector is one input, as words
// in the order of a depth-first walk. For
//
//	func Find(list []int32, key int32) int
//
// the call Find([]int32{7, 9}, 9) is the vector
//
//	3 7 9 9
//
// where 3 is the length of the slice plus one (0 is nil). A Space adds limits and
// seeds to a signature, and has the operators of a search:
//
//   - Random draws, Mutate changes, Cross combines, Insert and Delete resize;
//   - Vars lists the variables of a vector with their domains; Set and Var.Move
//     change one variable. Lengths, nil pointers and the alternatives of a Choice
//     are variables too, so that an alternating variable method varies them;
//   - Normalize turns any words into the nearest legal vector. A legal vector
//     is canonical: two vectors are the same input exactly when they are equal;
//   - Simpler orders vectors by how easy they are to read.
//
// Every operator returns legal vectors.
//
// A type that is not plain data is a Choice: an interface, a function, a channel, or
// an object that only its constructors can make. A Choice has alternatives, such as
//
//	nil    New(size int)    Open(name string)
//
// and the steps, calls on the value that follow, are a list that is drawn, mutated,
// crossed and shortened like other lists. The receiver New(2), then Push(7), of the
// method (*Stack).Pop is
//
//	1 2 2 0 7
//
// where 1 is New, the first 2 its argument, the second 2 the number of steps plus
// one, and 0 is Push. A Choice may contain itself; at the depth limit its first
// alternative is used. The result of a call may be an argument of a later call: an
// Earlier is the index of a value among the values of its type returned so far. With
// a list and one of its elements,
//
//	l := New(); l.PushBack(7); e := l.PushBack(8); l.MoveToFront(e)
//
// is 0 3 0 7 0 8 1 1, where the last two words are the argument e: alternative 1, an Earlier,
// with the index 1 of the second element.
//
// In paper mode, integers are drawn over the whole domain of their type, as in
// the experiments of Baars et al. ("Symbolic search-based testing", ASE 2011,
// section IV), and floats over a declared finite domain in steps of a
// thousandth, their precision 3. Outside of paper mode, values are drawn from a
// mixture in which zeros, small numbers, boundaries and constants of the code under
// test are frequent.
//
// All operators take time linear in the length of the vector, apart from sorting the
// entries of maps, and nested values cost one walk for each level. Not modelled: other
// shared memory between inputs (two pointers to one variable, overlapping slices), cyclic
// values in literals, capacities beyond lengths, NaN and negative zero as map keys.
//
// A Space is safe for concurrent use; vectors are plain slices and are not.
// The package imports only the standard library, because worker processes
// hold a copy of it.
package input
