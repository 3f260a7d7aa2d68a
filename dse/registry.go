package dse

import "nearmiss/internal/registry"

// strategies is filled before searches begin, by init functions.
var strategies registry.Of[Factory]

// Register gives a strategy a name, by which users select it. It panics if the name is empty or
// taken, or the factory is nil.
func Register(name string, f Factory) { strategies.Add("dse: strategy", name, f) }

// Names lists the names of the strategies, in alphabetical order.
func Names() []string { return strategies.Names() }

// ByName returns the strategy with a name, nil if there is none.
func ByName(name string) Factory {
	f, _ := strategies.Find(name)
	return f
}
