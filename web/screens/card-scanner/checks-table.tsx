import { Button } from '@mantine/core'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import { useState } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { Check } from './check.ts'
import { clockTime, notesOf, statusWords } from './check-words.ts'
import classes from './checks-table.module.css'

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
