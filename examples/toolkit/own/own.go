// Package own has a function to be searched.
package own

// Alarm is raised where a date of the order is a sum of products.
func Alarm(day, hour, code int32) bool {
	if day < 1 || day > 31 || hour < 0 || hour > 23 {
		return false
	}
	if code == 100*day+hour {
		return code > 3000
	}
	return false
}
