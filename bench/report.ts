/** A result: the ratio of two measurements of the same run, and its target. */
export interface Finding {
  what: string
  ratio: number
  /** The ratio should be at least, or at most, this. */
  target: { min: number } | { max: number }
  /** The measurements behind the ratio. */
  detail: string
}

let missed = 0

/** Prints a result. */
export function report({ what, ratio, target, detail }: Finding): void {
  const good = 'min' in target ? ratio >= target.min : ratio <= target.max
  if (!good) missed++
  const expected = 'min' in target ? `≥ ${decimal(target.min)}` : `≤ ${decimal(target.max)}`
  print(`${good ? 'ok    ' : 'MISSED'}  ${what}: ${decimal(ratio)}× (alvo ${expected}×)  [${detail}]`)
}

export function missedCount(): number {
  return missed
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function milliseconds(value: number): string {
  return `${decimal(value)} ms`
}

export function perSecond(value: number): string {
  return `${Math.round(value)}/s`
}

function decimal(value: number): string {
  return value.toLocaleString('pt-PT', { maximumFractionDigits: value < 10 ? 2 : 0, useGrouping: false })
}
