package input

func words(s string) (v Vector) {
	v = append(v, uint64(len(s)))
	for i := range len(s) {
		v = append(v, uint64(s[i]))
	}
	return v
}

func list(s string) Vector {
	v := words(s)
	v[0]++
	return v
}
