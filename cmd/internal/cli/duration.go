package cli

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/alecthomas/kong"
)

func decodeDuration(c *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := c.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, err := parseDuration(text)
	target.SetInt(int64(d))
	return err
}

// parseDuration parses a duration. Its errors say what to write.
func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err == nil {
		return d, nil
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return 0, fmt.Errorf("%s has no unit; write %[1]ss for seconds, or %[1]sms, %[1]sm or %[1]sh", text)
	}
	return 0, fmt.Errorf("%q is not a duration; write a number with its unit, such as 500ms, 15s, 10m or 2h", text)
}
