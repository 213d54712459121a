import { counted } from '@agremia/resources/rules/plural.ts'
import type { Tone } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'

/** What became of the messages of a sending, each counted once. */
export interface SendingCounts {
  messages: number
  sent: number
  /** They wait for their turn, and leave by themselves. */
  waiting: number
  /** They wait for somebody's word. */
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

/**
 * Where a sending stands whose messages are all written, what needs somebody first; undefined where there is nothing to say of
 * them.
 */
export function standingOf(
  { messages, sent, waiting, held, toPrint, failed, cancelled }: SendingCounts,
  gender: 'm' | 'f',
): { tone: Tone; label: string } | undefined {
  if (held > 0)
    return {
      tone: 'amber',
      label: held === messages ? whole.held[gender] : counted(held, 'retida', 'retidas'),
    }
  if (waiting > 0) return { tone: 'blue', label: 'A sair' }
  if (toPrint > 0) return { tone: 'amber', label: `${counted(toPrint, 'carta', 'cartas')} por imprimir` }
  if (failed > 0) return { tone: 'red', label: counted(failed, 'falhou', 'falharam') }
  if (sent > 0) return { tone: 'green', label: whole.sent[gender] }
  return cancelled > 0 ? { tone: 'grey', label: whole.cancelled[gender] } : undefined
}

const whole = {
  held: { m: 'Retido', f: 'Retida' },
  sent: { m: 'Enviado', f: 'Enviada' },
  cancelled: { m: 'Cancelado', f: 'Cancelada' },
}
