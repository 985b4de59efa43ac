// Package ringer is the client that oapi-codegen generates from openapi.yaml. A test generates it.
package ringer

// The generated code imports it.
import _ "github.com/oapi-codegen/runtime"
