// Command guard measures what a change of the code must not make worse, and compares it with
// a stored row. It runs in the root of the module, for up to two hours on two idle cores:
//
//	go run ./bench/guard                       every part
//	go run ./bench/guard -only fitnex,ese      some of them
//	go run ./bench/guard -only real -seeds 1   beside the first seed of the stored row
//	go run ./bench/guard -only real -match '^net/'
//	go run ./bench/guard -update               write the stored row, bench/guard/base.json
//	go run ./bench/guard -markdown             print the table as Markdown
//
// The parts:
//
//   - real: branches of real packages that cover takes with 5 000 evaluations a branch;
//   - clock: branches that written tests of eight widely used packages take after a minute,
//     and functions without an evaluation, with this command and the old one in turn;
//   - fitnex: targets that explore reaches in the first, fourth and fifth set, and its runs;
//   - ese: what worst finds for the programs of Aquino et al. at sizes 10 and 50, beside the
//     cost of the manual input;
//   - speed: evaluations and statements a second, and microseconds a question, of this
//     revision's command beside those of the stored one's, in turn;
//   - law: the executor against machine code on a fixed sample of functions;
//   - same: equal output for any -parallel, the tests of the sandbox, and twenty runs of
//     emitted tests under the race detector.
//
// Everything but law and the sandbox's tests goes through the command line, so that two
// revisions can be compared whatever their packages are called. The subjects are copied into
// a module of their own: seeds come from the names of packages, so a subject that moves would
// be searched with others.
//
// It exits with 1 if a figure is worse than it may be. Stored are raw samples, a value a
// seed; of a run with fewer seeds, only those seeds are compared.
package main
