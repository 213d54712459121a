import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { VisitOutcome } from '@agremia/resources/definitions/rounds.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { euros } from '../../ui/euros.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { Mark, PendingMark } from './pending-marks.ts'
import classes from './route.module.css'

/** A charge of a visit; `amount` of the round and `owed`, the open amount now, in euros. */
interface VisitCharge {
  _id: string
  description: string
  dueDate: string
  amount: Euros
  owed: Euros
}

interface VisitCardProps {
  visit: ResourceRecord<'roundVisits'>
  fields: FieldMap
  pending: PendingMark | undefined
  mayMark: boolean
  onMark: (mark: Mark) => void
  /** Opens the dialog with another amount or a note. */
  onMore: () => void
  onDiscard: () => void
}

const others = { absent: 'Ausente', refused: 'Recusou', moved: 'Mudou-se' } as const

/** A visit on a phone: name, address, open charges, and one touch for each outcome. */
export function VisitCard({ visit, fields, pending, mayMark, onMark, onMore, onDiscard }: VisitCardProps) {
  const outcome = pending?.outcome ?? visit.outcome
  const phone = visit.mobile || visit.phone || ''
  const owed = toCents(visit.owed)
  const isOpen = outcome === 'toVisit'
  const note = pending ? pending.note : visit.note
  return (
    <li className={classes.card} data-outcome={outcome} aria-label={visit.memberLabel ?? ''}>
      <div className={classes.top}>
        <div className={classes.who}>
          <strong className={classes.name}>{visit.memberLabel}</strong>
          <span className={classes.address}>{visit.address || 'Sem morada'}</span>
        </div>
        {phone !== '' && (
          <Button
            component="a"
            href={`tel:${phone}`}
            variant="default"
            className={classes.call}
            aria-label={`Telefonar a ${visit.memberLabel ?? ''}, ${displayPhone(phone)}`}
          >
            <IconPhone size="1.25rem" stroke={1.5} aria-hidden />
          </Button>
        )}
      </div>
      {isOpen ? <Charges visit={visit} /> : <Result {...{ visit, fields, outcome, pending }} />}
      {note != null && note !== '' && <p className={classes.note}>{note}</p>}
      {pending && <Unsent pending={pending} onDiscard={onDiscard} />}
      {mayMark && isOpen && (
        <div className={classes.buttons}>
          {owed > 0 && (
            <Button
              className={classes.paid}
              onClick={() => onMark({ outcome: 'paid', amount: visit.owed ?? 0 })}
            >
              Pagou {euros(visit.owed)}
            </Button>
          )}
          {Object.entries(others).map(([name, label]) => (
            <Button
              key={name}
              variant="default"
              className={classes.other}
              onClick={() => onMark({ outcome: name as VisitOutcome })}
            >
              {label}
            </Button>
          ))}
          <Button variant="subtle" className={classes.more} onClick={onMore}>
            Outro valor ou nota
          </Button>
        </div>
      )}
      {mayMark && !isOpen && pending?.refusal === undefined && (
        <Button variant="subtle" className={classes.more} onClick={() => onMark({ outcome: 'toVisit' })}>
          Corrigir
        </Button>
      )}
    </li>
  )
}

function Charges({ visit }: { visit: ResourceRecord<'roundVisits'> }) {
  const charges = (visit.charges ?? []) as VisitCharge[]
  return (
    <ul className={classes.charges}>
      {charges.map(({ _id, description, dueDate, owed }) => (
        <li key={_id}>
          <span>
            {description} <span className={classes.due}>de {formatDate(dueDate)}</span>
          </span>
          <span className={classes.amount}>{toCents(owed) > 0 ? euros(owed) : 'já pago'}</span>
        </li>
      ))}
    </ul>
  )
}

interface ResultProps extends Pick<VisitCardProps, 'visit' | 'fields' | 'pending'> {
  outcome: VisitOutcome
}

function Result({ visit, fields, pending, outcome }: ResultProps) {
  const option = fields.outcome?.options?.find(({ value }) => value === outcome)
  const amount = pending ? (pending.amount ?? visit.owed) : visit.collectedAmount
  return (
    <p className={classes.result}>
      <StateBadge tone={option?.tone} label={option?.label ?? outcome} />
      {outcome === 'paid' && <strong className={classes.amount}>{euros(amount)}</strong>}
    </p>
  )
}

function Unsent({ pending, onDiscard }: { pending: PendingMark; onDiscard: () => void }) {
  if (pending.refusal === undefined) return <p className={classes.unsent}>Por enviar</p>
  return (
    <div className={classes.refused} role="alert">
      <p>{pending.refusal}</p>
      <Button variant="default" size="compact-sm" onClick={onDiscard}>
        Retirar a marca
      </Button>
    </div>
  )
}
