import type { Values } from '../../fields/index.ts'
import type { StoredRecord } from '../../api/client.ts'
import type { RecordProps } from '../../resource/loaded-record.tsx'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useFields, useResource } from '../../api/queries.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { RecordHistory } from '../../resource/record-history.tsx'
import classes from './batch-view.module.css'
import type { Tone } from '@agremia/resources/field-types.ts'

/** In these states the counts of the messages determine the badge. */
const statesWithMessages = ['composed', 'sent']

interface SendingStateProps {
  resource: string
  /** The field with the record's own state. */
  field: string
  record: StoredRecord
  /** The record with the message counts, when it may be newer than `record`. */
  counts?: StoredRecord | undefined
}

/** The state badge of a batch or payment message: its own state until its messages are written, then their outcome. */
export function SendingState({ resource, field, record, counts = record }: SendingStateProps) {
  const option = useFields(resource)?.[field]?.options?.find(({ value }) => value === record[field])
  const gender = useResource(resource)?.label.gender ?? 'm'
  const outcome = statesWithMessages.includes(String(record[field]))
    ? sendingStateOf(countsOf(counts), gender)
    : undefined
  const shown = outcome ?? option
  return shown ? <StateBadge tone={shown.tone} label={shown.label} /> : null
}

export function BatchState({ record }: RecordProps<'messageBatches'>) {
  return <SendingState resource="messageBatches" field="state" record={record} />
}

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

export function countsOf(record: Values): SendingCounts {
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

/** The collapsed audit history of a batch or payment message. */
export function SendingHistory({ resource, id }: { resource: string; id: string }) {
  return (
    <details className={classes.more}>
      <summary>Histórico</summary>
      <RecordHistory resource={resource} id={id} />
    </details>
  )
}
