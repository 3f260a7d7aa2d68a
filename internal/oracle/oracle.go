package oracle

import (
	"go/types"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// Part is the part of an outcome that a check compares.
type Part uint8

const (
	Result Part = iota // a result
	After              // an input or a package variable after the call
	Panic              // the text of the panic
	Reader             // a result of a method that is called after the call, or a record
)

// Level says how much a check compares.
type Level uint8

const (
	Full     Level = iota // the value, as far as its form shows it
	Sentinel              // which error it is, by errors.Is
	Message               // the message of an error
	Closed                // whether a channel is closed
	Size                  // the length
	Nilness               // whether it is nil, or an empty text
	Ending                // how a text ends
)

// ID identifies a check of a function.
type ID struct {
	Part  Part
	Index int // of the result, of the value in input.Signature.After, or of the result among those of all readers
	Level Level
}

// String says what the check compares.
func (id ID) String() string {
	switch {
	case id.Part == Panic:
		return "text of the panic"
	case id.Level != Full:
		return [...]string{"", "which error it is", "text of the error", "whether it is closed", "length", "whether it is nil", "how it ends"}[id.Level]
	case id.Part == After:
		return "state after the call"
	case id.Part == Reader:
		return "what a method says after the call"
	}
	return "result"
}

// Silenced is a check that a case must not make, with the reason.
type Silenced struct {
	ID
	Why     string
	Numbers bool // only of texts with a number that no input has, such as the time that something took
}

// Observed is a value that a test can compare: a result, or an input or package variable after
// the call.
type Observed struct {
	Part   Part
	Index  int
	Name   string // in sentences: "result", "error", "s"; of a reading that of its object, a dot and the method
	Type   *input.Type
	GoType types.Type
	Values []*value.Value   // by case; nil if it is not known
	Others [][]*value.Value // by case: the values of further runs with the same inputs
	Beside bool             // a result beside an error, of cases that are left out: it is compared only if the call returns no error

	Step     bool // of a Reader: what a step of a scenario returned
	OfResult int  // of a Reader: the index, from 1, of the result whose method was asked; 0 for an input
	Instead  bool // of such a Reader: it is asked only if no case compares the result

	// Of an After alone:
	Before    []*value.Value // by case; nil for a package variable that is no input
	Unchanged []bool         // by case: the run reported no change; nil if Before and Values tell
	Variable  bool           // a package variable
}

// End is the end of a run.
type End struct {
	Panics bool
	Text   string   // of the panic; empty if it is not known
	Others []string // texts of the panics of further runs
}

// Subject is a function and all that is known of its cases.
type Subject struct {
	Results, After []*Observed
	Steps          []*Observed      // what the steps of a scenario returned
	Records        []*Observed      // texts of the calls of functions among the inputs, and the text written to writers inside of them
	Readings       []Reading        // what methods say after the call
	Inputs         [][]*value.Value // by case
	Ends           []End            // by case
	Silenced       [][]Silenced     // by case
	Facts
}

// Facts are facts about the function and the file of its test.
type Facts struct {
	Silent      []Silenced // results and states that no case compares, for a reason in the code
	Environment *Environment
	Literal     func(*value.Value) (size int, err error) // whether and how long a value is as an expression
	Nameable    func(types.Type) error                   // why the file cannot name a type
	Hides       func(field string) bool                  // whether the file cannot mention a field of that name
	Sentinel    func(index int) *types.Var               // the error variable of an index that the worker reports, nil if the file cannot name it
	FromPool    bool                                     // the result is a value of a sync.Pool as its last user left it
	MayChange   func(types.Type) bool                    // whether the function may change memory of the type
	Restore     func(after, before *value.Value)         // puts inputs that no stub changes in place of what was read after the call
	ReadsClock  func(in []*value.Value) bool             // whether the call, or making its inputs, reads the clock
}

// Check is one comparison of a test.
type Check struct {
	*Observed
	Level  Level
	How    How
	Form   *Form
	Wants  []*value.Value // by case, in the shape of the type; nil if the case does not compare it
	Errors []ErrorWant    // by case, of How == Errors
	Deref  bool           // the target of the pointer is compared: it is never nil
	Spared []bool         // by case: see Verdict.Spare; nil if no case spares a check

	Partial  bool // some case that returns does not make the check, and that not for its error
	Received bool // the values received from a channel, or whether it is closed after them
}

// ID identifies the check.
func (c *Check) ID() ID { return ID{c.Part, c.Index, c.Level} }

// Checks reports whether case i makes the check.
func (c *Check) Checks(i int) bool {
	if c.How == Errors {
		return c.Errors[i].Kind != Unchecked
	}
	return c.Wants[i] != nil
}

// Verdict is the choice of all that the test of a function asserts.
type Verdict struct {
	Checks   []*Check
	Silences []Silence
	Texts    []bool // by case: the text of the panic is compared
}

// Only returns the checks that case i makes and does not spare, as of a test of this case alone.
func (v *Verdict) Only(i int) *Verdict {
	one := &Verdict{Texts: v.Texts[i : i+1]}
	for _, c := range v.Checks {
		if !c.Checks(i) || c.Spared != nil && c.Spared[i] {
			continue
		}
		x := *c
		if c.How == Errors {
			x.Errors = c.Errors[i : i+1]
		} else {
			x.Wants = c.Wants[i : i+1]
		}
		one.Checks = append(one.Checks, &x)
	}
	return one
}

// Forget lets go of the values, which may take a megabyte a case. The verdict still tells which case makes which check.
func (v *Verdict) Forget() {
	for _, c := range v.Checks {
		c.Values, c.Others, c.Before = nil, nil, nil
		for i, w := range c.Wants {
			if w != nil {
				c.Wants[i] = &forgotten
			}
		}
	}
}

// forgotten stands for a wanted value.
var forgotten value.Value

// Silence is a value, or a part of one, that is not compared.
type Silence struct {
	Case   int    // -1: all
	Name   string // "result", "result.At", "s after the call"
	Manner string
	Why    string
	ID     ID
	Found  bool // a rule of this package silenced the check in this case; not a limit of the form
}

// The manners in which a value is not compared in full.
const (
	NotCompared = "Not compared"
	OnlyNil     = "Only compared with nil"
	OnlyEmpty   = "Only compared with the empty text"
	OnlyLength  = "Only its length compared"
)

// Decide chooses the checks of a function.
func Decide(s *Subject) *Verdict {
	s = s.decideNumbers()
	d := &decider{Subject: s, verdict: &Verdict{}}
	d.texts()
	for _, o := range s.Results {
		d.observe(d.withoutErrors(o))
	}
	for _, o := range s.Steps {
		d.observe(o)
	}
	for _, o := range d.Records {
		if slices.ContainsFunc(o.Values, func(v *value.Value) bool { return v != nil && !v.IsZero() }) {
			d.observe(o)
			d.ends(o)
		}
	}
	d.readings()
	d.withoutTold()
	for _, o := range s.After {
		if d.isWorthChecking(o) {
			d.observeAfter(o)
		}
	}
	if len(d.verdict.Checks) == 0 {
		for _, o := range s.After {
			if !o.Variable {
				d.observeAfter(o)
			}
		}
	}
	return d.verdict
}

type decider struct {
	*Subject
	verdict *Verdict
}

// add adds a check, unless no case makes it.
func (d *decider) add(c *Check) (some bool) {
	for i, e := range d.Ends {
		switch failed := c.Beside && d.fails(i) && d.whySilenced(i, c.ID()) == ""; {
		case c.Checks(i):
			some = true
		case !e.Panics && !failed: // a silenced case may also return no error
			c.Partial = true
		}
	}
	if some {
		d.verdict.Checks = append(d.verdict.Checks, c)
	}
	return some
}

// whySilenced returns the reason why case i must not make a check, or "".
func (d *decider) whySilenced(i int, id ID) string {
	for _, s := range d.Silenced[i] {
		if s.ID == id {
			return s.Why
		}
	}
	return ""
}

// volatile returns the reason why a value of case i, apart from its parts, is never compared,
// or "".
func (d *decider) volatile(v *value.Value, i int) string {
	return d.Environment.Volatile(v, d.Inputs[i], func() bool { return d.ReadsClock(d.Inputs[i]) })
}

// say records a value that is not compared.
func (d *decider) say(s Silence) {
	if s.ID.Part == After {
		s.Name += " after the call"
	}
	if !slices.Contains(d.verdict.Silences, s) {
		d.verdict.Silences = append(d.verdict.Silences, s)
	}
}

// byChance is the reason why no case compares what a generator of random numbers decides.
const byChance = "it depends on chance"

// isSilent reports whether no case compares a value, and records the reason.
func (d *decider) isSilent(o *Observed) bool {
	i := slices.IndexFunc(d.Silent, func(s Silenced) bool { return s.Part == o.Part && s.Index == o.Index })
	if i < 0 {
		return false
	}
	x := Silence{Case: -1, Name: o.Name, Manner: NotCompared, Why: d.Silent[i].Why, ID: d.Silent[i].ID}
	for k, v := range o.Values {
		if v != nil {
			d.say(x)
			d.say(Silence{Case: k, Name: o.Name, Manner: NotCompared, Why: x.Why, ID: x.ID, Found: true})
		}
	}
	if c := d.outlined(o, &Check{Observed: o}, nil); c != nil && o.Type.Kind == input.Pointer && x.Why == byChance { // all runs agree on whether it is nil
		d.add(c)
	}
	return true
}

// observe chooses the check of a value.
func (d *decider) observe(o *Observed) {
	if d.isSilent(o) {
		return
	}
	switch o.Type.Kind {
	case input.ChannelContents:
		d.channel(o)
	case input.Error:
		d.error(o)
	default:
		if c := d.fullCheck(o, Full); c != nil {
			d.add(c)
		}
	}
}

// texts decides which texts of panics are compared.
func (d *decider) texts() {
	id := ID{Part: Panic}
	for i, e := range d.Ends {
		why := d.whySilenced(i, id)
		found := ""
		if e.Panics && why == "" && e.Text != "" {
			if found = d.Environment.TextNames(e.Text, d.Inputs[i], true); found == "" && slices.ContainsFunc(e.Others, func(o string) bool { return o != e.Text }) {
				found = Varies
			}
		}
		if found != "" {
			d.say(Silence{Case: i, Name: "panic", Manner: NotCompared, Why: found, ID: id, Found: true})
		}
		d.verdict.Texts = append(d.verdict.Texts, e.Panics && e.Text != "" && why == "" && found == "")
	}
}
