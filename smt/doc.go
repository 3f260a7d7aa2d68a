// Package smt decides whether the conditions of a path can hold together, and
// with which values.
package smt
