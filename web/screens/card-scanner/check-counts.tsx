import { plural } from '@agremia/resources/rules/plural.ts'
import { formatCount } from '../../ui/format-count.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { countChecks, type Check, type CheckStatus } from './check.ts'
import { statusWords } from './check-words.ts'
import classes from './scanner.module.css'

const order: readonly CheckStatus[] = [
  'valido',
  'irregular',
  'expirado',
  'suspenso',
  'invalido',
  'semCartao',
  'desconhecido',
  'pendente',
]

/** Number of cards per status; repeated checks of a card are counted separately. */
export function CheckCounts({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return null
  const { byStatus, repeated } = countChecks(checks)
  const shown = order.filter((status) => status === 'valido' || byStatus.has(status))
  return (
    <ul className={classes.counts} aria-label="Contagem por estado">
      <li className={classes.total}>
        <strong>{formatCount(checks.length - repeated)}</strong>{' '}
        {plural(checks.length - repeated, 'entrada', 'entradas')}
      </li>
      {shown.map((status) => (
        <li key={status}>
          <StateBadge
            tone={statusWords[status].tone}
            label={`${statusWords[status].word}: ${byStatus.get(status) ?? 0}`}
          />
        </li>
      ))}
      {repeated > 0 && (
        <li>
          <StateBadge tone="grey" label={`Repetido: ${repeated}`} />
        </li>
      )}
    </ul>
  )
}
