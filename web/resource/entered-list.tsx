import { type ReactNode, useState } from 'react'
import { formatAmount, type Cents } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { Gender } from '@agremia/resources/rules/names.ts'
import { AppLink } from '../ui/app-link.tsx'
import classes from './entered-list.module.css'

export interface EnteredRecord {
  id: string
  number: string
  name: string
  cents: Cents
}

interface EnteredProps<Entered extends EnteredRecord> {
  /** Newest first. */
  entered: readonly Entered[]
  gender: Gender
}

/** Number and total of the records entered in this tab. */
export function EnteredCount({ entered, gender }: EnteredProps<EnteredRecord>) {
  if (entered.length === 0) return null
  const total = entered.reduce((sum, { cents }) => sum + cents, 0)
  const [one, many] = gender === 'f' ? ['registada', 'registadas'] : ['registado', 'registados']
  return (
    <span className={classes.count}>
      {counted(entered.length, one, many)} nesta sessão · {formatAmount(total)}
    </span>
  )
}

interface EnteredListProps<Entered extends EnteredRecord> extends EnteredProps<Entered> {
  pathOf: (id: string) => string
  /** Buttons after a record. */
  tools?: (entered: Entered) => ReactNode
}

const maxShown = 5

/** The last records entered in this tab; a new one flashes. */
export function EnteredList<Entered extends EnteredRecord>(props: EnteredListProps<Entered>) {
  const { entered, gender, pathOf, tools } = props
  const [firstAtOpening] = useState(entered[0]?.id)
  if (entered.length === 0) return null
  const [newest] = entered
  const title = gender === 'f' ? 'Registadas nesta sessão' : 'Registados nesta sessão'
  return (
    <section className={classes.last} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <output className="visually-hidden">
        {newest &&
          newest.id !== firstAtOpening &&
          `${newest.number} ${gender === 'f' ? 'registada' : 'registado'}.`}
      </output>
      <ul className={classes.list}>
        {entered.slice(0, maxShown).map((one, index) => (
          <li key={one.id} className={classes.entry} data-new={index === 0 && one.id !== firstAtOpening}>
            <AppLink to={pathOf(one.id)} className={classes.one}>
              <span className={classes.number}>{one.number}</span>
              <span className={classes.name}>{one.name}</span>
              <span className={classes.amount}>{formatAmount(one.cents)}</span>
            </AppLink>
            {tools?.(one)}
          </li>
        ))}
      </ul>
    </section>
  )
}
