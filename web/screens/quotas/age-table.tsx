import { addDays } from '@agremia/resources/rules/dates.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { Euros } from '../../ui/euros.tsx'
import type { AgedDebt, DebtAge, Overview } from './overview-data.ts'
import { debtsDue } from '../../paths/dues-lists.ts'
import { Panel } from '../../ui/panel.tsx'
import { ShareBar } from './share-bar.tsx'
import classes from '../../ui/number-table.module.css'

const ageWords: Record<DebtAge, string> = {
  notDue: 'Por vencer',
  upTo3Months: 'Até 3 meses',
  upTo1Year: '3 meses a 1 ano',
  upTo3Years: '1 a 3 anos',
  older: 'Mais de 3 anos',
}

/** For how long what is owed is waiting; what is not due yet stands apart. */
export function AgeTable({ overview: { debtAge, today, overdue: sum } }: { overview: Overview }) {
  const { memberPlural } = useTerminology()
  const most = Math.max(0, ...debtAge.map(({ amount }) => amount))
  const notDue = debtAge.find(({ age }) => age === 'notDue')
  const overdue = debtAge.filter(({ age }) => age !== 'notDue')
  return (
    <Panel title="Idade da dívida" note="De tudo o que está por pagar, desde o vencimento">
      <div className={classes.scroller}>
        <table className={classes.table} aria-label="Idade da dívida">
          <thead>
            <tr>
              <th scope="col">Idade</th>
              <th scope="col">{capitalise(memberPlural)}</th>
              <th scope="col">Em dívida</th>
            </tr>
          </thead>
          <tbody>
            {overdue.map((row) => (
              <AgeRow key={row.age} row={row} most={most} />
            ))}
            <tr className={classes.sum}>
              <th scope="row" colSpan={2}>
                Vencido
              </th>
              <td>
                <Euros to={debtsDue({ from: null, to: addDays(today, -1) })} amount={sum} />
              </td>
            </tr>
          </tbody>
          {notDue && (
            <tbody className={classes.apart}>
              <AgeRow row={notDue} most={most} />
            </tbody>
          )}
        </table>
      </div>
    </Panel>
  )
}

function AgeRow({ row: { age, from, to, members, amount }, most }: { row: AgedDebt; most: number }) {
  return (
    <tr>
      <th scope="row">
        {ageWords[age]}
        <ShareBar most={most} parts={[{ tone: age === 'notDue' ? 'notDue' : 'owed', amount }]} />
      </th>
      <td>
        <AppLink to={debtsDue({ from, to })}>{formatCount(members)}</AppLink>
      </td>
      <td>
        <Euros to={debtsDue({ from, to })} amount={amount} />
      </td>
    </tr>
  )
}
