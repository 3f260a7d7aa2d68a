package described

func leap(year int32) bool { return year%4 == 0 && year%100 != 0 || year%400 == 0 }

// NextDay returns the day after a day of the Gregorian calendar in the years 1812 to 2012, and 0, 0, 0 for what is no
// such day, or the last one.
func NextDay(year, month, day int32) (int32, int32, int32) {
	if year < 1812 || year > 2012 || month < 1 || month > 12 || day < 1 || day > 31 {
		return 0, 0, 0
	}
	last := int32(31)
	if month == 4 || month == 6 || month == 9 || month == 11 {
		last = 30
	} else if month == 2 {
		last = 28
		if year%4 == 0 && year%100 != 0 || year%400 == 0 {
			last = 29
		}
	}
	if day > last {
		return 0, 0, 0
	}
	if day < last {
		return year, month, day + 1
	}
	if month < 12 {
		return year, month + 1, 1
	}
	if year == 2012 {
		return 0, 0, 0
	}
	return year + 1, 1, 1
}

// Weekday returns the day of the week of a day of the Gregorian calendar, 0 for Saturday, and -1 for what is no such
// day: by Zeller's congruence, in which January and February belong to the year before.
func Weekday(year, month, day int32) int32 {
	if year < 1583 || year > 9999 || month < 1 || month > 12 || day < 1 {
		return -1
	}
	switch month {
	case 4, 6, 9, 11:
		if day > 30 {
			return -1
		}
	case 2:
		if leap(year) {
			if day > 29 {
				return -1
			}
		} else if day > 28 {
			return -1
		}
	default:
		if day > 31 {
			return -1
		}
	}
	if month < 3 {
		month += 12
		year--
	}
	return (day + 13*(month+1)/5 + year%100 + year%100/4 + year/100/4 + 5*(year/100)) % 7
}
