package api

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

// BenchmarkDecode reads the body of a typical post.
func BenchmarkDecode(b *testing.B) {
	e := echo.New()
	for b.Loop() {
		r := httptest.NewRequest("POST", "/", strings.NewReader(`{"id":"m-1001","sender":"Blue","text":"hi all, how is everybody?"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Body = &heldBody{r.Body, held{}}
		var body messageBody
		if err := decode(e.NewContext(r, nil), &body, nil); err != nil {
			b.Fatal(err)
		}
	}
}
