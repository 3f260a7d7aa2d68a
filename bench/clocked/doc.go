// Package clocked runs cover under a clock on packages of other modules, as a user would who
// has written no tests yet.
//
//	p, err := clocked.Copy(ctx, dir, clocked.Modules[0])
//	row, err := clocked.Cover(ctx, p, tool, time.Minute, 1)
//
// A package is copied with its module, without its own tests; cover writes tests beside it,
// and go test says which statements these execute.
package clocked
