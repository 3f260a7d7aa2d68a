// Package account keeps balances.
package account

import (
	"errors"
	"sync"
)

// ErrFunds is returned for a transfer of more than there is.
var ErrFunds = errors.New("account: not enough funds")

// An Account has a balance. It is safe for concurrent use.
type Account struct {
	mu      sync.Mutex
	id      uint32
	balance uint64
}

// Open returns an account with a balance. Every account has another id.
func Open(id uint32, balance uint64) *Account { return &Account{id: id, balance: balance} }

// Balance returns what is there.
func (a *Account) Balance() uint64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Transfer moves an amount. Accounts are locked in the order of their ids.
func Transfer(from, to *Account, amount uint64) error {
	if from == to {
		return nil
	}
	first, second := from, to
	if first.id > second.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	if from.balance < amount {
		return ErrFunds
	}
	from.balance -= amount
	to.balance += amount
	return nil
}
