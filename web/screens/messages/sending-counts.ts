import { counted } from '@agremia/resources/rules/plural.ts'
import type { Tone } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'

/** Messages of a batch by outcome; each message is counted once. */
export interface SendingCounts {
  messages: number
  sent: number
  /** Queued; will be sent automatically. */
  waiting: number
  /** Wait for a person's decision. */
  held: number
  toPrint: number
  failed: number
  cancelled: number
}

export function countsOf(record: Pick<StoredRecord, string>): SendingCounts {
  const of = (name: string) => Number(record[name] ?? 0)
  const [sent, held, toPrint] = [of('sent'), of('held'), of('toPrint')]
  const [failed, cancelled, messages] = [of('failed'), of('cancelled'), of('done') - of('leftOut')]
  const waiting = Math.max(0, messages - sent - held - toPrint - failed - cancelled)
  return { messages, sent, waiting, held, toPrint, failed, cancelled }
}

/** The badge of a batch whose messages are all written; outcomes that need a decision come first. Undefined without messages. */
export function sendingStateOf(
  { messages, sent, waiting, held, toPrint, failed, cancelled }: SendingCounts,
  gender: 'm' | 'f',
): { tone: Tone; label: string } | undefined {
  if (held > 0)
    return {
      tone: 'amber',
      label: held === messages ? labelsOfAll.held[gender] : counted(held, 'retida', 'retidas'),
    }
  if (waiting > 0) return { tone: 'blue', label: 'A sair' }
  if (toPrint > 0) return { tone: 'amber', label: `${counted(toPrint, 'carta', 'cartas')} por imprimir` }
  if (failed > 0) return { tone: 'red', label: counted(failed, 'falhou', 'falharam') }
  if (sent > 0) return { tone: 'green', label: labelsOfAll.sent[gender] }
  return cancelled > 0 ? { tone: 'grey', label: labelsOfAll.cancelled[gender] } : undefined
}

const labelsOfAll = {
  held: { m: 'Retido', f: 'Retida' },
  sent: { m: 'Enviado', f: 'Enviada' },
  cancelled: { m: 'Cancelado', f: 'Cancelada' },
}
