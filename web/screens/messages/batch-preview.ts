import type { Euros } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toCents, formatNumber } from '@agremia/resources/rules/amount.ts'
import { counted, joinList, plural } from '@agremia/resources/rules/plural.ts'
import type { ExcludedGroup } from '../../resource/preview/left-out.tsx'
import type { PreviewedMessage } from './message-preview.tsx'

type Channel = 'email' | 'sms' | 'letter'

/** The answer of `POST /message_batches/preview`. */
export interface BatchPreview {
  total: number
  /** People. */
  byChannel: Record<Channel, number>
  /** Different addresses. */
  byAddress: Record<Channel, number>
  leftOut: ExcludedGroup[]
  smsParts: number
  /** In euros. */
  cost: Euros
  /** The message of the requested person; null when the audience is empty. */
  sample: (PreviewedMessage & PreviewedPerson) | null
}

interface PreviewedPerson {
  memberId: string
  name: string | null
  /** Null, with a reason, for people who get no message. */
  channel: Channel | null
  recipient: string | null
  reason: string | null
  /** A problem that does not prevent sending; shown to the staff. */
  problem: string | null
}

/** Number of people who get the message. */
export function recipientCount({ byChannel }: Pick<BatchPreview, 'byChannel'>): number {
  return byChannel.email + byChannel.sms + byChannel.letter
}

/** Label of the send button. */
export function sendLabel(count: number): string {
  if (count === 0) return 'Enviar'
  return `Enviar a ${count === 1 ? '1 pessoa' : `${formatNumber(count)} pessoas`}`
}

/** The number of messages by channel: one for each person, or for each address. */
export function writtenCounts(
  { byChannel, byAddress }: Pick<BatchPreview, 'byChannel' | 'byAddress'>,
  oncePer: unknown,
): Pick<BatchPreview, 'byChannel'> {
  return { byChannel: oncePer === 'address' ? byAddress : byChannel }
}

/** How many people there are at how many addresses; empty when nobody shares one. */
export function sharedText({ byChannel, byAddress }: BatchPreview): string {
  const [people, addresses] = [recipientCount({ byChannel }), recipientCount({ byChannel: byAddress })]
  if (people === addresses) return ''
  return `São ${formatNumber(people)} pessoas em ${counted(addresses, 'endereço', 'endereços')}.`
}

/** `200 emails, 40 SMS e 1 carta`. */
export function channelText({ byChannel: { email, sms, letter } }: Pick<BatchPreview, 'byChannel'>): string {
  const parts = [
    email > 0 && `${formatNumber(email)} ${plural(email, 'email', 'emails')}`,
    sms > 0 && `${formatNumber(sms)} SMS`,
    letter > 0 && `${formatNumber(letter)} ${plural(letter, 'carta', 'cartas')}`,
  ]
  return joinList(parts.filter((part) => part !== false))
}

/** `1,20 €` */
export function costText(cost: number): string {
  return formatAmount(toCents(cost))
}

/** The confirmation before sending a batch. `held`: why its messages do not leave by themselves. */
export function sendConfirmation(
  preview: BatchPreview,
  held: string | undefined,
  oncePer: unknown = 'person',
): { title: string; message: string } {
  const count = recipientCount(preview)
  const excluded = preview.total - count
  const sentences = [
    `Seguem ${channelText(writtenCounts(preview, oncePer))}.`,
    excluded > 0 &&
      `Não ${plural(excluded, 'recebe 1 pessoa', `recebem ${formatNumber(excluded)} pessoas`)}.`,
    preview.cost > 0 && `Os SMS custam cerca de ${costText(preview.cost)}.`,
    preview.byChannel.letter > 0 && 'As cartas ficam por imprimir.',
    held,
  ]
  return {
    title: `${sendLabel(count)}?`,
    message: sentences.filter(Boolean).join(' '),
  }
}
