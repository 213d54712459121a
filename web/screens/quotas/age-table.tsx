import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { Euros } from './euros.tsx'
import type { DebtAge, Overview } from './overview-data.ts'
import { debtsDue } from './overview-links.ts'
import { Panel } from './panel.tsx'
import { ShareBar } from './share-bar.tsx'
import classes from './number-table.module.css'

const ageWords: Record<DebtAge, string> = {
  notDue: 'Por vencer',
  upTo3Months: 'Vencida até 3 meses',
  upTo1Year: 'Até 1 ano',
  upTo3Years: 'Até 3 anos',
  older: 'Há mais de 3 anos',
}

/** For how long what is owed is waiting. */
export function AgeTable({ overview: { debtAge } }: { overview: Overview }) {
  const { memberPlural } = useTerminology()
  const most = Math.max(0, ...debtAge.map(({ amount }) => amount))
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
            {debtAge.map(({ age, from, to, members, amount }) => (
              <tr key={age}>
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
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
