package worst

import (
	"encoding/json"
	"errors"
	"fmt"

	"nearmiss/ese"
	"nearmiss/internal/subject"
)

// PolicyVersion is the version of the JSON form of a policy.
const PolicyVersion = 1

// A policyText is the JSON form of a learned policy, with the function and the options that it
// was learned for.
type policyText struct {
	Version  int         `json:"nearmiss_policy"`
	Function string      `json:"function"` // import path and name
	Program  string      `json:"program"`  // subject.Set.Version
	Cost     string      `json:"cost"`     // metric
	Size     int         `json:"size"`     // of the inputs of the search that learned it
	Policy   *ese.Policy `json:"policy"`
}

// readPolicy decodes Options.Policy, nil if it is unset. It is an error if the policy was learned
// for another function, metric or kind of strategy.
func (s *Session) readPolicy(opt Options) (*ese.Policy, error) {
	if opt.Policy == nil {
		return nil, nil
	}
	strategy, err := opt.strategy()
	if err != nil {
		return nil, err
	}
	var p policyText
	err = json.Unmarshal(opt.Policy, &p)
	name, kind := s.subject.Name(), ese.Learns(strategy.Strategy)
	switch {
	case err != nil:
		err = fmt.Errorf("-policy-out has not written it (%w)", err)
	case p.Version == 0 || p.Policy == nil:
		err = errors.New("-policy-out has not written it")
	case p.Version != PolicyVersion:
		err = fmt.Errorf("it has version %d, and this nearmiss reads %d; learn it anew with -policy-out", p.Version, PolicyVersion)
	case p.Function != name:
		err = fmt.Errorf("it was learned of %s, not of %s", p.Function, name)
	case p.Program != s.subject.Set.Version():
		err = fmt.Errorf("the conditions of %s have changed since it was learned; learn it anew with -policy-out", name)
	case p.Cost != opt.Cost:
		err = fmt.Errorf("it was learned with -cost %s, not %s", p.Cost, opt.Cost)
	case p.Policy.Kind != kind:
		err = fmt.Errorf("it is one of %s, and -algo %s learns %s", p.Policy.Kind, opt.Algo, kind)
	}
	if err != nil {
		return nil, &subject.UsageError{Err: fmt.Errorf("-policy-in: the policy cannot be used: %w", err)}
	}
	return p.Policy, nil
}

// encodePolicy sets Result.Policy to the JSON form of a learned policy. A nil policy sets nothing.
func (s *Session) encodePolicy(r *Result, opt Options, p *ese.Policy) (err error) {
	if p != nil {
		r.Policy, err = json.MarshalIndent(policyText{PolicyVersion, s.subject.Name(), s.subject.Set.Version(), opt.Cost, r.Size, p}, "", " ")
	}
	return err
}
