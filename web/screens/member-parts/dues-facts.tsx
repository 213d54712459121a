import { useQuery } from '@tanstack/react-query'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { Fact } from '../../ui/facts.tsx'
import { lastPaidYear, marksOf } from '../../ui/quota-marks.ts'
import { QuotaStrip } from '../../ui/quota-strip.tsx'
import { debtOf, stripLabel } from './first-members.ts'
import classes from './member-cells.module.css'
import { openChargesQuery } from './charges-queries.ts'

/** How much is owed, in how many debts and since when. */
export function DebtFact({ record }: { record: StoredRecord }) {
  const count = useQuery(openChargesQuery(record._id)).data?.meta.total
  const { said, isLate } = debtOf(record)
  const since = typeof record.oldestDebt === 'string' && `desde ${record.oldestDebt.slice(0, 4)}`
  const credit = typeof record.credit === 'number' ? (decimalToCents(record.credit) ?? 0) : 0
  const notes = [
    said !== '' && credit === 0 && count !== undefined && counted(count, 'dívida', 'dívidas'),
    said !== '' && (since || 'por vencer'),
    credit > 0 && `crédito ${formatAmount(credit)}`,
  ]
  return (
    <Fact
      label="Em dívida"
      value={
        said === '' ? (
          'Nada'
        ) : (
          <span className={classes.debt} data-late={isLate}>
            {said}
          </span>
        )
      }
      note={notes.filter((note) => note !== false).join(', ')}
    />
  )
}

/** How the last years were paid. */
export function StripFact({ record }: { record: StoredRecord }) {
  const { membershipPayments } = useTerminology()
  const marks = marksOf(record.quotaStrip)
  const last = lastPaidYear(marks)
  const owes = Object.values(marks).some((mark) => mark === 'owed' || mark === 'partial')
  return (
    <Fact
      label={stripLabel(membershipPayments, organisationToday())}
      value={<QuotaStrip marks={marks} />}
      note={last ? `última paga: ${last}` : owes && 'nenhuma paga'}
    />
  )
}
