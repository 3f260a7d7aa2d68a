package ese

import (
	"encoding/json"
	"fmt"
)

// Policy is the serialized policy that a strategy learned. Another search of the same function
// can start with it.
type Policy struct {
	Kind string          `json:"kind"` // determines the strategies that can read it
	Data json.RawMessage `json:"data"`
}

// Kinds of policies.
const (
	QNetworkPolicy    = "q-network"   // of PySE
	PreferencesPolicy = "preferences" // of NRPA and Auto
	DecisionsPolicy   = "decisions"   // of WISE and SPFWCA
)

// Learner is a Strategy that learns a policy.
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

// checkKind returns an error if the strategy cannot start with the policy.
func (p *Policy) checkKind(s Strategy) error {
	if p == nil || p.Kind == Learns(s) {
		return nil
	}
	return fmt.Errorf("ese: the policy is of the kind %s, which this strategy does not learn", p.Kind)
}

// readPolicy reads the policy in the options into data, and reports whether there is one.
// Search has checked that the policy is of the strategy's kind.
func (g *Gate) readPolicy(data any) (bool, error) {
	if g.opt.Policy == nil {
		return false, nil
	}
	if err := json.Unmarshal(g.opt.Policy.Data, data); err != nil {
		return false, fmt.Errorf("ese: the policy cannot be read: %w", err)
	}
	return true, nil
}

// setPolicy sets the function that returns the learned policy in its serialized form. Search
// calls the function after the end of the search.
func (g *Gate) setPolicy(kind string, data func() any) {
	g.root().makePolicy = func() (*Policy, error) {
		d := data()
		if d == nil {
			return nil, nil
		}
		text, err := json.Marshal(d)
		if err != nil {
			return nil, fmt.Errorf("ese: the policy cannot be serialized: %w", err)
		}
		return &Policy{kind, text}, nil
	}
}
