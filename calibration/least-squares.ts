/** Levenberg-Marquardt on weighted residuals with numerical derivatives (Nocedal and Wright, Numerical Optimization, 10.3). */
import { CholeskyDecomposition, Matrix } from 'ml-matrix'

export interface Fitted {
  readonly params: Float64Array
  /** Inverse of J^T J at the solution: the covariance when residuals are in units of their sigma. */
  readonly covariance: Matrix
  readonly cost: number
}

/** Residuals (already divided by their sigmas) for a set of parameters; the length must not change. */
export type Residuals = (params: Float64Array) => Float64Array

export function fitLeastSquares(start: ArrayLike<number>, steps: ArrayLike<number>, residuals: Residuals, iterations = 20): Fitted {
  let params = Float64Array.from(start)
  let r = residuals(params)
  let cost = dot(r, r)
  let lambda = 1e-3
  const n = params.length
  let normal = Matrix.eye(n)
  for (let it = 0; it < iterations; it++) {
    const jac: Float64Array[] = []
    for (let k = 0; k < n; k++) {
      const moved = params.slice()
      moved[k]! += steps[k]!
      const rk = residuals(moved)
      for (let i = 0; i < rk.length; i++) rk[i] = (rk[i]! - r[i]!) / steps[k]!
      jac.push(rk)
    }
    normal = new Matrix(n, n)
    const grad = new Matrix(n, 1)
    for (let a = 0; a < n; a++) {
      for (let b = a; b < n; b++) {
        const v = dot(jac[a]!, jac[b]!)
        normal.set(a, b, v)
        normal.set(b, a, v)
      }
      grad.set(a, 0, -dot(jac[a]!, r))
    }
    let better = false
    for (let tries = 0; tries < 8 && !better; tries++) {
      const damped = normal.clone()
      for (let k = 0; k < n; k++) damped.set(k, k, normal.get(k, k) * (1 + lambda) + 1e-12)
      const chol = new CholeskyDecomposition(damped)
      if (!chol.isPositiveDefinite()) {
        lambda *= 10
        continue
      }
      const step = chol.solve(grad)
      const next = params.map((v, k) => v + step.get(k, 0))
      const rn = residuals(next)
      const c = dot(rn, rn)
      if (c < cost) {
        better = true
        const gain = cost - c
        params = next
        r = rn
        cost = c
        lambda = Math.max(1e-9, lambda / 8)
        if (gain < 1e-7 * cost) it = iterations
      } else lambda *= 6
    }
    if (!better) break
  }
  for (let k = 0; k < n; k++) normal.set(k, k, normal.get(k, k) + 1e-12)
  return { params, covariance: new CholeskyDecomposition(normal).solve(Matrix.eye(n)), cost }
}

function dot(a: Float64Array, b: Float64Array): number {
  let s = 0
  for (let i = 0; i < a.length; i++) s += a[i]! * b[i]!
  return s
}
