// Package pyse holds programs written anew in Go.
package pyse
