package symexec

import (
	"reflect"

	"golang.org/x/sys/cpu"
)

// runtimeModels are requests to the runtime and to the operating system.
func runtimeModels() map[string]model {
	table := map[string]model{
		"runtime.KeepAlive":          noEffect,
		"runtime.SetFinalizer":       noEffect,
		"runtime.AddCleanup":         noEffect,
		"runtime.GC":                 noEffect,
		"runtime.Gosched":            func(c *modelCall) bool { return c.machine.yield() },
		"runtime/debug.FreeOSMemory": noEffect,

		"(*internal/godebug.Setting).Value":         noEffect,
		"(*internal/godebug.Setting).IncNonDefault": noEffect,
		"hash/crc32.archAvailableIEEE":              noEffect, // selects the code in Go
		"hash/crc32.archAvailableCastagnoli":        noEffect,
		"slices.overlaps":                           overlaps,
		"internal/abi.NoEscape":                     returnArgs,
		"internal/abi.Escape":                       returnArgs,
		"maps.clone":                                cloneMap,
		"unique.Make":                               uniqueMake,
		"internal/bytealg.MakeNoZero":               makeNoZero,
		"sync/atomic.runtime_procPin":               noEffect,
		"sync/atomic.runtime_procUnpin":             noEffect,
		"time.Sleep":                                func(c *modelCall) bool { return c.machine.yield() },
	}
	for name, why := range notModelled() {
		table[name] = unsupported(why)
	}
	return table
}

// notModelled returns the functions that have no model on purpose, with reasons. Any other
// function without a model and without a Go body is unsupported, too.
func notModelled() map[string]string {
	const (
		clock  = "waits for the clock"
		random = "draws random numbers"
		system = "asks the operating system"
		stack  = "looks at the stack"
	)
	return map[string]string{
		"time.newTimer": clock, "time.resetTimer": clock, "time.stopTimer": clock,
		"hash/maphash.runtime_rand": random, "internal/sync.runtime_rand": random,
		"sync.runtime_randn": random, "crypto/rand.Read": random,
		"os.Exit": system, "os.Getwd": system,
		"runtime.Caller": stack, "runtime.Callers": stack, "runtime.Stack": stack, "runtime.FuncForPC": stack, "runtime/debug.Stack": stack,
		"runtime.NumGoroutine": stack, "runtime/debug.SetGCPercent": system, "runtime/debug.SetMemoryLimit": system, "runtime.NumCPU": system, "runtime.GOMAXPROCS": system, "runtime.ReadMemStats": stack,
	}
}

// returnArgs returns the arguments.
func returnArgs(c *modelCall) bool {
	copy(c.results, c.args)
	return true
}

// overlaps reports whether two slices share elements. Its Go code compares addresses.
func overlaps(call *modelCall) bool {
	size := uint64(call.machine.types.target(call.param(0)).size)
	a, b := call.args[0], call.args[3]
	m, ok := call.machine.settledCount(call.args[1], call.machine.capacityFrom(a, int(size)))
	if !ok {
		return false
	}
	n, ok := call.machine.settledCount(call.args[4], call.machine.capacityFrom(b, int(size)))
	if !ok {
		return false
	}
	call.results[0] = truth(m > 0 && n > 0 && size > 0 && a.r == b.r && a.n < b.n+n*size && b.n < a.n+m*size)
	return true
}

// cloneMap copies a map in an interface.
func cloneMap(c *modelCall) bool {
	c.results[0], c.results[1] = c.args[0], c.args[1]
	if h, ok := c.args[1].r.(*hashmap); ok {
		n := h.clone()
		n.epoch = c.machine.epoch
		c.results[1] = cell{r: &n}
	}
	return true
}

// makeNoZero makes a byte slice whose capacity is rounded up as in the runtime.
func makeNoZero(call *modelCall) bool {
	count, ok := call.machine.allocSize(kInt64, call.args[0], 1, "makeslice: len")
	if !ok {
		return false
	}
	capacity := 0
	if count > 0 {
		capacity = roundUp(count, true)
	}
	o := call.machine.alloc(call.machine.byteType(), capacity)
	if o == nil {
		return false
	}
	call.results[0], call.results[1], call.results[2] = cell{r: o}, word(uint64(count)), word(uint64(capacity))
	return true
}

// uniqueMake returns the same pointer for equal values.
func uniqueMake(call *modelCall) bool {
	m, typ := call.machine, call.param(0)
	table := m.unique[typ]
	if table == nil {
		table = new(hashmap)
		m.unique[typ] = table
	}
	id, ok := m.keyOf(typ, call.args[:typ.size])
	if !ok {
		return false
	}
	value, ok := table.get(id)
	if !ok {
		o := m.alloc(typ, typ.size)
		if o == nil {
			return false
		}
		copy(o.cells, call.args[:typ.size])
		value = []cell{{r: o}}
		m.put(table, id, call.args[:typ.size], value)
	}
	call.results[0] = value[0]
	return true
}

// setCPUFeatures sets internal/cpu.X86 to the features of this processor, which machine code of
// the program also tests.
func (m *machine) setCPUFeatures(x86 *object) {
	has := reflect.ValueOf(cpu.X86)
	for i := range has.NumField() {
		f := has.Type().Field(i)
		if f.Type.Kind() != reflect.Bool {
			continue
		}
		if at, ok := x86.typ.field(f.Name); ok {
			x86.cells[at.offset] = truth(has.Field(i).Bool())
		}
	}
}
