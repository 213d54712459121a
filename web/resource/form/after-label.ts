/** What follows the name of a field when its problem is said: nothing is repeated where the problem begins with that name. */
export function afterLabel(label: string, problem: string): string {
  const begins = problem.toLowerCase().startsWith(`${label.toLowerCase()} `)
  return begins ? problem.slice(label.length) : `: ${problem}`
}
