package search

import (
	"nearmiss/input"
)

// manyNumbers bounds the numbers that are looked at by twos and threes.
const manyNumbers = 8

// pairs moves two or three numbers that depend on each other.
func (s *shrinker) pairs() {
	list := s.numbers(func(v *input.Var) bool { return s.best[v.Off] != 0 && !v.Char() })
	list = list[:min(len(list), manyNumbers)]
	for i := range list {
		for j := range list {
			if i == j {
				continue
			}
			u, v := &list[i], &list[j]
			if i < j {
				s.shift([]input.Var{*u, *v})
				s.swap(u, v)
			}
			s.follow(u, v)
			s.extreme(u, v)
			for k := range list {
				if k != i && k != j && i < j {
					s.factors(u, v, &list[k])
				}
			}
			s.factors(u, u, v)
			s.multiple(u, v)
		}
	}
}

func (s *shrinker) swap(u, v *input.Var) {
	c := s.copied()
	x, y := u.Int(c[u.Off]), v.Int(c[v.Off])
	c[u.Off], c[v.Off] = u.FromInt(y), v.FromInt(x)
	s.try(c)
}

// follow puts v next to u.
func (s *shrinker) follow(u, v *input.Var) {
	for _, by := range [...]int64{0, 1, -1, 2, -2} {
		if s.set(v, v.FromInt(s.value(u)+by)) {
			return
		}
	}
}

// extreme makes u the greatest or least number of its type and v small: of
// two great numbers whose sum overflows, one need not be great.
func (s *shrinker) extreme(u, v *input.Var) {
	const great = 1 << 20
	x := s.value(u)
	if n, ok := numberOf(u, s.best[u.Off]); !ok || n.size < great || !free(u) {
		return
	}
	end := u.Hi
	if x < 0 {
		end = u.Lo
	}
	n, _ := numberOf(v, s.best[v.Off])
	descend(n, func(n number) bool {
		w, ok := n.word(v)
		c := s.copied()
		c[u.Off], c[v.Off] = end, w
		return ok && s.try(c)
	})
}

// factors makes the factors u and v of p small, and p their product; with u
// and v the same it is a square. Products may be those of 64 bits.
func (s *shrinker) factors(u, v, p *input.Var) {
	if s.value(u)*s.value(v) != s.value(p) {
		return
	}
	for _, f := range [...]*input.Var{u, v} {
		n, ok := numberOf(f, s.best[f.Off])
		if !ok {
			return
		}
		descend(n, func(n number) bool {
			w, ok := n.word(f)
			c := s.copied()
			c[f.Off] = w
			c[p.Off] = p.FromInt(u.Int(c[u.Off]) * v.Int(c[v.Off]))
			return ok && s.try(c)
		})
		if u == v {
			return
		}
	}
}

// multiple makes u small and keeps v the same multiple of it.
func (s *shrinker) multiple(u, v *input.Var) {
	x, y := s.value(u), s.value(v)
	if x == 0 || y%x != 0 {
		return
	}
	n, _ := numberOf(u, s.best[u.Off])
	descend(n, func(n number) bool {
		w, ok := n.word(u)
		c := s.copied()
		c[u.Off] = w
		c[v.Off] = v.FromInt(u.Int(w) * (y / x))
		return ok && s.try(c)
	})
}
