package bench

import (
	"bytes"
	"context"
	"fmt"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

func (s *server) usage(ctx context.Context) (*Usage, error) {
	b, err := s.calls.Read(ctx, "/metrics")
	if err != nil {
		return nil, err
	}
	return parseUsage(b)
}

func parseUsage(text []byte) (*Usage, error) {
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	u := &Usage{At: time.Now().UTC()}
	for name, value := range map[string]*float64{
		"process_resident_memory_bytes": &u.Resident, "go_memstats_heap_inuse_bytes": &u.Heap, "go_memstats_stack_inuse_bytes": &u.Stack,
		"go_goroutines": &u.Routines, "process_cpu_seconds_total": &u.CPU,
	} {
		if *value = first(families[name]); *value == 0 && name == "process_resident_memory_bytes" {
			return nil, fmt.Errorf("metrics: there is no %s", name)
		}
	}
	return u, nil
}

func first(f *dto.MetricFamily) float64 {
	for _, m := range f.GetMetric() {
		return m.GetGauge().GetValue() + m.GetCounter().GetValue() + m.GetUntyped().GetValue()
	}
	return 0
}
