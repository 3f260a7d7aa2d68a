// Package smtlib asks solvers that are programs, z3 and cvc5, in the language
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
// A question is asked with one theory of integers after another, until one
// decides it; what a theory cannot say it is not asked:
//
//	differences  comparisons of slots and constants, which z3 has a procedure for
//	integers     linear terms
//	words        bit-vectors: single bits, products and quotients by variables,
//	             computed floats, and what wraps
//
// The integers of the first two are unbounded, each slot between the ends of
// its sort, with the assertion that no operation wraps. A model stands then; a
// contradiction does if the path's bounds (package interval) exclude that
// anything wraps. Floats and strings are those of the language; a float slot is
// the vector of its bits. Quotients and remainders by constants are constants q
// and r of which x = q·c + r is asserted. A condition holds if it is defined
// and true: what makes it undefined is printed as a condition of its own.
//
// Each theory has a process, started with its first question. It is told of a
// path when it is asked, and then of the difference to the question before,
// each clause on a level of the solver's stack; what was named once is not sent
// again. After "sat" the values of all slots are read. A process that does not answer
// in time is killed with its group, one that ends or answers nonsense is
// replaced, and after three failures in a row nothing is started any more: all
// of this is Unknown with a reason. Every model is evaluated before it is
// believed.
//
// Source: Barrett, Fontaine, Tinelli, The SMT-LIB Standard, version 2.6, 2017.
//
// Cost: text linear in the new sub-terms of a path, and what the solver takes.
// A question takes a round trip, and one more for a model. Of differences over 100 slots
// reading the model takes z3 longer than finding it.
//
// Not modelled: arrays; lengths and parts of strings beside what needs words;
// the bits of a computed float that is no number.
//
// A limit in time makes answers depend on the machine; Options.Steps does not.
// Memory is bounded on Linux, where the processes also end with this one.
//
// A Solver is not safe for concurrent use.
package smtlib
