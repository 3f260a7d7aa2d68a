package search

// SeedOf derives the seed of one search from the seed of a whole run and from names that
// identify the target of the search. Since the seed depends only on names, a target that moves
// in its file or in a list keeps its seed.
func SeedOf(root uint64, names ...string) uint64 {
	h := uint64(fnvOffset)
	for i, name := range names {
		if i > 0 {
			h *= fnvPrime // a zero byte, which no name has
		}
		for j := range len(name) {
			h = (h ^ uint64(name[j])) * fnvPrime
		}
	}
	return splitmix(root ^ splitmix(h))
}

// Constants of FNV-1a in 64 bits (Fowler, Noll, Vo).
const (
	fnvOffset = 0xcbf29ce484222325
	fnvPrime  = 0x100000001b3
)

// splitmix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func splitmix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
