// Command ringer serves bots for multi-party chat games. See the README.
package main

import (
	"os"

	"ringer/cmd/internal/cli"
)

func main() { os.Exit(cli.Main()) }
