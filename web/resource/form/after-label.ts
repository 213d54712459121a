/** Text after a field's label: `: <message>`, or the rest of a message that begins with the label. */
export function afterLabel(label: string, problem: string): string {
  const begins = problem.toLowerCase().startsWith(`${label.toLowerCase()} `)
  return begins ? problem.slice(label.length) : `: ${problem}`
}
