package dse

import (
	"fmt"
	"slices"
	"sync"
)

// The registry has a name for each strategy. It is filled before searches begin, by
// init functions.
var registry struct {
	sync.Mutex
	names []string
	made  map[string]Factory
}

// Register gives a strategy a name, by which all parts that let a user choose know it.
// It panics if the name is empty or taken, or there is no factory.
func Register(name string, f Factory) {
	registry.Lock()
	defer registry.Unlock()
	switch {
	case name == "":
		panic("dse: a strategy is registered without a name")
	case f == nil:
		panic(fmt.Sprintf("dse: strategy %q is registered without a factory", name))
	case registry.made[name] != nil:
		panic(fmt.Sprintf("dse: strategy %q is registered twice", name))
	}
	if registry.made == nil {
		registry.made = map[string]Factory{}
	}
	registry.made[name] = f
	registry.names = append(registry.names, name)
}

// Names lists the names of the strategies, in alphabetical order.
func Names() []string {
	registry.Lock()
	defer registry.Unlock()
	return slices.Sorted(slices.Values(registry.names))
}

// ByName is the strategy of a name, nil if there is none.
func ByName(name string) Factory {
	registry.Lock()
	defer registry.Unlock()
	return registry.made[name]
}
