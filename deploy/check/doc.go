// Package check tests the manifests and the compose files. It builds each folder of
// ../kubernetes with kustomize, reads the result as the types of Kubernetes, refuses fields that
// they lack, and checks what an API server would not: that the objects fit each other, and that
// every secret is one that docs/deploy.md creates.
package check
