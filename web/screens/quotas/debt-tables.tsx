import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { addDays, formatMonth } from '@agremia/resources/rules/dates.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useTerminology } from '../../api/queries.ts'
import { Euros } from '../../ui/euros.tsx'
import type { AgedDebt, DebtAge, Overview } from './overview-data.ts'
import { debtsDue } from '../../paths/dues-lists.ts'
import { Panel } from '../../ui/panel.tsx'
import { ShareBar } from './category-table.tsx'
import { debtsOfPath } from '../../paths/dues.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { NumberTable } from '../../ui/number-table.tsx'
import classes from '../../ui/number-table.module.css'

const ageLabels: Record<DebtAge, string> = {
  notDue: 'Por vencer',
  upTo3Months: 'Até 3 meses',
  upTo1Year: '3 meses a 1 ano',
  upTo3Years: '1 a 3 anos',
  older: 'Mais de 3 anos',
}

/** The open debt by age since its due date; debt that is not due is a separate row. */
export function AgeTable({ overview: { debtAge, today, overdue: sum } }: { overview: Overview }) {
  const { memberPlural } = useTerminology()
  const max = Math.max(0, ...debtAge.map(({ amount }) => amount))
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
              <AgeRow key={row.age} row={row} max={max} />
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
              <AgeRow row={notDue} max={max} />
            </tbody>
          )}
        </table>
      </div>
    </Panel>
  )
}

function AgeRow({ row: { age, from, to, members, amount }, max }: { row: AgedDebt; max: number }) {
  return (
    <tr>
      <th scope="row">
        {ageLabels[age]}
        <ShareBar max={max} parts={[{ tone: age === 'notDue' ? 'notDue' : 'owed', amount }]} />
      </th>
      <td>
        <AppLink to={debtsDue({ from, to })}>{formatNumber(members)}</AppLink>
      </td>
      <td>
        <Euros to={debtsDue({ from, to })} amount={amount} />
      </td>
    </tr>
  )
}

/** The members with the highest debt. */
export function DebtorsTable({ overview: { largestDebts } }: { overview: Overview }) {
  const paths = useMemberPaths()
  const isNamesake = (name: string) => largestDebts.filter((other) => other.name === name).length > 1
  return (
    <Panel title="Quem deve mais">
      {largestDebts.length === 0 ? (
        <p>Ninguém deve nada.</p>
      ) : (
        <NumberTable
          label="Quem deve mais"
          className={classes.ofNames}
          rows={largestDebts}
          keyOf={({ memberId }) => memberId}
          columns={[
            {
              head: 'Nome',
              cell: ({ memberId, memberNumber, name }) => (
                <>
                  <AppLink to={paths.record(memberId)}>{name}</AppLink>
                  {isNamesake(name) && <span className={classes.inPlace}> · n.º {memberNumber}</span>}
                </>
              ),
            },
            { head: 'N.º', isSpare: true, cell: ({ memberNumber }) => memberNumber },
            {
              head: 'Desde',
              isSpare: true,
              cell: ({ oldestDebt }) => (oldestDebt === null ? 'por vencer' : formatMonth(oldestDebt)),
            },
            {
              head: 'Em dívida',
              cell: ({ memberId, balance }) => <Euros to={debtsOfPath(memberId)} amount={balance} />,
            },
          ]}
        />
      )}
    </Panel>
  )
}
