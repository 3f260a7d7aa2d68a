// Package symexec runs the rewritten source of a package on its SSA form,
// concretely and symbolically with one semantics.
package symexec
