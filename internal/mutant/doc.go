// Package mutant makes small changes of a package's code, of the kinds that tests should notice: mutation
// operators of the literature over typed syntax (DeMillo, Lipton and Sayward, Hints on test data selection, IEEE
// Computer 11(4), 1978; Offutt et al., An experimental determination of sufficient mutant operators, ACM TOSEM 5(2),
// 1996).
//
// All mutants stand in one text (mutant schemata: Untch, Offutt and Harrold, Mutation analysis using mutant
// schemata, ISSTA 1993), so that a package is compiled once for all of them. The number of a mutant
// selects it in a run, 0 the code as it is:
//
//	if n < 10 && ok {
//	if zznmAnd(3, zznmLSS(4, n, 10), func() bool { return (ok) }) != zznmIs(2) {
//
// The operators:
//
//	relational    < and <=, > and >=, == and != for each other
//	arithmetic    + and -, * and /, % and *, & and | for each other
//	logical       && and || for each other; a condition negated
//	constant      an integer constant plus one
//	statement     a call, an assignment, a send, a go or defer statement deleted; ++ and -- for each other
//	return        zero for the results; nil for an error; true for false
//
// Left out are constant expressions, code outside functions, and code that runs when the package is
// initialized; statements without which the code would not compile; results that are zero already.
//
// Complexity: linear in the size of the package.
package mutant
