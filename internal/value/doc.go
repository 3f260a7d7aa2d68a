// Package value decodes the words of an input or an outcome into trees of values.
//
// Of the type *Point with the fields X and Y, the words 1 3 4 become
//
//	Value{Type: *Point, Kids: {{Type: Point, Kids: {{Word: 3}, {Word: 4}}, Names: {X, Y}}}}
//
// A tree has the shape of its type (input.Type), with the Go type from the package under test.
// Trees are compared (Compare), asked whether a call left them as they were (IsUnchanged), and
// searched (AnyPart). Printing is left to package testgen, and the choice of the values that a
// test asserts to package oracle.
//
// Decoding is linear in the number of words, except that maps compare their keys in pairs.
package value
