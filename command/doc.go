// Package command is the nearmiss command. A program of another module can add fitnesses,
// searches, operators or strategies to the command: it imports the packages that register
// them and calls Run.
//
// # nearmiss
//
// Nearmiss writes tests for Go functions by search.
//
// Usage:
//
//	nearmiss <command> [flags] [arguments]
//
// The commands are:
//
//	cover     find inputs that take the branches of packages, and write them as tests
//	fuzz      find inputs with which the fuzz targets of packages fail
//	explain   show how the fitness of a function's branches is computed
//	worst     find the input of a given size on which a function does the most work
//	explore   find inputs that take a function's branches by dynamic symbolic execution
//	version   print the version
//	help      print this text, or the help text of a command
//
// Flags may stand before or after the arguments. Exit codes: 0 done, 1 a
// failure, 2 wrong usage.
//
// # cover
//
// Usage:
//
//	nearmiss cover [flags] [packages]
//
// Cover searches for inputs that take every branch of every function of the
// packages. Packages are named as for go build: ., ./..., or an import path
// such as path. Cover prints a table with a row for each function, and lists
// the skipped functions with the reasons. It writes tests only with -w or -o.
//
//	nearmiss cover -w .                   write nearmiss_test.go beside the code
//	nearmiss cover -func '^Parse' ./...   search some functions only
//	nearmiss cover -json - path           the result as JSON
//	nearmiss cover -diff HEAD ./...       search only the lines changed since a commit
//	nearmiss cover -w -goals branches     write tests for branches alone
//	nearmiss cover -w -prune              remove tests that do not compile any more, too
//	nearmiss cover -w -beside=all         write what the package's own tests take and notice, too
//	nearmiss cover -w -accept             the code does what it should: change what the tests expect
//	nearmiss cover -w -corpus             write fuzz targets and their seeds too
//	nearmiss cover -domain n=0..99 .      take the numbers of parameter n from a range
//
// What the files hold stays, and cover adds cases. Of a case that fails it says what
// was expected and what is so now. With -accept it writes that into the file, if
// the call has searched the function and made the call of the case again. A case
// that it wrote itself, and made no more, it removes then, by name.
//
// Cover lists the places where functions can panic separately, the likeliest
// faults first. There are tests of exported functions that call panic, and of
// the fewest other panics that alone take branches. They go into a separate
// file, nearmiss_panics_test.go. Read each of them: it may assert a fault.
//
// The code under test runs in a sandbox: it can write only into an empty
// directory, has no network, starts no processes and sends no signals to other
// processes. Tests run without a sandbox, so cover writes no test for a call
// that attempted any of these actions. The actions that -allow names are done
// for real, and tests with them are written. Where the system lacks a part of
// the sandbox, cover refuses functions that could do harm unless -allow names
// the action; cover says so.
//
// Cover leaves out and names a package whose worker cannot be built, or that
// ends the process during its initialization. It searches the other packages
// and writes their tests; the exit code is then 1.
//
// Ctrl-C ends the search and keeps the results so far. A second Ctrl-C ends
// the command at once without writing anything more. Closing the terminal
// counts as the first Ctrl-C. The temporary files of a killed call are removed
// by the next call.
//
// # fuzz
//
// Usage:
//
//	nearmiss fuzz [flags] [packages]
//
// Fuzz searches the fuzz targets (func FuzzXxx(f *testing.F)) in the tests of
// packages, one after the other, for inputs with which they fail, panic or do not
// return. The search aims at the branches of the target and of all functions of
// its package that it reaches. It begins with the corpus: the arguments of f.Add
// and the files in testdata/fuzz.
//
//	nearmiss fuzz                                      the package here, each target for a minute
//	nearmiss fuzz -run '^FuzzParse$' -time 10m ./...   one target, for longer
//	nearmiss fuzz -w ./...                             write inputs for new branches, too
//
// An input with which a target fails is shrunk and written to testdata/fuzz, where
// go test runs it from then on; the exit code is then 1. With -w so are the fewest
// inputs for the branches that the corpus does not take. The table has the branches
// that the target can reach in its package, and how many of them the corpus takes
// alone, and with what was found.
//
// The target runs in the sandbox of cover. What stands in for its testing.T is no
// testing.T of package testing: a target that hands it to a function of another
// package that takes a *testing.T is refused; a testing.TB, or an interface, is fine.
//
// Ctrl-C ends the search and keeps what was found so far.
//
// # explain
//
// Usage:
//
//	nearmiss explain [flags] FUNC
//
// Explain shows the control flow graph of a function. For each branch it shows
// the critical nodes and the steps of the symbolic fitness at each node: path
// expression, approximation, products, path conditions with the dropped
// conditions marked, approximation level. For a condition on the result of a
// call it shows the conditions of the called function that decide the result.
// FUNC is named as in Go:
//
//	nearmiss explain ./examples/triangle.Classify
//	nearmiss explain -branch triangle.go:37:5/T ./examples/triangle.Classify
//	nearmiss explain 'bytes.(*Buffer).ReadBytes'
//
// # worst
//
// Usage:
//
//	nearmiss worst [flags] FUNC
//
// Worst finds the input of a given size on which a function does the most work.
// The size is the length of the slices, strings and maps in the input, the
// number of rows and of columns of a matrix, and the number of nodes of a linked
// structure; -size is required if the input has any of these. FUNC is named as
// for explain; FUNC() is the function literal that FUNC returns:
//
//	nearmiss worst -size 100 ./bench/subjects/ese.QuicksortJDK
//	nearmiss worst -size 10,50,100 ./bench/subjects/ese.MergeSort      one search after the other
//	nearmiss worst -size 100,pattern=3 ./bench/subjects/ese.KMP        a size for one parameter alone
//	nearmiss worst -size 50 -o out -json out.json .Insert        write a test, a benchmark and JSON
//
// The cost of a run is the number of executed statements, or with -cost
// branches of evaluated conditions, or with -cost decisions of those that
// depend on the input, in the function's package and in the packages of its
// module that it reaches. The search executes paths with symbols for the
// numbers in the input; the reported cost was counted in a native run. Worst
// prints the input as Go, and for comparison the typical cost: the median over
// random inputs.
//
// With -o worst writes a test that counts the statements, a benchmark with the
// worst and a typical input, and the curve of the best cost over time
// (worst.svg). The test counts statements as the go command does for coverage.
//
// With -algo ese or ga the search is a genetic algorithm. It varies the conditions of
// paths, or inputs that run as machine code:
//
//	nearmiss worst -size 50 -algo ese -operators input .Insert
//
// Ctrl-C ends the search and keeps the best input so far.
//
// # explore
//
// Usage:
//
//	nearmiss explore [flags] FUNC
//
// Explore reaches the branches of a function by dynamic symbolic execution. It
// runs an input, at first zeros and empty lists, keeps the conditions on its
// path in an execution tree, flips one of them, and has a solver find an input
// that takes the other side. The strategy chooses the condition to flip. Explore
// prints for each reached branch the number of runs and the input, as Go, and
// for each other branch the reason why it was not reached. FUNC is named as for
// explain; FUNC() is the function literal that FUNC returns:
//
//	nearmiss explore ./bench/subjects/fitnex.TestLoop
//	nearmiss explore -target loops.go:11:6/T ./bench/subjects/fitnex.TestLoop      one branch, or several
//	nearmiss explore -strategy random -runs 200 strconv.ParseBool
//	nearmiss explore '.Above()'                                              the function that Above returns
//	nearmiss explore -json - -seed 7 ./bench/subjects/fitnex.GCD                   the result as JSON
//
// A branch counts as reached once a native run of the input, in the sandbox, has
// taken it. Lists grow up to -bound elements. With -time 0 the same seed gives
// the same result.
//
// With -strategy tardis or fifo, or with -states calls, the receiver of a method is in a state
// that calls make, if its type has unexported fields. A search over call sequences takes the
// place of the solver: which calls make a state with the fields that the other side asks for?
//
//	nearmiss explore -strategy tardis './bench/subjects/tardis/stack.(*Stack).Drain'
//
// Then each branch has the shortest calls that are known to take it, and the first of them
// without which it is not taken. For the others explore names the invariants that seem to forbid
// them: conditions, such as n <= high, that held in every state seen. They are hints, not proofs.
//
// Explore calls a branch infeasible if every path was taken, and out of bound if
// every path of the inputs within the bound was taken. A strategy may give up
// before that, as fitnex and shortest do; explore then prints the number of
// nodes that are still open.
//
// Ctrl-C ends the search and keeps the results so far.
//
// # version
//
// Usage:
//
//	nearmiss version
//
// Version prints the version of nearmiss.
//
// # help
//
// Usage:
//
//	nearmiss help [command]
//
// Help prints the list of commands, or the usage and the flags of one.
package command
