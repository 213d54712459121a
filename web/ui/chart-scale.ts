/** The steps of an axis that people count in, times a power of ten. */
const steps = [1, 2, 2.5, 5, 10]

/** The marks of an axis that begins at 0: whole numbers evenly apart, about `wanted` of them, the last not below `most`. */
export function axisMarks(most: number, wanted = 4): number[] {
  const rough = Math.max(most, 1) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const suits = (step: number) => step >= rough && Number.isInteger(step)
  const step = steps.map((one) => one * power).find(suits) ?? Math.ceil(rough)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Each value added to those before it. In cents, so that nothing is lost. */
export function runningSums(values: readonly number[]): number[] {
  let cents = 0
  return values.map((value) => (cents += Math.round(value * 100)) / 100)
}
