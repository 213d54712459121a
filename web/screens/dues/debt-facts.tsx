import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { StripFact } from '../member-parts/index.ts'
import { centsOf, euros } from './debt-cells.tsx'
import classes from './debt-cells.module.css'

interface DebtFactsProps {
  member: StoredRecord
  open: readonly StoredRecord[]
}

/** How much, since when, and how the last years went. */
export function DebtFacts({ member, open }: DebtFactsProps) {
  const { balance, overdueAmount, credit, oldestDebt } = member
  const overdue = centsOf(overdueAmount)
  return (
    <Facts>
      <Fact
        label="Em dívida"
        value={
          <span className={classes.amount} data-late={overdue > 0}>
            {euros(balance)}
          </span>
        }
        note={open.length > 0 && counted(open.length, 'dívida', 'dívidas')}
      />
      <Fact
        label="Vencido"
        value={euros(overdueAmount)}
        note={overdue > 0 && typeof oldestDebt === 'string' && `desde ${formatDate(oldestDebt)}`}
      />
      <StripFact record={member} />
      <Fact label="Crédito" value={euros(credit)} note={centsOf(credit) > 0 && 'por usar'} />
    </Facts>
  )
}
