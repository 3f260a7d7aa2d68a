// Package account is a bank account with an overdraft, a daily limit and a lock.
//
// Invariant of Account: 0 <= overdraft <= 1000, balance >= -overdraft, 0 <= spent <= daily,
// 0 <= wrong <= 3, and it is locked exactly if wrong is 3.
package account

import "errors"

// Account is an account.
type Account struct {
	balance, overdraft int
	daily, spent       int
	pin, wrong         int
	locked             bool
}

var (
	ErrTerms  = errors.New("account: no such terms")
	ErrAmount = errors.New("account: no such amount")
	ErrFunds  = errors.New("account: too little money")
	ErrLimit  = errors.New("account: too much for a day")
	ErrPin    = errors.New("account: another number")
	ErrLocked = errors.New("account: locked")
)

// most is what an account may hold.
const most = 1_000_000

// Open makes an account without money.
func Open(overdraft, daily, pin int) (*Account, error) {
	if overdraft < 0 || overdraft > 1000 || daily < 1 || daily > 5000 {
		return nil, ErrTerms
	}
	if pin < 1000 || pin > 9999 {
		return nil, ErrPin
	}
	return &Account{overdraft: overdraft, daily: daily, pin: pin}, nil
}

// Deposit adds money.
func (a *Account) Deposit(amount int) error {
	if amount <= 0 || amount > most-a.balance {
		return ErrAmount
	}
	a.balance += amount
	return nil
}

// Withdraw takes money. After three wrong numbers in a row it is locked.
func (a *Account) Withdraw(amount, pin int) error {
	if a.locked {
		return ErrLocked
	}
	if pin != a.pin {
		if a.wrong++; a.wrong > 3 {
			panic("account: not locked in time")
		}
		a.locked = a.wrong == 3
		return ErrPin
	}
	a.wrong = 0
	if amount <= 0 || amount > most {
		return ErrAmount
	}
	if amount > a.daily-a.spent {
		return ErrLimit
	}
	if amount > a.balance+a.overdraft {
		return ErrFunds
	}
	a.balance -= amount
	a.spent += amount
	return nil
}

// Day begins a day. Debts of more than half of the overdraft cost a fee, as far as there is room.
func (a *Account) Day() (fee int) {
	if a.spent > a.daily {
		panic("account: more was spent than may be")
	}
	a.spent = 0
	if a.balance < 0 && -a.balance > a.overdraft/2 {
		if fee = 10; a.balance-fee < -a.overdraft {
			fee = a.balance + a.overdraft
		}
		if fee < 0 {
			panic("account: below the overdraft")
		}
		a.balance -= fee
	}
	return fee
}

// Unlock unlocks it, if it is locked and has no debts.
func (a *Account) Unlock() bool {
	if !a.locked || a.balance < 0 {
		return false
	}
	a.locked, a.wrong = false, 0
	return true
}

// Status says in one word how it is.
func (a *Account) Status() string {
	switch {
	case a.locked && a.wrong < 3:
		return "odd" // never
	case a.locked:
		return "locked"
	case a.balance == -a.overdraft && a.overdraft > 0:
		return "spent"
	case a.balance < 0:
		return "overdrawn"
	case a.spent == a.daily:
		return "resting"
	}
	return "open"
}
