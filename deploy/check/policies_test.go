package check

import (
	"testing"

	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// checkPolicies checks that the policies are about pods that exist, that nothing is reachable
// without one, and that what may leave one pod may also enter the other.
func (all *objects) checkPolicies(t *testing.T) {
	closed := false
	for _, p := range all.policies {
		selector := &p.Spec.PodSelector
		if len(selector.MatchLabels) == 0 && len(selector.MatchExpressions) == 0 {
			closed = closed || len(p.Spec.Ingress) == 0 && len(p.Spec.Egress) == 0 && len(p.Spec.PolicyTypes) == 2
			continue
		}
		from := all.selected(t, selector)
		if len(from) == 0 {
			t.Errorf("the policy %s selects no pods", p.Name)
		}
		for _, rule := range p.Spec.Egress {
			for _, to := range all.peers(t, p.Name, rule.To) {
				for _, port := range rule.Ports {
					for _, source := range from {
						if !all.admits(t, to, source, port) {
							t.Errorf("the policy %s lets %s reach %s at %s, but none lets it in there", p.Name, source.name, to.name, port.Port)
						}
					}
				}
			}
		}
		for _, rule := range p.Spec.Ingress {
			all.peers(t, p.Name, rule.From)
			for _, port := range rule.Ports {
				for _, w := range from {
					if !w.hasPort(*port.Port) {
						t.Errorf("the policy %s opens the port %s, which %s lacks", p.Name, port.Port, w.name)
					}
				}
			}
		}
	}
	if len(all.policies) > 0 && !closed {
		t.Error("no policy closes what the others do not open")
	}
}

// peers returns the workloads of the namespace among the peers of a rule.
func (all *objects) peers(t *testing.T, policy string, peers []networking.NetworkPolicyPeer) (list []workload) {
	t.Helper()
	if len(peers) == 0 {
		t.Errorf("a rule of the policy %s opens a port for everybody", policy)
	}
	for _, peer := range peers {
		if peer.PodSelector == nil || peer.NamespaceSelector != nil {
			continue
		}
		chosen := all.selected(t, peer.PodSelector)
		if len(chosen) == 0 {
			t.Errorf("the policy %s names pods that do not exist", policy)
		}
		list = append(list, chosen...)
	}
	return list
}

// admits reports whether a policy lets a workload reach a port of another one.
func (all *objects) admits(t *testing.T, to, from workload, port networking.NetworkPolicyPort) bool {
	t.Helper()
	is := func(selector *meta.LabelSelector, w workload) bool {
		for _, chosen := range all.selected(t, selector) {
			if chosen.name == w.name {
				return true
			}
		}
		return false
	}
	for _, p := range all.policies {
		if !is(&p.Spec.PodSelector, to) {
			continue
		}
		for _, rule := range p.Spec.Ingress {
			for _, peer := range rule.From {
				if peer.PodSelector == nil || peer.NamespaceSelector != nil || !is(peer.PodSelector, from) {
					continue
				}
				for _, open := range rule.Ports {
					if protocol(open) == protocol(port) && number(open) == number(port) {
						return true
					}
				}
			}
		}
	}
	return false
}

func protocol(p networking.NetworkPolicyPort) core.Protocol {
	if p.Protocol == nil {
		return core.ProtocolTCP
	}
	return *p.Protocol
}

func number(p networking.NetworkPolicyPort) intstr.IntOrString {
	if p.Port == nil {
		return intstr.IntOrString{}
	}
	return *p.Port
}
