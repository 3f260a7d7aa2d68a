package symexec

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"
)

// fmtModels are the three places of package fmt where operands are looked at:
// they need reflection, which has no model. What surrounds them runs as it is.
// The operands are made into values of this process, and its own fmt formats
// them; methods that fmt calls are called where it does.
func fmtModels() map[string]Model {
	return map[string]Model{
		"(*fmt.pp).doPrintf":  printf,
		"(*fmt.pp).doPrint":   printPlain,
		"(*fmt.pp).doPrintln": printLine,
	}
}

// A printing is one use of fmt.
type printing struct {
	m     *machine
	why   string // it cannot be modelled
	texts []cell // symbolic ones, which marks stand for
}

// textMark is around the number of a text that stays symbolic.
const textMark = "\x00symexec\x00"

// asItIs prints a symbolic text, if the verb shows it as it is.
func (p *printing) asItIs(s fmt.State, verb rune, text cell) bool {
	_, width := s.Width()
	_, precision := s.Precision()
	if _, concrete := concreteStr(text); concrete || width || precision || s.Flag('#') || verb != 's' && verb != 'v' {
		return false
	}
	text, ok := p.m.closeText(text)
	if !ok {
		return true
	}
	fmt.Fprint(s, textMark, strconv.Itoa(len(p.texts)), textMark)
	p.texts = append(p.texts, text)
	return true
}

// appendTo appends what was printed to bytes.
func (p *printing) appendTo(cells []cell, text string) []cell {
	for i, part := range strings.Split(text, textMark) {
		if i%2 == 0 {
			cells = appendCells(cells, makeStr(part))
			continue
		}
		n, _ := strconv.Atoi(part)
		cells = appendCells(cells, p.texts[n])
	}
	return cells
}

// operands are the arguments of a call as pairs of cells.
func (c *Call) operands(i int) ([][2]cell, bool) {
	cells, ok := c.m.readSlice(c.Args[i:], 2)
	if !ok {
		return nil, false
	}
	var list [][2]cell
	for len(cells) > 0 {
		list = append(list, [2]cell(cells[:2]))
		cells = cells[2:]
	}
	return list, true
}

func printf(c *Call) bool {
	format, ok := c.text(1)
	if !ok {
		return false
	}
	args, ok := c.operands(2)
	if !ok {
		return false
	}
	p := &printing{m: c.m}
	host := make([]any, len(args))
	for i, a := range args {
		host[i] = p.operand(a)
	}
	format, wrapped, used := p.rewrite(format, args, host)
	return c.printed(p, func() string { return p.named(fmt.Sprintf(format, host...), args, host, min(used, len(args))) }, wrapped)
}

// operandName is how this process's fmt names operands that a format has no
// place for.
const operandName = "*symexec.operand="

// named gives the types of superfluous operands the names that they have in
// the program.
func (p *printing) named(text string, args [][2]cell, host []any, used int) string {
	if !strings.Contains(text, operandName) {
		return text
	}
	for i, a := range args[used:] {
		if _, ok := host[used+i].(*operand); ok {
			t := a[0].r.(*rtype)
			text = strings.Replace(text, operandName, qualified(t.t)+"=", 1)
		}
	}
	if strings.Contains(text, operandName) {
		p.why = "an operand that the format has no place for"
	}
	return text
}

// basic is a type without a name of the program's own.
func (t *rtype) basic() (*types.Basic, bool) {
	if t == nil {
		return nil, false
	}
	b, ok := t.t.(*types.Basic)
	return b, ok
}

// printPlain puts spaces between operands of which neither is a string.
func printPlain(c *Call) bool {
	args, ok := c.operands(1)
	if !ok {
		return false
	}
	p := &printing{m: c.m}
	return c.printed(p, func() string {
		var b strings.Builder
		wasString := true // no space before the first
		for _, a := range args {
			t, typed := a[0].r.(*rtype)
			isString := typed && t.kind == kString
			if !isString && !wasString {
				b.WriteByte(' ')
			}
			fmt.Fprint(&b, p.operand(a))
			wasString = isString
		}
		return b.String()
	}, nil)
}

func printLine(c *Call) bool {
	args, ok := c.operands(1)
	if !ok {
		return false
	}
	p := &printing{m: c.m}
	return c.printed(p, func() string {
		parts := make([]string, len(args))
		for i, a := range args {
			parts[i] = fmt.Sprint(p.operand(a))
		}
		return strings.Join(parts, " ") + "\n"
	}, nil)
}

// printed appends what is printed to the printer's buffer, and notes the
// operands that an error wraps.
func (c *Call) printed(p *printing, text func() string, wrapped []int) bool {
	s := ""
	if p.why == "" {
		s = text()
	}
	if c.m.over() {
		return false
	}
	if p.why != "" {
		return c.m.stopAt(Unsupported, "package fmt: "+p.why)
	}
	recv := c.m.types.target(c.m.types.of(c.fn.ssa.Signature.Recv().Type()))
	at := c.m.writable(c.Args[0], recv.size)
	if at == nil {
		return false
	}
	buf := fieldOf(recv, "buf")
	old, ok := c.m.readSlice(at[buf.off:], 1)
	if !ok || !c.m.newSlice(at[buf.off:], c.m.types.target(buf.typ), p.appendTo(append([]cell(nil), old...), s)) {
		return false
	}
	if len(wrapped) == 0 {
		return true
	}
	list := fieldOf(recv, "wrappedErrs")
	var cells []cell
	for _, i := range wrapped {
		cells = append(cells, word(uint64(i)))
	}
	return c.m.newSlice(at[list.off:], c.m.types.target(list.typ), cells)
}

// fieldOf is a field of a struct that must have it.
func fieldOf(t *rtype, name string) rfield {
	f, ok := t.field(name)
	if !ok {
		panic("symexec: BUG: " + t.String() + " has no field " + name)
	}
	return f
}

// field is a field of a struct by its name.
func (t *rtype) field(name string) (rfield, bool) {
	u := t.t.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		if u.Field(i).Name() == name {
			return t.fields[i], true
		}
	}
	return rfield{}, false
}

// rewrite takes out of a format what the operands here would not show: types,
// and errors to be wrapped. used is how many operands it has a place for.
func (p *printing) rewrite(format string, args [][2]cell, host []any) (rewritten string, wrapped []int, used int) {
	out := []byte(format)
	next := 0
	for i := 0; i < len(format); {
		if format[i] != '%' {
			i++
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.*[]", format[i]) >= 0; i++ {
			switch format[i] {
			case '*':
				next++
			case '[':
				if strings.ContainsAny(format, "Tw") {
					p.why = "an argument index beside %T or %w"
				}
			}
		}
		if i == len(format) {
			break
		}
		verb, size := utf8.DecodeRuneInString(format[i:])
		at := i
		i += size
		if verb == '%' {
			continue
		}
		if next >= len(args) {
			break
		}
		t, typed := args[next][0].r.(*rtype)
		switch {
		case verb == 'T' && typed:
			out[at], host[next] = 's', qualified(t.t)
		case verb == 'p':
			p.why = "an address"
		case verb == 'w' && typed && !p.errorLike(t):
			p.why = "%w without an error"
		case verb == 'w':
			out[at] = 'v'
			if typed {
				wrapped = append(wrapped, next)
			}
		}
		next++
	}
	return string(out), wrapped, next
}

func (p *printing) errorLike(t *rtype) bool {
	return types.Implements(t.t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}
