// Package manual holds the worst inputs that are known for the programs of
// package ese, as functions of the size, and how many statements the worst
// one executes, where that is proven.
//
//	s, _ := manual.Find("MergeSort")
//	v := s.Worst(100)           // the words of an input, as package input has them
//	n, proven := s.Optimum(100) // no input of this size executes more statements
//
// The inputs are of the kind that the paper calls manual (Aquino et al. 2020,
// section 4.2 and the comments of its listings). All of them but three are
// optimal, and the formulas say why; the test of this package compares these
// with all inputs of small sizes. The three:
//
//   - KMP: the text on which the pattern 0 0 1 almost matches everywhere lacks
//     one statement. The optimum is found over all kinds of patterns by dynamic
//     programming over the text (kmp.go);
//   - QuicksortJDK: McIlroy's adversary runs against this very code and gives a
//     lower bound. No optimum is known for lists of 7 numbers and more;
//   - QuicksortPaper: a sorted list, whose cost is the paper's manual one at 50, 75
//     and 100 numbers. It is no worst case. At 10 numbers the paper's manual input
//     is another one, which is not known: it costs 348 statements, a sorted list 262.
//
// Subjects are the programs as they were written first; Inferred are three that
// were inferred from the paper's costs and stand in the rows quicksort_jdk, dfs and bfs
// of TableV.
//
// Statements are those that the rewritten source counts: a loop's statement
// when it is reached, and one more for each round.
package manual
