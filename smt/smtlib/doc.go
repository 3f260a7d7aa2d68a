// Package smtlib queries the solvers z3 and cvc5, which run as processes, in the language
// SMT-LIB 2.
//
//	if tools := smtlib.Find(); len(tools) > 0 {
//		s, err := smtlib.New(tools[0], smtlib.Options{})
//		…
//		defer s.Close()
//		s.Push(path)
//		answer := s.Check(ctx, condition, witness)
//	}
//
// A query tries one theory of integers after another until one decides it. A theory that cannot
// express the query is skipped. The theories are
//
//	differences  comparisons of slots and constants; z3 has a special procedure
//	integers     linear terms
//	words        bit-vectors: bit operations, products and quotients of variables,
//	             computed floats, and operations that wrap
//
// In the first two theories integers are unbounded. Each slot is bounded by its sort, and
// assertions say that no operation wraps. A model is then valid. An unsat answer is valid if
// the bounds of the path (package interval) exclude that an operation wraps. Floats and strings
// use the sorts of the language; a float slot is the vector of its bits. A quotient or
// remainder by a constant c becomes two new constants q and r with the assertion x = q·c + r. A
// condition holds if it is defined and true; the conditions under which a term is defined are
// printed separately.
//
// Each theory has a process, which starts at its first query. Queries update the path of the
// process by the difference to the query before. Each clause has a level of the solver's stack,
// and a named term is not sent again. After "sat" the values of all slots are read. A process
// that exceeds the time limit is killed with its process group. A process that exits or gives a
// malformed answer is replaced. After three failures in a row no process is started any more.
// The answer is Unknown with a reason in all these cases. Every model is evaluated before it is
// returned.
//
// Source: Barrett, Fontaine, Tinelli, The SMT-LIB Standard, version 2.6, 2017.
//
// Cost: text linear in the new sub-terms of a path, plus the time of the solver. A query takes
// one round trip, and a second one for a model. For differences over 100 slots, z3 takes longer
// to print the model than to find it.
//
// Not modelled: arrays; lengths and parts of strings in terms that need bit-vectors; the bits
// of a computed NaN.
//
// A time limit makes answers depend on the machine; Options.Steps does not. On Linux the memory
// of processes is limited, and processes end together with this one.
//
// A Solver is not safe for concurrent use.
package smtlib
