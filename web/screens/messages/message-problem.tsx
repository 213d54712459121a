import { IconAlertCircle, IconClockPause } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import classes from './message-problem.module.css'

/** Why the message was not sent, or may not have arrived, and what to do. */
export function MessageProblem({ record }: { record: StoredRecord }) {
  const reason = useFields('messages')?.reason
  const remedy = record.state === 'cancelled' && !record.reason ? undefined : remedies[String(record.state)]
  if (!remedy || !reason) return null
  const Icon = remedy.tone === 'red' ? IconAlertCircle : IconClockPause
  const reasons = [choiceText(record.reason, reason), record.lastError].filter(Boolean)
  return (
    <section className={classes.problem} data-tone={remedy.tone} aria-label="O que se passou">
      <Icon size="1.25rem" stroke={1.5} aria-hidden />
      <div>
        {reasons.length > 0 && <strong>{reasons.join(': ')}</strong>}
        <p>{record.reason === 'toPrint' ? 'As cartas imprimem-se e seguem pelo correio.' : remedy.text}</p>
      </div>
    </section>
  )
}

const remedies: Record<string, { tone: 'red' | 'amber'; text: string }> = {
  failed: { tone: 'red', text: 'Corrija o contacto e envie de novo, ou envie para outro destino.' },
  held: { tone: 'amber', text: 'Não sai sem que alguém o decida: liberte-a, ou cancele-a.' },
  cancelled: { tone: 'amber', text: 'Não foi enviada, nem pode ser enviada de novo.' },
  doubtful: {
    tone: 'amber',
    text: 'O envio foi interrompido a meio e pode ter chegado. Só sai outra vez se a enviar de novo.',
  },
}
