// Package stats computes means, quantiles and intervals.
package stats

import (
	"math"
	"slices"
)

// Mean returns the mean of values, 0 if there are none.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// Deviation returns the standard deviation of a sample, 0 if it has fewer than two values.
func Deviation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	mean, sum := Mean(values), 0.0
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// Quantile returns the least value such that at least a part q is not greater; 0 if there are none.
func Quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	i := int(q*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}

// Median returns the middle of the values, or the mean of the two in the middle; 0 if there are
// none.
func Median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Distance returns the Kolmogorov–Smirnov distance of two samples, from 0 (alike) to 1: the most by
// which their shares up to some limit differ. It is 0 if one is empty.
func Distance(a, b []float64) (most float64) {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	for i, j := 0, 0; i < len(a) && j < len(b); {
		limit := min(a[i], b[j])
		for i < len(a) && a[i] <= limit {
			i++
		}
		for j < len(b) && b[j] <= limit {
			j++
		}
		most = max(most, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	return most
}

const z95 = 1.959964

// Wilson returns the 95 % confidence interval of the share of successes, after Wilson (1927).
// Unlike the normal approximation, it stays within 0 and 1.
func Wilson(successes, n int) (low, high float64) {
	return WilsonShare(float64(successes)/float64(max(n, 1)), n)
}

// WilsonShare is Wilson for trials that can succeed in part.
func WilsonShare(share float64, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	size, z := float64(n), z95*z95
	middle := (share + z/(2*size)) / (1 + z/size)
	half := z95 / (1 + z/size) * math.Sqrt(share*(1-share)/size+z/(4*size*size))
	return max(middle-half, 0), min(middle+half, 1)
}

// MannWhitney returns the two-sided p-value of the Mann–Whitney U test: how likely two samples
// differ so much in rank if they come from one distribution. The normal approximation with a
// correction for ties needs about eight values in each. It is 1 if one is empty.
func MannWhitney(a, b []float64) float64 {
	n, m := float64(len(a)), float64(len(b))
	all := slices.Sorted(slices.Values(slices.Concat(a, b)))
	ranks, ties := map[float64]float64{}, 0.0
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j] == all[i] {
			j++
		}
		ranks[all[i]] = float64(i+j+1) / 2 // the mean of the ranks i+1 to j
		same := float64(j - i)
		ties += same*same*same - same
		i = j
	}
	sum := 0.0
	for _, v := range a {
		sum += ranks[v]
	}
	variance := n * m / 12 * (n + m + 1 - ties/max((n+m)*(n+m-1), 1))
	if n == 0 || m == 0 || variance <= 0 {
		return 1
	}
	far := max(math.Abs(sum-n*(n+m+1)/2)-0.5, 0) // 0.5 is the correction for continuity
	return math.Erfc(far / math.Sqrt(2*variance))
}
