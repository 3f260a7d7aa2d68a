package standin

// comparable reports whether values of the dynamic type of x can be compared.
func comparable(x any) bool

// assign stores err where target points to, if that is a variable that can
// hold it.
func assign(target any, err error) bool

// aim panics unless target is a pointer, not nil, to an interface or to a type
// that is an error.
func aim(target any)

// Is does what errors.Is does.
func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	comparable := comparable(target)
	return walk(err, func(e error) bool {
		if comparable && e == target {
			return true
		}
		x, ok := e.(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

// As does what errors.As does.
func As(err error, target any) bool {
	if err == nil {
		return false
	}
	aim(target)
	return walk(err, func(e error) bool {
		if assign(target, e) {
			return true
		}
		x, ok := e.(interface{ As(any) bool })
		return ok && x.As(target)
	})
}

// walk reports whether one of the errors that err wraps is found, itself among
// them, in the order of errors.Is.
func walk(err error, found func(error) bool) bool {
	for err != nil {
		if found(err) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if walk(e, found) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}
