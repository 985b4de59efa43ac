package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCommand struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

// build is what the program was built from. Go records it when it builds in a checkout.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	return buildOf(info)
}

func (b build) String() string {
	commit := ""
	if b.Revision != "" {
		commit = fmt.Sprintf("commit %s of %s", b.Revision, b.Time)
		if b.Modified {
			commit += ", with changes"
		}
		commit += "\n"
	}
	return fmt.Sprintf("ringer %s\n%s%s %s", b.Version, commit, b.Go, b.Platform)
}

func buildOf(info *debug.BuildInfo) build {
	b := build{Version: cmp.Or(info.Main.Version, "(devel)"), Go: info.GoVersion, Platform: runtime.GOOS + "/" + runtime.GOARCH}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func (c *versionCommand) Run(t *terminal) error {
	if c.JSON {
		return json.NewEncoder(t.stdout).Encode(thisBuild())
	}
	fmt.Fprintln(t.stdout, thisBuild())
	return nil
}
