package effects

import (
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// Lingers reports how a goroutine that outlives the call of fn that started it can do harm, "" if
// it cannot. Harm is an operation outside the process that can be reached from the functions on the stack of the
// goroutine, each frame given as "function file:line". Reading is harmless, and so is writing to
// or closing file descriptors that the goroutine holds. Frames in the standard library are skipped:
// its goroutines only serve connections that they hold. For timers see Refusal.Later. The goroutine may also call
// function values that fn makes, the functions in with, and methods of the types that fn or with converts.
func (s *Study) Lingers(p *load.Package, fn *types.Func, with Handed, stack []string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	root := s.roots[p.ImportPath]
	if root == nil {
		return ""
	}
	w := newWalk(s.analysis.summarizer, s.analysis.universe, root.Pkg, outside, true)
	w.fromInit, w.forLingers = true, true
	for _, frame := range stack {
		funcs, own := s.frameFuncs(root, frame)
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
	if f := s.analysis.prog.function(fn); f != nil {
		from := visit{f, duringInit}
		w.reach(visit{}, f, token.NoPos, duringInit)
		b := s.resolveHanded(with)
		for _, g := range b.funcs {
			w.makeValue(from, reference{to: g})
		}
		for _, t := range b.types {
			w.convert(t)
		}
	}
	w.run()
	if len(w.findings) == 0 {
		return ""
	}
	return w.refusal(w.findings[0], s.analysis.prog.fset).String()
}

// frameFuncs returns the functions that a stack frame may belong to, for the package under test
// root. There are several if function literals share a line. own reports whether the frame lies
// outside the standard library.
func (s *Study) frameFuncs(root *ssa.Package, frame string) (list []*ssa.Function, own bool) {
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
		pkg = s.analysis.prog.ssa.ImportedPackage(path)
	}
	if first, _, _ := strings.Cut(path, "/"); pkg == nil && !strings.Contains(first, ".") || s.analysis.prog.std[path] {
		return nil, false
	}
	if pkg == nil {
		return nil, true
	}
	span := 0
	for _, f := range s.packageFuncs(pkg) {
		syntax := f.Syntax()
		if syntax == nil {
			continue
		}
		from, to := s.analysis.prog.fset.Position(syntax.Pos()), s.analysis.prog.fset.Position(syntax.End())
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

// packageFuncs lists the functions, methods and function literals of a package, in their order in the
// source.
func (s *Study) packageFuncs(pkg *ssa.Package) (list []*ssa.Function) {
	if list, ok := s.functions[pkg]; ok {
		return list
	}
	defer func() { s.functions[pkg] = list }()
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
					add(s.analysis.prog.ssa.FuncValue(method))
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b *ssa.Function) int { return cfg.ComparePos(pkg.Prog.Fset, a.Pos(), b.Pos()) })
	return list
}

// heldNames lists functions that only read, or that act on what the process already has: on a file
// descriptor, or on a temporary file that it has made.
var heldNames = map[string]map[string]bool{
	"os": nameSet(`Open ReadFile ReadDir Stat Lstat Readlink Hostname Getwd Executable DirFS Getgroups Exit
		File.Read File.ReadAt File.ReadDir File.Readdir File.Readdirnames File.ReadFrom File.Seek File.Stat File.Fd File.SyscallConn
		File.Write File.WriteAt File.WriteString File.WriteTo File.Close File.Sync File.Truncate
		File.SetDeadline File.SetReadDeadline File.SetWriteDeadline dirFS.Open dirFS.ReadDir dirFS.ReadFile dirFS.Stat`),
	"os/exec": nameSet(`LookPath`),
	"syscall": nameSet(`Read Pread Write Pwrite Close Seek Stat Lstat Fstat Readlink Getdents ReadDirent Getrlimit Exit
		Getsockname Getpeername GetsockoptInt SetsockoptInt SetNonblock`),
	"mime/multipart": nameSet(`Form.RemoveAll`),
}

// actsOnHeldOnly reports whether a function outside the package under test changes nothing outside the process
// except what the process already has.
func actsOnHeldOnly(fn *ssa.Function, root string) bool {
	path, name := nameOf(fn)
	return path != root && (path == "os/user" || path == "internal/poll" || heldNames[path][name])
}
