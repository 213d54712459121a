/** Round steps, to be multiplied by a power of ten. */
const steps = [1, 2, 2.5, 5, 10]

/** Evenly spaced whole marks of an axis from 0, about `wanted` of them; the last is at least `most`. */
export function axisMarks(most: number, wanted = 4): number[] {
  const rough = Math.max(most, 1) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const isValid = (step: number) => step >= rough && Number.isInteger(step)
  const step = steps.map((one) => one * power).find(isValid) ?? Math.ceil(rough)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Cumulative sums, computed in cents to avoid rounding errors. */
export function runningSums(values: readonly number[]): number[] {
  let cents = 0
  return values.map((value) => (cents += Math.round(value * 100)) / 100)
}
