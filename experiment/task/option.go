package task

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Options are values by name: text, whole numbers (int64), numbers (float64) and flags (bool).
type Options map[string]any

// Text returns a text, empty if it is not given.
func (o Options) Text(name string) string {
	text, _ := o[name].(string)
	return text
}

// Flag returns a flag, false if it is not given.
func (o Options) Flag(name string) bool {
	flag, _ := o[name].(bool)
	return flag
}

// Number returns a number, 0 if it is not given.
func (o Options) Number(name string) float64 {
	switch n := o[name].(type) {
	case int64:
		return float64(n)
	case float64: // whole numbers too, after a journey as JSON
		return n
	}
	return 0
}

// Int returns a whole number, 0 if it is not given.
func (o Options) Int(name string) int { return int(o.Number(name)) }

// Duration returns a duration, 0 if it is not given.
func (o Options) Duration(name string) time.Duration {
	d, _ := time.ParseDuration(o.Text(name))
	return d
}

// String returns the options as JSON, in the order of their names.
func (o Options) String() string {
	text, err := json.Marshal(map[string]any(o))
	if err != nil {
		panic("task: BUG: " + err.Error())
	}
	return string(text)
}

// An Option is an option that a kind understands.
type Option struct {
	Name, Doc string
	Type      Type
	Values    []string // texts that are allowed; nil for all
	Least     float64  // of a number
	Required  bool

	// Late says that a session serves all values of the option, so that a subject need not be
	// opened again for another one.
	Late bool

	// Whole says that a name has the whole of a text, not what follows its last slash.
	Whole bool

	// Silent says that a name has the value only if a list has several.
	Silent bool
}

// Type is the type of an option.
type Type int

// Types of options.
const (
	Text Type = iota
	Int
	Number
	Flag
	Duration // as time.ParseDuration takes it
)

func (t Type) String() string {
	return [...]string{"text", "a whole number", "a number", "true or false", "a duration such as 10s"}[t]
}

// Check returns an error if the option cannot have a value. Whether a text is one of Values is
// not checked.
func (o *Option) Check(value any) error {
	ok := false
	switch v := value.(type) {
	case string:
		ok = o.Type == Text
		if o.Type == Duration {
			d, err := time.ParseDuration(v)
			ok = err == nil && d > 0
		}
	case int64:
		ok = o.Type == Int || o.Type == Number
	case float64:
		ok = o.Type == Number
	case bool:
		ok = o.Type == Flag
	}
	if !ok {
		return fmt.Errorf("%s is %v, and must be %v", o.Name, written(value), o.Type)
	}
	if n := (Options{"": value}).Number(""); (o.Type == Int || o.Type == Number) && n < o.Least {
		return fmt.Errorf("%s is %v, and must be at least %v", o.Name, value, o.Least)
	}
	return nil
}

// written returns a value as a campaign file has it.
func written(value any) any {
	if text, ok := value.(string); ok {
		return fmt.Sprintf("%q", text)
	}
	return value
}

// Names returns the names of options.
func Names(options []Option) (names []string) {
	for _, o := range options {
		names = append(names, o.Name)
	}
	return names
}

// Find returns the option of a name, nil if there is none.
func Find(options []Option, name string) *Option {
	if i := slices.IndexFunc(options, func(o Option) bool { return o.Name == name }); i >= 0 {
		return &options[i]
	}
	return nil
}

// Short returns how a value stands in the name of a subject or an arm: a text from its last slash
// on unless it is whole, a flag by the name of the option.
func (o *Option) Short(value any) string {
	switch v := value.(type) {
	case string:
		if o.Whole {
			return v
		}
		return v[strings.LastIndex(v, "/")+1:]
	case bool:
		if !v {
			return "no " + o.Name
		}
		return o.Name
	}
	return fmt.Sprint(value)
}
