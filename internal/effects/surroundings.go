package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A function that acts outside its process on one branch and reads the environment may
// take another branch where that is another one. What it asks the system for can be
// watched; what a process has been told at its start, it reads from its own memory.

// readers are the functions of the standard library that read it for their callers.
var readers = map[string]map[string]bool{
	"os": set(`Getenv LookupEnv Environ ExpandEnv TempDir UserHomeDir UserCacheDir UserConfigDir Getwd Executable Hostname
		Getuid Geteuid Getgid Getegid Getgroups Getpid Getppid Getpagesize`),
	"os/exec": set(`Command CommandContext LookPath Cmd.Environ Cmd.environ`),
	"os/user": set(`Current Lookup LookupId LookupGroup LookupGroupId User.GroupIds`),
	"syscall": set(`Getenv Environ runtime_envs Getuid Geteuid Getgid Getegid Getgroups Getpid Getppid Getpagesize`),
	"runtime": set(`NumCPU GOMAXPROCS GOROOT Version`),

	"runtime/debug": set(`ReadBuildInfo`),
}

// told are the package variables that the runtime sets at the start: the arguments, and
// what was piped in.
var told = map[string]map[string]bool{"os": set(`Args Stdin`)}

// passiveNames are harmful functions that change nothing: they read files, or ask for
// what the system knows.
var passiveNames = map[string]map[string]bool{
	"os": set(`Open ReadFile ReadDir Stat Lstat Readlink Getwd Hostname Executable Getgroups
		File.Read File.ReadAt File.Close File.Seek File.Stat File.ReadDir File.Readdir File.Readdirnames File.WriteTo
		dirFS.Open dirFS.ReadFile dirFS.ReadDir dirFS.Stat dirFS.Lstat dirFS.ReadLink`),
	"os/user": set(`Current Lookup LookupId LookupGroup LookupGroupId User.GroupIds`),
	"syscall": set(`Stat Lstat Fstat Read Pread Close Seek Uname Sysinfo Getcwd Getwd Readlink Access Getgroups ReadDirent Getdents Getrlimit Getrusage`),
}

// listed looks a function up. Those of golang.org/x/sys go by the names of syscall.
func listed(table map[string]map[string]bool, fn *ssa.Function) bool {
	path, name := nameOf(fn)
	return table[path][name] || strings.HasPrefix(path, "golang.org/x/sys/") && table["syscall"][name]
}

func reads(fn *ssa.Function) bool { return listed(readers, fn) }

func onlyReads(fn *ssa.Function) bool { return listed(passiveNames, fn) }

// whereto reports whether a function belongs to the network packages of the standard
// library. What these read of the environment (proxies, name servers, certificates)
// says where they reach out to; that they do so is up to who calls them.
func whereto(fn *ssa.Function) bool {
	path, _ := nameOf(fn)
	path = strings.TrimPrefix(path, "vendor/")
	return path == "net" || strings.HasPrefix(path, "net/") || strings.HasPrefix(path, "crypto/") || strings.HasPrefix(path, "golang.org/x/net/")
}

// acting reports whether a kind of harm is done to anything but the process itself.
func (a *analysis) acting(k Kind) bool { return a.counts(k) && k != Unsafe && k != Body }

// weigh completes the refusal of a function.
func (a *analysis) weigh(r *Refusal, f pair, with brought, pkg *types.Package) {
	w := newWalk(a.z, a.u, pkg, a.acting, true)
	w.passive = true
	acts := a.first(w, f.fn, with)
	if acts == nil {
		return
	}
	r.Acts = acts.String()
	w = newWalk(a.z, a.u, pkg, func(k Kind) bool { return k == surroundings }, true)
	w.looks = true
	if how := a.first(w, f.fn, with); how != nil {
		r.Reads = how.Call
	}
}

// look follows a package variable: the runtime may set it, and what is in it may come
// from whatever else mentions it, functions init included. In packages of the standard
// library it comes from their initialization alone.
func (w *walk) look(v visit, g *ssa.Global) {
	path := g.Pkg.Pkg.Path()
	if told[path][g.Name()] {
		w.find(found{by: v, kind: surroundings, call: path + "." + g.Name()})
	}
	if w.z.prog.std[path] || !w.linked[g.Pkg.Pkg] {
		return
	}
	for _, fn := range w.z.usersOf(g) {
		if w.linked[home(fn)] {
			w.reach(v, fn, token.NoPos, before)
		}
	}
}

// usersOf lists the functions outside the standard library that a variable may have its
// value from: those that mention it, and those named init that call such a one. A
// variable that is only read has it from its initializer alone.
func (z *summarizer) usersOf(g *ssa.Global) []*ssa.Function {
	if z.users == nil {
		z.users = map[*ssa.Global][]*ssa.Function{}
		z.findUsers()
	}
	return z.users[g]
}

func (z *summarizer) findUsers() {
	changed := map[*ssa.Global]bool{}
	for fn := range ssautil.AllFunctions(z.prog.ssa) {
		if home(fn) == nil || z.trusted(fn) || initializer(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				z.use(fn, instr, changed)
			}
		}
	}
	for g, fns := range z.users {
		if !changed[g] {
			delete(z.users, g)
			continue
		}
		for _, m := range g.Pkg.Members {
			if fn, ok := m.(*ssa.Function); ok && strings.HasPrefix(fn.Name(), "init#") && z.callsAny(fn, fns) {
				fns = append(fns, fn)
			}
		}
		slices.SortFunc(fns, func(x, y *ssa.Function) int {
			return strings.Compare(x.RelString(nil), y.RelString(nil))
		})
		z.users[g] = slices.Compact(fns)
	}
}

// callsAny reports whether fn, or what it calls by name, calls one of the functions.
func (z *summarizer) callsAny(fn *ssa.Function, fns []*ssa.Function) bool {
	seen := map[*ssa.Function]bool{fn: true}
	for queue := []*ssa.Function{fn}; len(queue) > 0; queue = queue[1:] {
		for _, st := range z.function(queue[0]).steps {
			if slices.Contains(fns, st.to) {
				return true
			}
			if !seen[st.to] && !z.trusted(st.to) {
				seen[st.to] = true
				queue = append(queue, st.to)
			}
		}
	}
	return false
}

// home is the package of a function, which an instance has from its origin.
func home(fn *ssa.Function) *types.Package {
	if fn.Pkg == nil && fn.Origin() != nil {
		fn = fn.Origin()
	}
	if fn.Pkg == nil {
		return nil
	}
	return fn.Pkg.Pkg
}

// use enters what an instruction does with package variables.
func (z *summarizer) use(fn *ssa.Function, instr ssa.Instruction, changed map[*ssa.Global]bool) {
	var buf [8]*ssa.Value
	for _, op := range instr.Operands(buf[:0]) {
		g, ok := (*op).(*ssa.Global)
		if !ok || g.Pkg == nil {
			continue
		}
		z.users[g] = append(z.users[g], fn)
		load, ok := instr.(*ssa.UnOp)
		changed[g] = changed[g] || !ok || load.Op != token.MUL || leadsOn(load.Type())
	}
}

// leadsOn reports whether who has a value of a type may change what it leads to.
func leadsOn(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Signature:
		return false
	case *types.Interface:
		return !types.Identical(t, types.Universe.Lookup("error").Type())
	case *types.Array:
		return leadsOn(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if leadsOn(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
