package api

import (
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/labstack/echo/v4"
	"go.yaml.in/yaml/v3"
)

// document is a copy of openapi.yaml at the root of the repository. The copy is needed: go:embed
// cannot read files outside the package's folder. cmd/openapi writes both files.
//
//go:embed openapi.yaml
var document []byte

// getDocument returns the document that describes every operation. Clients can be generated from
// it.
//
//	@Summary	The OpenAPI document
//	@Success	200	{string}	string	"This document."
func (s *Server) getDocument(c echo.Context) error {
	return sendDocument(c, mimeYAML, document, "\nservers: [{url: /}]\n")
}

// getDocumentJSON returns the document for tools that do not read YAML.
//
//	@Summary	The OpenAPI document as JSON
//	@Success	200	{object}	map[string]interface{}	"The same document."
func (s *Server) getDocumentJSON(c echo.Context) error {
	b, err := documentJSON()
	if err != nil {
		return err
	}
	return sendDocument(c, echo.MIMEApplicationJSON, b, `"servers":[{"url":"/"}]`)
}

// documentJSON returns the document as JSON. Few need it, so it is made when somebody asks.
var documentJSON = sync.OnceValues(func() ([]byte, error) {
	var doc map[string]any
	if err := yaml.Unmarshal(document, &doc); err != nil {
		return nil, err
	}
	return json.Marshal(doc)
})
