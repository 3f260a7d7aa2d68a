package ese

import (
	"encoding/json"
	"fmt"
)

// A Policy is what a strategy has learned, for another search of the same function to begin
// with.
type Policy struct {
	Kind string          `json:"kind"` // which strategies can read it
	Data json.RawMessage `json:"data"`
}

// Kinds of policies.
const (
	QNetworkPolicy    = "q-network"   // of PySE
	PreferencesPolicy = "preferences" // of NRPA and Auto
	DecisionsPolicy   = "decisions"   // of WISE and SPFWCA
)

// A Learner is a Strategy that learns a policy.
type Learner interface {
	Strategy

	// Learns returns the kind of the policy.
	Learns() string
}

// Learns returns the kind of policy that a strategy learns, "" if it learns none.
func Learns(s Strategy) string {
	if l, ok := s.(Learner); ok {
		return l.Learns()
	}
	return ""
}

// fits makes sure that a strategy can begin with a policy.
func (p *Policy) fits(s Strategy) error {
	if p == nil || p.Kind == Learns(s) {
		return nil
	}
	return fmt.Errorf("ese: the policy is of the kind %s, which this strategy does not learn", p.Kind)
}

// begins reads the policy that the search is to begin with into data. It reports whether
// there is one; Search has made sure that it is of the strategy's kind.
func (g *Gate) begins(data any) (bool, error) {
	if g.opt.Policy == nil {
		return false, nil
	}
	if err := json.Unmarshal(g.opt.Policy.Data, data); err != nil {
		return false, fmt.Errorf("ese: the policy cannot be read: %w", err)
	}
	return true, nil
}

// leave says how to make the policy that the search has learned, when it has ended.
func (g *Gate) leave(kind string, data func() any) {
	whole := g.whole()
	whole.learned = func() (*Policy, error) {
		d := data()
		if d == nil {
			return nil, nil
		}
		text, err := json.Marshal(d)
		if err != nil {
			return nil, fmt.Errorf("ese: the policy cannot be kept: %w", err)
		}
		return &Policy{kind, text}, nil
	}
}
