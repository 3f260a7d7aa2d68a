package sandbox

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

const (
	allow  = uint32(seccomp.ActionAllow)
	notify = uint32(seccomp.ActionUserNotify)
	eperm  = uint32(seccompErrno) | uint32(unix.EPERM)
)

// TestVerdicts: what the filter says of every system call is what the lists
// say, with arguments at, beside and around the values that they compare.
func TestVerdicts(t *testing.T) {
	page := &secret{path: 0x7654_3210_8, msg: 0x1_0000_2000}
	info, err := arch.GetInfo("")
	if err != nil {
		t.Skip(err)
	}
	for _, policy := range []Policy{{}, {Chdir: true}, {AllowFiles: true}, {AllowNetwork: true}, {AllowProcesses: true}, {AllowFiles: true, AllowNetwork: true, AllowProcesses: true}} {
		for _, listener := range []int{0, 5} {
			o := &order{Policy: policy, Listener: listener}
			t.Run(fmt.Sprintf("%+v,%d", policy, listener), func(t *testing.T) {
				checkVerdicts(t, o, page, info)
			})
		}
	}
}

func checkVerdicts(t *testing.T, o *order, page *secret, info *arch.Info) {
	raw, err := o.program(page)
	if err != nil {
		t.Fatal(err)
	}
	code, ok := bpf.Disassemble(raw)
	if !ok {
		t.Fatal("no such instruction")
	}
	vm, err := bpf.NewVM(code)
	if err != nil {
		t.Fatal(err)
	}
	say := func(nr, arch uint32, args [6]uint64) uint32 {
		n, err := vm.Run(callData(nr, arch, args))
		if err != nil {
			t.Fatal(err)
		}
		return uint32(n)
	}
	table := o.table(page)
	all := table.rest
	if got := say(0, uint32(info.ID)^1, [6]uint64{}); got != all {
		t.Errorf("another architecture: %#x, want %#x", got, all)
	}
	if info.ID == arch.X86_64.ID {
		if got := say(1<<30, uint32(info.ID), [6]uint64{}); got != uint32(enosys) {
			t.Errorf("x32: %#x", got)
		}
	}
	kinds := map[uint32]int{}
	for nr := range uint32(1024) {
		name := info.SyscallNumbers[int(nr)]
		for _, args := range arguments(table.conditions[name]) {
			got, want := say(nr, uint32(info.ID), args), table.verdict(name, args)
			if kinds[got]++; got != want {
				t.Errorf("%s (%d) with %#x: %#x, want %#x", name, nr, args, got, want)
			}
		}
	}
	if kinds[allow] < 100 || kinds[all] < 300 || kinds[uint32(enosys)] == 0 || o.Listener > 0 && kinds[notify] == 0 {
		t.Errorf("verdicts %v", kinds)
	}
}

// callData is what the kernel shows a filter, with words as the virtual
// machine reads them.
func callData(nr, arch uint32, args [6]uint64) []byte {
	var b []byte
	for _, w := range []uint32{nr, arch, 0, 0} {
		b = binary.BigEndian.AppendUint32(b, w)
	}
	for _, a := range args {
		halves := []uint32{uint32(a), uint32(a >> 32)}
		if binary.NativeEndian.Uint16([]byte{0, 1}) == 1 {
			slices.Reverse(halves)
		}
		for _, w := range halves {
			b = binary.BigEndian.AppendUint32(b, w)
		}
	}
	return b
}

// verdicts are the lists put side by side.
type verdicts struct {
	names      map[string]uint32
	conditions map[string][]seccomp.ArgumentConditions // any of which allows the call
	rest       uint32
}

func (o *order) table(page *secret) verdicts {
	v := verdicts{names: map[string]uint32{"clone3": uint32(enosys)}, conditions: map[string][]seccomp.ArgumentConditions{}, rest: eperm}
	set := func(to uint32, lists ...[]string) {
		for _, name := range slices.Concat(lists...) {
			v.names[name] = to
		}
	}
	watched := o.Listener > 0
	if watched {
		v.rest = notify
		set(notify, states, asking, naming, writing, opening, filing)
	} else {
		set(allow, states, asking, naming, writing, opening, filing)
	}
	if o.Policy.AllowFiles {
		set(allow, naming, writing, opening, filing)
	}
	set(allow, computing, o.Policy.given())
	list := append(harmless(), limitOf, only("execve", 0, uint64(page.path)))
	if watched {
		list = append(list, only("sendmsg", 1, uint64(page.msg)))
	}
	for _, c := range list {
		v.conditions[c.Name] = append(v.conditions[c.Name], c.Conditions)
	}
	return v
}

func (v *verdicts) verdict(name string, args [6]uint64) uint32 {
	if to, ok := v.names[name]; ok && name != "" {
		return to
	}
	for _, all := range v.conditions[name] {
		if !slices.ContainsFunc(all, func(c seccomp.Condition) bool { return !holds(c, args) }) {
			return allow
		}
	}
	return v.rest
}

func holds(c seccomp.Condition, args [6]uint64) bool {
	a := args[c.Argument]
	switch c.Operation {
	case seccomp.Equal:
		return a == c.Value
	case seccomp.BitsSet:
		return a&c.Value != 0
	case seccomp.BitsNotSet:
		return a&c.Value == 0
	}
	panic("no such operation")
}

// arguments are ones that tell the conditions apart.
func arguments(conditions []seccomp.ArgumentConditions) [][6]uint64 {
	ones := [6]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	list := [][6]uint64{{}, ones}
	for _, all := range conditions {
		for _, base := range [][6]uint64{{}, ones} {
			met := base
			for _, c := range all {
				met[c.Argument] |= c.Value
				if c.Operation == seccomp.Equal {
					met[c.Argument] = c.Value
				}
				for _, w := range []uint64{c.Value, c.Value + 1, c.Value - 1, c.Value | 1<<32, c.Value << 32, ^c.Value} {
					one := base
					one[c.Argument] = w
					list = append(list, one)
				}
			}
			list = append(list, met)
		}
	}
	return list
}
