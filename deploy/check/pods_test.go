package check

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	core "k8s.io/api/core/v1"
)

// shutdown is how many seconds a shutdown of ringer serve gives to requests under way.
const shutdown = 10

// checkPods checks what every pod must have.
func (all *objects) checkPods(t *testing.T) {
	for _, w := range all.workloads {
		pod := w.pod.Spec
		if w.selector != nil && !slices.ContainsFunc(all.selected(t, w.selector), func(o workload) bool { return o.name == w.name }) {
			t.Errorf("%s does not select its own pods", w.name)
		}
		if pod.AutomountServiceAccountToken == nil || *pod.AutomountServiceAccountToken {
			t.Errorf("%s has a token of the cluster's API", w.name)
		}
		s := pod.SecurityContext
		if s == nil || s.RunAsNonRoot == nil || !*s.RunAsNonRoot || s.RunAsUser == nil || *s.RunAsUser == 0 || s.SeccompProfile == nil || s.SeccompProfile.Type != core.SeccompProfileTypeRuntimeDefault {
			t.Errorf("%s lacks runAsNonRoot, runAsUser or seccompProfile", w.name)
		}
		for _, spread := range pod.TopologySpreadConstraints {
			if len(all.selected(t, spread.LabelSelector)) != 1 {
				t.Errorf("%s spreads pods that are not its own", w.name)
			}
		}
		for _, c := range pod.Containers {
			all.checkContainer(t, w, c)
		}
	}
}

// pinned matches an image with a tag that begins with a number.
var pinned = regexp.MustCompile(`^[^:]+(:[0-9]+/[^:]+)?:[0-9][\w.-]*$`)

func (all *objects) checkContainer(t *testing.T, w workload, c core.Container) {
	if !pinned.MatchString(c.Image) {
		t.Errorf("the image %q of %s has no version", c.Image, w.name)
	}
	s := c.SecurityContext
	if s == nil || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem ||
		s.Capabilities == nil || !slices.Equal(s.Capabilities.Drop, []core.Capability{"ALL"}) || len(s.Capabilities.Add) > 0 {
		t.Errorf("%s lacks allowPrivilegeEscalation, readOnlyRootFilesystem or capabilities", w.name)
	}
	if c.Resources.Requests.Cpu().IsZero() || c.Resources.Requests.Memory().IsZero() || c.Resources.Limits.Memory().IsZero() {
		t.Errorf("%s lacks requests, or the limit of memory", w.name)
	}
	if w.selector != nil { // a job needs no probes
		for name, probe := range map[string]*core.Probe{"startup": c.StartupProbe, "liveness": c.LivenessProbe, "readiness": c.ReadinessProbe} {
			if probe == nil || probe.Exec == nil && (probe.HTTPGet == nil || !w.hasPort(probe.HTTPGet.Port)) {
				t.Errorf("%s has no %s probe, or one of a port that it lacks", w.name, name)
			}
		}
	}
	if c.Lifecycle != nil {
		sleep := c.Lifecycle.PreStop.Sleep // the image has no shell, so there is nothing else
		if grace := w.pod.Spec.TerminationGracePeriodSeconds; sleep == nil || grace == nil || *grace < sleep.Seconds+2*shutdown {
			t.Errorf("%s is killed before it has stopped", w.name)
		}
	}
	all.checkNames(t, w, c)
}

// checkNames checks that the volumes, configurations and secrets exist that a container names.
func (all *objects) checkNames(t *testing.T, w workload, c core.Container) {
	volumes := slices.Clone(w.claims)
	for _, v := range w.pod.Spec.Volumes {
		volumes = append(volumes, v.Name)
		if v.ConfigMap != nil && !all.configs[v.ConfigMap.Name] {
			t.Errorf("%s needs the configuration %s", w.name, v.ConfigMap.Name)
		}
	}
	for _, m := range c.VolumeMounts {
		if !slices.Contains(volumes, m.Name) {
			t.Errorf("%s needs the volume %s", w.name, m.Name)
		}
	}
	for _, from := range c.EnvFrom {
		if from.ConfigMapRef == nil || !all.configs[from.ConfigMapRef.Name] {
			t.Errorf("%s takes variables from something else than a configuration of the folder", w.name)
		}
	}
	for _, e := range c.Env {
		if e.ValueFrom == nil || e.ValueFrom.SecretKeyRef == nil {
			continue
		}
		if key := e.ValueFrom.SecretKeyRef; !documented(t)[key.Name+"/"+key.Key] {
			t.Errorf("%s needs the secret %s with %s, which docs/deploy.md does not create", w.name, key.Name, key.Key)
		}
	}
}

var page = sync.OnceValues(func() (string, error) {
	b, err := os.ReadFile("../../docs/deploy.md")
	return strings.ReplaceAll(string(b), "\\\n", " "), err
})

// documented returns the secrets that commands of docs/deploy.md create, each as NAME/KEY.
func documented(t *testing.T) map[string]bool {
	t.Helper()
	text, err := page()
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, command := range regexp.MustCompile(`create secret generic (\S+)(.*)`).FindAllStringSubmatch(text, -1) {
		for _, key := range regexp.MustCompile(`--from-literal=(\w+)=`).FindAllStringSubmatch(command[2], -1) {
			keys[command[1]+"/"+key[1]] = true
		}
	}
	return keys
}
