package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// manifests is the folder of the manifests.
const manifests = "../kubernetes"

// decoder reads objects of the types that the manifests use, and refuses unknown fields.
func decoder(t *testing.T) runtime.Decoder {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		core.AddToScheme, apps.AddToScheme, batch.AddToScheme, policy.AddToScheme, networking.AddToScheme, autoscaling.AddToScheme, monitoring.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	return json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Strict: true})
}

// build returns what kustomize makes of a folder.
func build(t *testing.T, folder string) *objects {
	t.Helper()
	options := krusty.MakeDefaultOptions()
	options.LoadRestrictions = types.LoadRestrictionsRootOnly
	made, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		t.Fatal(err)
	}
	from, all := decoder(t), &objects{}
	for _, resource := range made.Resources() {
		text, err := resource.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		object, _, err := from.Decode(text, nil, nil)
		if err != nil {
			t.Errorf("%s: %v", resource.CurId(), err)
			continue
		}
		if space := resource.GetNamespace(); space != "ringer" && resource.GetKind() != "Namespace" {
			t.Errorf("%s is in the namespace %q", resource.CurId(), space)
		}
		all.add(t, object)
	}
	return all
}

// compose returns a folder whose kustomization puts components on the base.
func compose(t *testing.T, components ...string) (folder string) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(manifests)
	if err != nil {
		t.Fatal(err)
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		t.Fatal(err)
	}
	root, err = filepath.Rel(folder, root)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: ringer\nresources: [%s/base]\ncomponents:\n", root)
	for _, name := range components {
		text += fmt.Sprintf("  - %s/components/%s\n", root, name)
	}
	if err := os.WriteFile(filepath.Join(folder, "kustomization.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestManifests builds each folder that a person would apply, and each component alone.
func TestManifests(t *testing.T) {
	t.Parallel()
	folders := map[string]string{"base": manifests + "/base", "migrate": manifests + "/migrate"}
	for _, name := range names(t, manifests+"/overlays") {
		folders[name] = manifests + "/overlays/" + name
	}
	for _, name := range names(t, manifests+"/components") {
		parts := []string{name}
		if name == "prometheus" { // it patches the autoscaler
			parts = []string{"autoscaler", name}
		}
		folders["base with "+name] = compose(t, parts...)
	}
	for name, folder := range folders {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := build(t, folder)
			if len(all.workloads) == 0 {
				t.Fatal("it starts nothing")
			}
			all.checkPods(t)
			all.checkServices(t)
			all.checkReplicas(t)
			all.checkPolicies(t)
		})
	}
}

// TestEveryFileIsUsed checks that a kustomization names each file of its folder.
func TestEveryFileIsUsed(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(manifests + "/*/*/*")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(manifests + "/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, more...) {
		index, err := os.ReadFile(filepath.Join(filepath.Dir(file), "kustomization.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Base(file); name != "kustomization.yaml" && !strings.Contains(string(index), name) {
			t.Errorf("%s is in no kustomization", file)
		}
	}
}

func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}
