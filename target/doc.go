// Package prepare makes, of a package, the sources that both engines run: the
// rewritten files of the package and of the packages of its module that it
// reaches, the file that decodes inputs and encodes outcomes, and the numbers
// that the probes need.
//
//	set, err := prepare.Package(ctx, pkg, nil, prepare.Options{Module: true})
//	bin, err := set.Build(ctx, "")      // the same as machine code
//	view, err := set.View(ctx)       // the same for go/packages
//
// Every condition of all these packages has one number: those of the package
// itself come first, as its graph has them, and only they are goals. For
//
//	package a // 3 conditions        package b // imported by a, 2 conditions
//
// the conditions of b are 3 and 4.
//
// What it takes is one pass over the source of each package, and with
// Options.Module one more load by the go command if there are such packages.
//
// Not modelled: variables of the module's other packages are not put back
// between runs.
//
// What the compiler refuses of the generated file is a fault of nearmiss. BuildMost
// leaves it out of the worker and tells what that is, so that the rest of the package
// can be tested.
//
// A Set is read only, but for BuildMost, and may be used by several goroutines.
package target
