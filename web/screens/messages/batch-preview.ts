import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { joinList, plural } from '@agremia/resources/rules/plural.ts'
import { formatCount } from '../../ui/format-count.ts'
import type { PreviewedMessage } from './message-preview.tsx'

export type Channel = 'email' | 'sms' | 'letter'

/** How a message to many would turn out. */
export interface BatchPreview {
  total: number
  byChannel: Record<Channel, number>
  /** The first of those who get none. */
  leftOut: { memberId: string; name: string | null; reason: string; reasonLabel: string }[]
  leftOutByReason: Record<string, number>
  smsParts: number
  /** Euros with two places. */
  cost: number
  /** The message of the person who was asked for; null where there is nobody. */
  sample: (PreviewedMessage & PreviewedPerson) | null
}

interface PreviewedPerson {
  memberId: string
  name: string | null
  /** Null for those who get none, and then there is a reason. */
  channel: Channel | null
  recipient: string | null
  reason: string | null
  /** What is wrong with the message all the same, for the staff. */
  problem: string | null
}

/** How many get the message. */
export function receivers({ byChannel }: BatchPreview): number {
  return byChannel.email + byChannel.sms + byChannel.letter
}

/** What the button says that sends a message to so many. */
export function sendLabel(count: number): string {
  if (count === 0) return 'Enviar'
  return `Enviar a ${count === 1 ? '1 pessoa' : `${formatCount(count)} pessoas`}`
}

/** `200 emails, 40 SMS e 1 carta`. */
export function channelWords({ byChannel: { email, sms, letter } }: Pick<BatchPreview, 'byChannel'>): string {
  const parts = [
    email > 0 && `${formatCount(email)} ${plural(email, 'email', 'emails')}`,
    sms > 0 && `${formatCount(sms)} SMS`,
    letter > 0 && `${formatCount(letter)} ${plural(letter, 'carta', 'cartas')}`,
  ]
  return joinList(parts.filter((part) => part !== false))
}

/** `1,20 €` */
export function costText(cost: number): string {
  return formatAmount(Math.round(cost * 100))
}

/** What happens to a message while nothing is sent. */
export const heldWords = 'O envio automático está desligado: a mensagem fica retida até alguém a libertar.'

/** What is asked before a message goes to many. */
export function sendingWords(preview: BatchPreview, isPaused: boolean): { title: string; message: string } {
  const count = receivers(preview)
  const out = preview.total - count
  const sentences = [
    `Seguem ${channelWords(preview)}.`,
    out > 0 && `Não ${plural(out, 'recebe 1 pessoa', `recebem ${formatCount(out)} pessoas`)}.`,
    preview.cost > 0 && `Os SMS custam cerca de ${costText(preview.cost)}.`,
    preview.byChannel.letter > 0 && 'As cartas ficam por imprimir.',
    isPaused && 'O envio automático está desligado: as mensagens ficam retidas até alguém as libertar.',
  ]
  return {
    title: `${sendLabel(count)}?`,
    message: sentences.filter((sentence) => sentence !== false).join(' '),
  }
}
