// Package answer finds which conditions of a function decide what its calls answer.
//
// Where a run turns away because of what a call returned,
//
//	n, err := p.digits()
//	if err != nil {
//		return nil, err
//	}
//
// the condition tells nothing of how near the run was to the other way: err is a flag that a
// function assigns (Wappler, Wegener and Baresel, Evolutionary testing of software with
// function-assigned flags, JSS 2009; Harman et al., Testability transformation, TSE 2004).
// The published fitness functions have no slope there.
//
// The question behind the condition is whether digits returns nil. Its points are the
// conditions in digits of which one outcome may still lead to a return of nil and the other
// never does. The level of a point is how many more there are to pass behind it at least. A
// call that answers no has passed some points and missed one: the level of that, and the
// distance there, tell how near it was. A point may hang on what another call answers in
// turn, and what a call answers may be returned as it is (a tail).
//
// # What is understood
//
// Questions: a result that is a boolean, one that is compared with nil or a constant; where it
// is called, or from the nearest assignments to a variable before. Functions of the package
// with a body that are called statically.
//
// Returns: constants, nil, boolean expressions, composite literals and their addresses,
// errors.New and fmt.Errorf, errors that are variables of a package (taken not to be nil),
// variables by the nearest condition or assignment before where there is one way only. What
// is not understood may be either answer, and does no harm: it is passed as one point.
//
// # Not modelled
//
// Results that defer changes, variables that function literals or pointers change, calls
// through interfaces and functions as values, and which of several calls a variable is of.
// A distance that is wrong costs evaluations and never a test.
//
// Complexity: linear in the size of the functions asked, times their conditions at worst,
// once for each question. Answers are safe for concurrent use.
package answer
