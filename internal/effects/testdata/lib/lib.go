// Package lib is imported by the other test packages.
package lib

import "os"

// Sweep removes files.
//
// refused: reaches os.Remove (file) via drop
func Sweep(names []string) {
	for _, n := range names {
		drop(n)
	}
}

// refused: reaches os.Remove (file)
func drop(name string) { os.Remove(name) }

// hooks are called by Fire.
var hooks []func(string)

// Register adds a hook.
func Register(f func(string)) { hooks = append(hooks, f) }

// Fire calls the hooks.
func Fire(s string) {
	for _, f := range hooks {
		f(s)
	}
}

// plain has only harmless hooks.
var plain []func(string)

// RegisterPlain adds one.
func RegisterPlain(f func(string)) { plain = append(plain, f) }

// FirePlain calls them.
func FirePlain(s string) {
	for _, f := range plain {
		f(s)
	}
}
