import { counted } from './rules/plural.ts'

/** What the account of somebody can still do besides the membership. */
export interface Held {
  userId: string
  name: string
  /** Label of the role of an account that can do the work of the staff, else null. */
  role: string | null
  sessions: number
  /** Names. */
  secrets: readonly string[]
  collectorId: string | null
  cards: number
}

/** The accesses a person holds, in words, by the screen that ends them: `uma conta de editor`, `2 sessões abertas`. */
export function heldWords({ role, sessions, secrets, collectorId, cards }: Held) {
  const words: { kind: 'account' | 'secrets' | 'collector' | 'cards'; text: string }[] = []
  if (role !== null) words.push({ kind: 'account', text: `uma conta de ${role.toLowerCase()}` })
  if (sessions > 0)
    words.push({ kind: 'account', text: counted(sessions, 'sessão aberta', 'sessões abertas') })
  if (secrets.length > 0)
    words.push({
      kind: 'secrets',
      text: `${counted(secrets.length, 'chave de API', 'chaves de API')} (${secrets.join(', ')})`,
    })
  if (collectorId !== null) words.push({ kind: 'collector', text: 'o lugar de cobrador' })
  if (cards > 0) words.push({ kind: 'cards', text: counted(cards, 'cartão', 'cartões') })
  return words
}
