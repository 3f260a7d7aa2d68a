package symexec

// bigModels are the functions of math/big in assembly.
func bigModels() map[string]Model {
	table := map[string]Model{}
	for name, body := range map[string]string{
		"addVV": "AddWords", "subVV": "SubWords", "lshVU": "ShiftUp", "rshVU": "ShiftDown",
		"mulAddVWW": "MulAddWord", "addMulVVWW": "AddMulWord",
	} {
		table["math/big."+name] = func(c *Call) bool { return c.standIn(body) }
	}
	return table
}
