import { IconAlertCircle, IconClockPause } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import classes from './message-problem.module.css'

/** Why the message did not leave, or may not have arrived, and what can be done. */
export function MessageProblem({ record }: { record: StoredRecord }) {
  const reason = useFields('messages')?.reason
  const way = record.state === 'cancelled' && !record.reason ? undefined : ways[String(record.state)]
  if (!way || !reason) return null
  const Icon = way.tone === 'red' ? IconAlertCircle : IconClockPause
  const said = [choiceText(record.reason, reason), record.lastError].filter(Boolean)
  return (
    <section className={classes.problem} data-tone={way.tone} aria-label="O que se passou">
      <Icon size="1.25rem" stroke={1.5} aria-hidden />
      <div>
        {said.length > 0 && <strong>{said.join(': ')}</strong>}
        <p>{record.reason === 'toPrint' ? 'As cartas imprimem-se e seguem pelo correio.' : way.out}</p>
      </div>
    </section>
  )
}

const ways: Record<string, { tone: 'red' | 'amber'; out: string }> = {
  failed: { tone: 'red', out: 'Corrija o contacto e envie de novo, ou envie para outro destino.' },
  held: { tone: 'amber', out: 'Não sai sem que alguém o decida: liberte-a, ou cancele-a.' },
  cancelled: { tone: 'amber', out: 'Não foi enviada, nem pode ser enviada de novo.' },
  doubtful: {
    tone: 'amber',
    out: 'O envio foi interrompido a meio e pode ter chegado. Só sai outra vez se a enviar de novo.',
  },
}
