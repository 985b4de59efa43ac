package api

import (
	_ "embed"
	"net/http"

	"github.com/labstack/echo/v4"
)

// document is a copy of openapi.yaml at the root of the repository. The copy is needed: go:embed
// cannot read files outside the package's folder. cmd/openapi writes both files.
//
//go:embed openapi.yaml
var document []byte

// getDocument serves the OpenAPI document.
//
//	@Summary	The OpenAPI document
//	@ID			getDocument
//	@Tags		Service
//	@Produce	application/yaml
//	@Success	200	{string}	string	"This document."
//	@Router		/openapi.yaml [get]
func (s *Server) getDocument(c echo.Context) error { return c.Blob(http.StatusOK, mimeYAML, document) }
