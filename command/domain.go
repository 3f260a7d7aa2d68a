package command

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/subject"
)

// domains is the value of the flag -domain: it maps the name of a parameter to a range of
// numbers.
type domains map[string]string

// commonFlags defines the flags that set common options. limited is the work that -time bounds.
func commonFlags(fs *flag.FlagSet, o *subject.Common, limited string) {
	fs.DurationVar(&o.Time, "time", 60*time.Second, "end "+limited+" after `d`; 0 for no clock")
	fs.Uint64Var(&o.Seed, "seed", 1, "begin the random choices at `N`")
	d := domains{}
	o.Domains = d
	fs.Var(d, "domain", "take the numbers of a parameter, with those of its elements and fields, from `name=lo..hi` alone: n=0..99, Sum.n=-1..1, s='a'..'z'; may be given several times")
}

// list returns the ranges in the syntax of the flag, sorted by parameter.
func (d domains) list() (list []string) {
	for _, name := range slices.Sorted(maps.Keys(d)) {
		list = append(list, name+"="+d[name])
	}
	return list
}

// String implements flag.Value.
func (d domains) String() string { return strings.Join(d.list(), " ") }

// Set implements flag.Value.
func (d domains) Set(text string) error {
	name, bounds, _ := strings.Cut(text, "=")
	if _, taken := d[name]; taken {
		return fmt.Errorf("%s has a range already", name)
	}
	_, err := subject.NewDomains(map[string]string{name: bounds})
	d[name] = bounds
	return err
}
