// Package fuzztarget makes an ordinary function of a fuzz target, so that a search can run it.
//
//	targets, err := fuzztarget.Find(ctx, ".", env, nil, []string{"./..."}, nil)
//
// The function nearmissFuzzParse of the target FuzzParse has the arguments of f.Fuzz as parameters, and panics if the
// target fails. It is in files that join the package under test (Target.Files):
//
//   - A copy of each test file that the target needs, with the declarations that it needs alone, on the same lines.
//     The testing.T and the testing.F become a nearmissT. In a test package, import and name of the package under
//     test are gone, and names that both declare are renamed.
//   - A file (Runtime) with the function and the nearmissT. FailNow unwinds by a panic that the function recovers.
//
// Of the target itself the call of f.Fuzz stays, which runs its function once, and the statements before it that
// mention local variables of that function.
package fuzztarget
