import type { ChildProcess } from 'node:child_process'

interface Supervised {
  launch: () => ChildProcess
  stop: AbortSignal
  say: (line: string) => void
}
export function supervise(supervised: Supervised): Promise<number>
