package effects

import (
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/load"
)

// Lingers tells how a goroutine that a call of fn has left behind can act, "" if it cannot:
// what can be reached from the functions on its stack, told as "function file:line". What it
// reads counts as little as what it writes or closes by descriptors that it holds; functions
// of the standard library are not looked at, as those that keep connections do no more.
// What fn and its inputs make may be called by the goroutine.
func (s *Study) Lingers(p *load.Package, fn *types.Func, with Handed, stack []string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	root := s.roots[p.ImportPath]
	if root == nil {
		return ""
	}
	w := newWalk(s.a.z, s.a.u, root.Pkg, func(k Kind) bool { return k != Unsafe && k != State }, true)
	w.initial, w.later = true, true
	for _, frame := range stack {
		funcs, own := s.at(root, frame)
		if own && len(funcs) == 0 {
			return "runs " + frame + ", which nobody knows"
		}
		for _, f := range funcs {
			w.start(f)
		}
	}
	if len(w.queue) == 0 {
		return ""
	}
	if f := s.find(fn); f != nil {
		from := visit{f, before}
		w.reach(visit{}, f, token.NoPos, before)
		b := s.bring(with)
		for _, g := range b.funcs {
			w.take(from, step{to: g})
		}
		for _, t := range b.types {
			w.convert(t)
		}
	}
	w.run()
	if len(w.finds) == 0 {
		return ""
	}
	return w.refusal(w.finds[0], s.a.prog.fset).String()
}

// at finds the functions that a frame of a stack may be in, and whether they are code outside
// the standard library. Literals that stand on one line cannot be told apart.
func (s *Study) at(root *ssa.Package, frame string) (list []*ssa.Function, own bool) {
	name, place, _ := strings.Cut(frame, " ")
	colon := strings.LastIndexByte(place, ':')
	line, err := strconv.Atoi(place[colon+1:])
	if colon < 0 || err != nil {
		return nil, true
	}
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return nil, true
	}
	path := strings.ReplaceAll(name[:slash+dot], "%2e", ".")
	pkg := root
	if path != root.Pkg.Path() && !(path == "main" && root.Pkg.Name() == "main") {
		pkg = s.a.prog.ssa.ImportedPackage(path)
	}
	if first, _, _ := strings.Cut(path, "/"); pkg == nil && !strings.Contains(first, ".") || s.a.prog.std[path] {
		return nil, false
	}
	if pkg == nil {
		return nil, true
	}
	span := 0
	for _, f := range s.functions(pkg) {
		syntax := f.Syntax()
		if syntax == nil {
			continue
		}
		from, to := s.a.prog.fset.Position(syntax.Pos()), s.a.prog.fset.Position(syntax.End())
		if filepath.Base(from.Filename) != filepath.Base(place[:colon]) || line < from.Line || to.Line < line {
			continue
		}
		switch n := to.Line - from.Line + 1; {
		case span == 0 || n < span:
			list, span = []*ssa.Function{f}, n
		case n == span:
			list = append(list, f)
		}
	}
	return list, true
}

// functions lists those of a package, with methods and literals.
func (s *Study) functions(pkg *ssa.Package) (list []*ssa.Function) {
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		if f != nil {
			list = append(list, f)
			for _, g := range f.AnonFuncs {
				add(g)
			}
		}
	}
	for _, m := range pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			if named, ok := m.Type().(*types.Named); ok {
				for method := range named.Methods() {
					add(s.a.prog.ssa.FuncValue(method))
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b *ssa.Function) int { return int(a.Pos() - b.Pos()) })
	return list
}

// heldNames are functions of boundary packages that only read, or go by a descriptor that the
// process has.
var heldNames = map[string]map[string]bool{
	"os": set(`Open ReadFile ReadDir Stat Lstat Readlink Hostname Getwd Executable DirFS Getgroups Exit
		File.Read File.ReadAt File.ReadDir File.Readdir File.Readdirnames File.ReadFrom File.Seek File.Stat File.Fd File.SyscallConn
		File.Write File.WriteAt File.WriteString File.WriteTo File.Close File.Sync File.Truncate
		File.SetDeadline File.SetReadDeadline File.SetWriteDeadline dirFS.Open dirFS.ReadDir dirFS.ReadFile dirFS.Stat`),
	"os/exec": set(`LookPath`),
	"syscall": set(`Read Pread Write Pwrite Close Seek Stat Lstat Fstat Readlink Getdents ReadDirent Getrlimit Exit
		Getsockname Getpeername GetsockoptInt SetsockoptInt SetNonblock`),
}

// held reports whether a function of a boundary package does nothing new outside the process.
func held(fn *ssa.Function) bool {
	path, name := nameOf(fn)
	return path == "os/user" || path == "internal/poll" || heldNames[path][name]
}
