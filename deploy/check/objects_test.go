package check

import (
	"fmt"
	"testing"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// workload is an object that starts pods.
type workload struct {
	name string
	// selector is nil for a job.
	selector *meta.LabelSelector
	pod      core.PodTemplateSpec
	// replicas is nil for a job, and where an autoscaler sets the number.
	replicas *int32
	// claims are the names of the volumes that each pod has for itself.
	claims []string
	// service is the name of the service that a stateful set needs.
	service string
}

// objects are the objects that one folder makes.
type objects struct {
	workloads   []workload
	services    []*core.Service
	configs     map[string]bool
	budgets     []*policy.PodDisruptionBudget
	autoscalers []*autoscaling.HorizontalPodAutoscaler
	policies    []*networking.NetworkPolicy
	ingresses   []*networking.Ingress
	monitors    []*monitoring.PodMonitor
}

func (all *objects) add(t *testing.T, object runtime.Object) {
	t.Helper()
	switch o := object.(type) {
	case *apps.Deployment:
		all.workloads = append(all.workloads, workload{name: o.Name, selector: o.Spec.Selector, pod: o.Spec.Template, replicas: o.Spec.Replicas})
	case *apps.StatefulSet:
		w := workload{name: o.Name, selector: o.Spec.Selector, pod: o.Spec.Template, replicas: o.Spec.Replicas, service: o.Spec.ServiceName}
		for _, claim := range o.Spec.VolumeClaimTemplates {
			w.claims = append(w.claims, claim.Name)
		}
		all.workloads = append(all.workloads, w)
	case *batch.Job:
		all.workloads = append(all.workloads, workload{name: o.Name, pod: o.Spec.Template})
	case *batch.CronJob:
		all.workloads = append(all.workloads, workload{name: o.Name, pod: o.Spec.JobTemplate.Spec.Template})
	case *core.Service:
		all.services = append(all.services, o)
	case *core.ConfigMap:
		if all.configs == nil {
			all.configs = map[string]bool{}
		}
		all.configs[o.Name] = true
	case *policy.PodDisruptionBudget:
		all.budgets = append(all.budgets, o)
	case *autoscaling.HorizontalPodAutoscaler:
		all.autoscalers = append(all.autoscalers, o)
	case *networking.NetworkPolicy:
		all.policies = append(all.policies, o)
	case *networking.Ingress:
		all.ingresses = append(all.ingresses, o)
	case *monitoring.PodMonitor:
		all.monitors = append(all.monitors, o)
	case *core.Namespace:
	default:
		t.Errorf("nothing checks a %T", o)
	}
}

// selected returns the workloads whose pods a selector matches. A nil selector matches none.
func (all *objects) selected(t *testing.T, selector *meta.LabelSelector) (list []workload) {
	t.Helper()
	s, err := meta.LabelSelectorAsSelector(selector)
	if err != nil {
		t.Error(err)
		return nil
	}
	for _, w := range all.workloads {
		if s.Matches(labels.Set(w.pod.Labels)) {
			list = append(list, w)
		}
	}
	return list
}

// hasPort reports whether a container of the pods listens on a port, by name or number.
func (w workload) hasPort(port intstr.IntOrString) bool {
	for _, c := range w.pod.Spec.Containers {
		for _, p := range c.Ports {
			if port.Type == intstr.String && p.Name == port.StrVal || port.Type == intstr.Int && p.ContainerPort == port.IntVal {
				return true
			}
		}
	}
	return false
}

// checkServices checks services and what leads to them: ingresses, stateful sets and monitors.
func (all *objects) checkServices(t *testing.T) {
	ports := map[string]bool{}
	for _, s := range all.services {
		chosen := all.selected(t, &meta.LabelSelector{MatchLabels: s.Spec.Selector})
		if len(chosen) != 1 {
			t.Errorf("the service %s selects %d workloads", s.Name, len(chosen))
		}
		for _, p := range s.Spec.Ports {
			ports[s.Name+":"+p.Name] = true
			for _, w := range chosen {
				if !w.hasPort(p.TargetPort) {
					t.Errorf("the service %s leads to the port %s, which %s lacks", s.Name, p.TargetPort.String(), w.name)
				}
			}
		}
		ports[s.Name] = true
	}
	for _, w := range all.workloads {
		if w.service != "" && !ports[w.service] {
			t.Errorf("%s needs the service %s", w.name, w.service)
		}
	}
	for _, i := range all.ingresses {
		for _, rule := range i.Spec.Rules {
			for _, path := range rule.HTTP.Paths {
				if to := path.Backend.Service; !ports[fmt.Sprint(to.Name, ":", to.Port.Name)] {
					t.Errorf("the ingress leads to the service %s and its port %q, which is not there", to.Name, to.Port.Name)
				}
			}
		}
	}
	for _, m := range all.monitors {
		chosen := all.selected(t, &m.Spec.Selector)
		if len(chosen) != 1 {
			t.Fatalf("the monitor %s selects %d workloads", m.Name, len(chosen))
		}
		for _, end := range m.Spec.PodMetricsEndpoints {
			if end.Port == nil || !chosen[0].hasPort(intstr.FromString(*end.Port)) {
				t.Errorf("the monitor %s reads a port that %s lacks", m.Name, chosen[0].name)
			}
			if key := end.Authorization.Credentials; !documented(t)[key.Name+"/"+key.Key] {
				t.Errorf("the monitor %s needs the secret %s with %s, which docs/deploy.md does not create", m.Name, key.Name, key.Key)
			}
		}
	}
}

// checkReplicas checks budgets and autoscalers.
func (all *objects) checkReplicas(t *testing.T) {
	least := map[string]int32{}
	for _, w := range all.workloads {
		if w.replicas != nil {
			least[w.name] = *w.replicas
		}
	}
	for _, a := range all.autoscalers {
		name := a.Spec.ScaleTargetRef.Name
		if least[name] != 0 {
			t.Errorf("each apply would set the replicas of %s back to %d", name, least[name])
		}
		if a.Spec.MinReplicas == nil || *a.Spec.MinReplicas > a.Spec.MaxReplicas || len(a.Spec.Metrics) == 0 {
			t.Errorf("the bounds or metrics of the autoscaler %s are missing or wrong", a.Name)
			continue
		}
		least[name] = *a.Spec.MinReplicas
	}
	guarded := map[string]bool{}
	for _, b := range all.budgets {
		chosen := all.selected(t, b.Spec.Selector)
		if len(chosen) != 1 {
			t.Fatalf("the budget %s selects %d workloads", b.Name, len(chosen))
		}
		name := chosen[0].name
		guarded[name] = true
		if b.Spec.MaxUnavailable == nil || b.Spec.MaxUnavailable.IntVal < 1 || b.Spec.MaxUnavailable.IntVal >= least[name] {
			t.Errorf("the budget %s does not fit the %d replicas of %s", b.Name, least[name], name)
		}
	}
	for _, w := range all.workloads {
		if w.selector != nil && least[w.name] == 0 {
			t.Errorf("nothing says how many replicas %s has", w.name)
		}
		if least[w.name] > 1 && !guarded[w.name] {
			t.Errorf("%s has replicas and no budget", w.name)
		}
	}
}
