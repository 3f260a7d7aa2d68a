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
	return is(err, target, comparable(target))
}

func is(err, target error, comparable bool) bool {
	for err != nil {
		if comparable && err == target {
			return true
		}
		if x, ok := err.(interface{ Is(error) bool }); ok && x.Is(target) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if is(e, target, comparable) {
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

// As does what errors.As does.
func As(err error, target any) bool {
	if err == nil {
		return false
	}
	aim(target)
	return as(err, target)
}

func as(err error, target any) bool {
	for err != nil {
		if assign(target, err) {
			return true
		}
		if x, ok := err.(interface{ As(any) bool }); ok && x.As(target) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if as(e, target) {
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
