package api

import (
	_ "embed"
	"net/http"

	"github.com/labstack/echo/v4"
)

// document is a copy of the openapi.yaml at the root, which go:embed cannot reach from here. cmd/openapi writes both.
//
//go:embed openapi.yaml
var document []byte

// getDocument serves the OpenAPI document.
//
//	@Summary	The OpenAPI document
//	@ID			getDocument
//	@Tags		Service
//	@Produce	application/yaml
//	@Success	200	{string}	string	"The document that you are reading."
//	@Router		/openapi.yaml [get]
func (s *Server) getDocument(c echo.Context) error { return c.Blob(http.StatusOK, mimeYAML, document) }
