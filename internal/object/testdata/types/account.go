package types

import "errors"

// Account is opened, unlocked and filled before anything can be drawn from it.
type Account struct {
	step    int
	balance int
	limit   int
}

// Open opens an account.
func Open() *Account { return &Account{step: 1} }

// Verify is the second step.
func (a *Account) Verify(code int) error {
	if a.step != 1 || code != 4711 {
		return errors.New("not verified")
	}
	a.step = 2
	return nil
}

// Deposit is the third.
func (a *Account) Deposit(n int) {
	if a.step >= 2 && n > 0 && n <= 500 {
		a.balance += n
		a.step = 3
	}
}

// Draw has branches that several calls lead to.
func (a *Account) Draw(n int) string {
	if a.step < 2 {
		return "closed"
	}
	if a.step > 3 {
		return "never"
	}
	if a.balance < 0 {
		return "never"
	}
	if n <= 0 {
		return "nothing"
	}
	if a.balance == 0 {
		return "empty"
	}
	if n > a.balance {
		return "too much"
	}
	if a.balance > 1200 {
		return "rich"
	}
	return "given"
}
