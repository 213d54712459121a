import { formatMonth } from '@agremia/resources/rules/dates.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { debtsOfPath } from '../../paths/dues.ts'
import { useMemberPaths } from '../../paths/members.ts'
import { Euros } from '../../ui/euros.tsx'
import type { Overview } from './overview-data.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from '../../ui/number-table.module.css'

/** The few who owe most, and since when. */
export function DebtorsTable({ overview: { mostOwed } }: { overview: Overview }) {
  const paths = useMemberPaths()
  const isNamesake = (name: string) => mostOwed.filter((other) => other.name === name).length > 1
  return (
    <Panel title="Quem deve mais">
      {mostOwed.length === 0 ? (
        <p>Ninguém deve nada.</p>
      ) : (
        <div className={classes.scroller}>
          <table className={classes.table} aria-label="Quem deve mais">
            <thead>
              <tr>
                <th scope="col">Nome</th>
                <th scope="col" className={classes.spare}>
                  N.º
                </th>
                <th scope="col" className={classes.spare}>
                  Desde
                </th>
                <th scope="col">Em dívida</th>
              </tr>
            </thead>
            <tbody>
              {mostOwed.map(({ memberId, memberNumber, name, balance, oldestDebt }) => (
                <tr key={memberId}>
                  <th scope="row">
                    <AppLink to={paths.record(memberId)}>{name}</AppLink>
                    {isNamesake(name) && <span className={classes.inPlace}> · n.º {memberNumber}</span>}
                  </th>
                  <td className={classes.spare}>{memberNumber}</td>
                  <td className={classes.spare}>
                    {oldestDebt === null ? 'por vencer' : formatMonth(oldestDebt)}
                  </td>
                  <td>
                    <Euros to={debtsOfPath(memberId)} amount={balance} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
