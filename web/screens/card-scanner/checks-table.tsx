import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { plural } from '@agremia/resources/rules/plural.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { type Check, type CheckStatus, clockTime, countChecks, notesOf, statusWords } from './check.ts'
import classes from './checks-table.module.css'
import scannerClasses from './scanner.module.css'

/** Rows shown at first, and added by each «Mostrar mais». */
const step = 100

/** The checks of the list, newest first. */
export function ChecksTable({ checks }: { checks: readonly Check[] }) {
  const { memberSingular } = useTerminology()
  const [shownCount, setShownCount] = useState(step)
  const latest = checks.slice(-shownCount).reverse()
  return (
    <>
      <table className={classes.table} aria-label="Cartões verificados">
        <thead>
          <tr>
            <th scope="col">Hora</th>
            <th scope="col">{capitalise(memberSingular)}</th>
            <th scope="col">Estado</th>
          </tr>
        </thead>
        <tbody>
          {latest.map((check) => (
            <CheckRow key={check.place} check={check} />
          ))}
        </tbody>
      </table>
      {checks.length > shownCount && (
        <Button variant="default" onClick={() => setShownCount(shownCount + step)}>
          Mostrar mais
        </Button>
      )}
    </>
  )
}

function CheckRow({ check }: { check: Check }) {
  const { tone, word } = statusWords[check.status]
  return (
    <tr data-repeated={check.firstAt !== undefined}>
      <td className={classes.time}>{clockTime(check.at)}</td>
      <td>
        <Holder check={check} />
      </td>
      <td>
        <StateBadge tone={tone} label={word} />
        {notesOf(check).map((note) => (
          <span key={note} className={classes.note}>
            {note}
          </span>
        ))}
      </td>
    </tr>
  )
}

function Holder({ check: { name, memberNumber, memberId, category, code } }: { check: Check }) {
  const terminology = useTerminology()
  if (name === undefined) return <span className={classes.code}>{code}</span>
  return (
    <>
      {memberId === undefined ? (
        name
      ) : (
        <AppLink className={classes.link} to={`/${terminology.memberURLPlural}/${memberId}`}>
          {name}
        </AppLink>
      )}
      <span className={classes.note}>
        {fillTerms(`{MemberSingular} n.º ${memberNumber ?? ''} · ${category ?? ''}`, terminology)}
      </span>
    </>
  )
}

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
    <ul className={scannerClasses.counts} aria-label="Contagem por estado">
      <li className={scannerClasses.total}>
        <strong>{formatNumber(checks.length - repeated)}</strong>{' '}
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
