// Package rendezvous spreads keys over servers.
package rendezvous

const (
	offset = 2166136261
	prime  = 16777619
)

func hash(s string) uint32 {
	h := uint32(offset)
	for _, c := range []byte(s) {
		h = (h ^ uint32(c)) * prime
	}
	return h
}

// Pick returns the server that keeps key, and the one that takes its place when the first is away.
func Pick(servers []string, key string) (first, second string) {
	switch n := int32(len(servers)); n {
	case 0:
		return "", ""
	case 1:
		return servers[0], servers[0]
	default:
		at := int32(hash(key)) % n
		return servers[at], servers[(at+1)%n]
	}
}
