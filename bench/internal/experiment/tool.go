package experiment

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// tool builds a command of another project, once for all under the user's
// cache.
func tool(ctx context.Context, scratch, module, command, version string) (string, error) {
	name := path.Base(command)
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = scratch
	}
	bin := filepath.Join(cache, "nearmiss", name+"-"+version, name)
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	// A module that requires the version asks the proxy for nothing else, as
	// go install would.
	home := filepath.Join(scratch, name)
	mod := map[string]string{"go.mod": "module tools\n\nrequire " + module + " " + version + "\n"}
	if err := writeFiles(home, mod); err != nil {
		return "", err
	}
	if _, err := Output(ctx, home, []string{"GOFLAGS=", "GOWORK=off"}, "go", "build", "-mod=mod", "-o", bin, command); err != nil {
		return "", fmt.Errorf("cannot build %s: %w", name, err)
	}
	return bin, nil
}
