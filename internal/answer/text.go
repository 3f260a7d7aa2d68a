package answer

import (
	"fmt"
	"go/token"
	"io"

	"nearmiss/cfg"
)

// String is the question, as in "parse: result 1 == nil".
func (r *Answer) String() string {
	if r.Func.Obj.Signature().Results().Len() == 1 {
		return fmt.Sprintf("%s: result %v %s", r.Func.Name, r.Op, r.Than)
	}
	return fmt.Sprintf("%s: result %d %v %s", r.Func.Name, r.Result, r.Op, r.Than)
}

// Text writes what answers hang on, each once: the points, of which the outcome is the one
// behind which the answer is no. where says where a condition is.
func Text(w io.Writer, fset *token.FileSet, where func(*cfg.Cond) string, of ...*Answer) error {
	for _, r := range Closure(of...) {
		if _, err := fmt.Fprintf(w, "%s\n", r); err != nil {
			return err
		}
		for _, p := range r.Points {
			asks := ""
			if p.Asked != nil {
				asks = ", asks " + p.Asked.String()
			}
			if _, err := fmt.Fprintf(w, "  level %d: %s %s is %v%s\n", p.Level, where(p.Cond), p.Cond.Text(fset), p.Outcome, asks); err != nil {
				return err
			}
		}
		for _, t := range r.Tails {
			if _, err := fmt.Fprintf(w, "  as %s\n", t); err != nil {
				return err
			}
		}
	}
	return nil
}
