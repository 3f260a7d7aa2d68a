package sandbox

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
	"time"

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

// TestVerdicts checks that the filter decides about every system call as the lists do, with
// arguments equal to the compared values and next to them.
func TestVerdicts(t *testing.T) {
	page := &secret{pathAddr: 0x7654_3210_8, msgAddr: 0x1_0000_2000}
	info, err := arch.GetInfo("")
	if err != nil {
		t.Skip(err)
	}
	for _, policy := range []Policy{{}, {Chdir: true}, {AllowFiles: true}, {AllowNetwork: true}, {AllowProcesses: true}, {Ahead: time.Hour}, {AllowFiles: true, AllowNetwork: true, AllowProcesses: true}} {
		for _, listener := range []int{0, 5} {
			spec := &launchSpec{Policy: policy, Listener: listener}
			t.Run(fmt.Sprintf("%+v,%d", policy, listener), func(t *testing.T) {
				checkVerdicts(t, spec, page, info)
			})
		}
	}
}

func checkVerdicts(t *testing.T, spec *launchSpec, page *secret, info *arch.Info) {
	raw, err := spec.assembleFilter(page)
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
	table := spec.table(page)
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
	if kinds[allow] < 100 || kinds[all] < 300 || kinds[uint32(enosys)] == 0 || spec.Listener > 0 && kinds[notify] == 0 {
		t.Errorf("verdicts %v", kinds)
	}
}

// callData returns the kernel's struct seccomp_data with big-endian words, as the virtual
// machine of package bpf reads them.
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

// verdicts collects the decisions of all lists.
type verdicts struct {
	names      map[string]uint32
	conditions map[string][]seccomp.ArgumentConditions // a call is allowed if all conditions of one element hold
	rest       uint32
}

func (spec *launchSpec) table(page *secret) verdicts {
	v := verdicts{names: map[string]uint32{"clone3": uint32(enosys)}, conditions: map[string][]seccomp.ArgumentConditions{}, rest: eperm}
	set := func(to uint32, lists ...[]string) {
		for _, name := range slices.Concat(lists...) {
			v.names[name] = to
		}
	}
	watched := spec.Listener > 0
	if watched {
		v.rest = notify
		set(notify, signalCalls, queryCalls, metadataCalls, writeCalls, openCalls, fileChangeCalls)
	} else {
		set(allow, signalCalls, queryCalls, metadataCalls, writeCalls, openCalls, fileChangeCalls)
	}
	if spec.Policy.AllowFiles {
		set(allow, metadataCalls, writeCalls, openCalls, fileChangeCalls)
	}
	set(allow, spec.Policy.internalCalls(), spec.Policy.allowedCalls())
	list := append(append(conditionalCalls(), spec.Policy.steadyClocks()...), getLimit, argEquals("execve", 0, uint64(page.pathAddr)))
	if watched {
		list = append(list, argEquals("sendmsg", 1, uint64(page.msgAddr)))
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

// arguments returns arguments that satisfy or violate the conditions one by one.
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
