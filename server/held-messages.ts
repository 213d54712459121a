import type { Querying } from './database/querying.ts'

/** Why messages do not leave by themselves, or (`switchedOff`) are not written. The first one is the reason of messages with several. */
const obstacles = {
  noMailServer: 'não há servidor de email',
  noSmsService: 'não há serviço de SMS',
  paused: 'o envio automático de mensagens está desligado',
  switchedOff: 'está desligada na configuração das mensagens',
} as const
export type Obstacle = keyof typeof obstacles

/** How many messages of each transaction have an obstacle. */
const ofTransactions = new WeakMap<Querying, Map<Obstacle, number>>()

/** Notes that a message of this transaction does not leave by itself. `count`: more than one, when it is not known how many. */
export function noteHeld(db: Querying, obstacle: Obstacle, count = 1): void {
  const counts = ofTransactions.get(db) ?? new Map<Obstacle, number>()
  counts.set(obstacle, (counts.get(obstacle) ?? 0) + count)
  ofTransactions.set(db, counts)
}

/** What became of the messages of this transaction that do not leave by themselves, for the staff; undefined when all do. */
export function heldText(db: Querying): string | undefined {
  const counts = ofTransactions.get(db)
  const name = Object.keys(obstacles).find((each): each is Obstacle => counts?.has(each as Obstacle) ?? false)
  if (!counts || !name) return undefined
  if (name === 'switchedOff') return `Não seguiu mensagem: ${obstacles[name]}.`
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return `${total === 1 ? 'A mensagem ficou retida' : 'As mensagens ficaram retidas'}: ${obstacles[name]}.`
}
