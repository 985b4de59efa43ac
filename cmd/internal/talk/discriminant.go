package talk

import "math"

// discriminant is Fisher's linear discriminant of two kinds with a common covariance.
type discriminant struct {
	weights [features]float64
	// bound is the least projection that counts as the first kind.
	bound float64
}

func (d *discriminant) is(m *message) bool { return dot(&d.weights, &m.point) >= d.bound }

func dot(a, b *[features]float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// ridge is added to the covariance, as a share of the mean variance: messages are few.
const ridge = 0.1

// moments are the sums over messages from which a discriminant is fitted.
type moments struct {
	n   [2]float64
	sum [2][features]float64
	// products holds the sums of the products of two features, of both kinds together.
	products [features][features]float64
}

func (s *moments) add(m *message) {
	k := number(m.is)
	s.n[k]++
	for i, v := range m.point {
		s.sum[k][i] += v
		if v == 0 {
			continue // most groups of letters are in no message
		}
		for j := range i + 1 {
			s.products[i][j] += v * m.point[j]
		}
	}
}

// without returns the sums without those of some messages.
func (s *moments) without(o *moments) *moments {
	rest := *s
	for k := range rest.n {
		rest.n[k] -= o.n[k]
		for i := range rest.sum[k] {
			rest.sum[k][i] -= o.sum[k][i]
		}
	}
	for i := range rest.products {
		for j := range i + 1 {
			rest.products[i][j] -= o.products[i][j]
		}
	}
	return &rest
}

// fit returns the discriminant. The shares of the kinds are their prior chances.
func (s *moments) fit() *discriminant {
	var means [2][features]float64
	for k := range means {
		for i := range means[k] {
			means[k][i] = s.sum[k][i] / max(s.n[k], 1)
		}
	}
	d := &discriminant{}
	var middle [features]float64
	for i := range middle {
		d.weights[i], middle[i] = means[1][i]-means[0][i], (means[1][i]+means[0][i])/2
	}
	solve(s.covariance(&means), &d.weights)
	d.bound = dot(&d.weights, &middle) - math.Log(max(s.n[1], 0.5)/max(s.n[0], 0.5))
	return d
}

// covariance returns that of the features within the kinds, with the ridge.
func (s *moments) covariance(means *[2][features]float64) *[features][features]float64 {
	c, trace := s.products, 0.0
	for i := range c {
		for j := range i + 1 {
			for k := range means {
				c[i][j] -= s.n[k] * means[k][i] * means[k][j]
			}
			c[i][j] /= max(s.n[0]+s.n[1]-2, 1)
			c[j][i] = c[i][j]
		}
		trace += c[i][i]
	}
	for i := range c {
		c[i][i] += ridge*trace/features + 1e-9
	}
	return &c
}

// solve replaces b by the solution of a x = b, by Gaussian elimination. The matrix is positive
// definite, so no pivot is needed.
func solve(a *[features][features]float64, b *[features]float64) {
	for i := range a {
		for j := i + 1; j < features; j++ {
			ratio := a[j][i] / a[i][i]
			for k := i; k < features; k++ {
				a[j][k] -= ratio * a[i][k]
			}
			b[j] -= ratio * b[i]
		}
	}
	for i := features - 1; i >= 0; i-- {
		for k := i + 1; k < features; k++ {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
}
