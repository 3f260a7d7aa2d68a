// Package writes tells which memory a call of a function may change.
//
// Of
//
//	type T struct{ n int; list []int }
//	func (t *T) Set()     { t.n = 1 }
//	func (t *T) Sort()    { l := t.list; sort.Ints(l) }
//	func (t *T) Len() int { return len(t.list) }
//
// it says that Set and Sort may change a *T, and that Len does not.
//
// It reads the source of one package, and errs on the side of change: a write through a local slice, map or
// pointer counts as a write to any value of that type, and so does a call of another package with such a value. The
// functions that a function mentions count with it, and those of the package that a call of an interface method may run.
//
// Not modelled: functions behind function values that the function does not mention, and memory that functions of
// bytes, fmt, strings and a few more packages may change through other values than those listed.
//
// The time is linear in the size of the package, and that of a question in the number of functions reached.
package writes
