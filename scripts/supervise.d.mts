import type { ChildProcess } from 'node:child_process'

interface Supervised {
  launch: () => ChildProcess
  stop: AbortSignal
  print: (line: string) => void
}
export function supervise(supervised: Supervised): Promise<number>
