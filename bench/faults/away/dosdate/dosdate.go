// Package dosdate packs dates into two bytes, as file systems of DOS do.
package dosdate

import "errors"

// ErrRange is returned for a date that does not fit.
var ErrRange = errors.New("dosdate: date out of range")

// A Date is a day of a month, which count from one.
type Date struct {
	Year, Month, Day int
}

// Pack returns a date in 16 bits: seven for the years since 1980, four for the month, five for the day.
func Pack(d Date) (uint16, error) {
	if d.Year < 1980 || d.Year > 2107 || d.Month < 1 || d.Month > 12 || d.Day < 1 || d.Day > days(d.Year, d.Month) {
		return 0, ErrRange
	}
	return uint16(d.Year-1980)<<9 | uint16(d.Month)<<5 | uint16(d.Day), nil
}

// Unpack returns a packed date.
func Unpack(packed uint16) (Date, error) {
	d := Date{1980 + int(packed>>9), int(packed >> 5 & 15), int(packed & 31)}
	if d.Month < 1 || d.Month > 12 || d.Day < 1 || d.Day >= days(d.Year, d.Month) {
		return Date{}, ErrRange
	}
	return d, nil
}

// days returns how many days a month of the years from 1980 to 2107 has.
func days(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && year != 2100 {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}
