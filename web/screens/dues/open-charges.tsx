import { useState, type KeyboardEvent } from 'react'
import { Checkbox } from '@mantine/core'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { ChargeMenu } from './charge-menu.tsx'
import { DebtDialog, type AskedOfDebts } from './debt-dialog.tsx'
import { LatenessCell, OpenAmountCell, centsOf, euros } from './debt-cells.tsx'
import { TickedBar } from './ticked-bar.tsx'
import { useTicked, type Ticked } from './use-ticked.ts'
import data from '../../ui/data-table.module.css'
import classes from './open-charges.module.css'

interface OpenChargesProps {
  member: StoredRecord
  charges: readonly StoredRecord[]
  mayWrite: boolean
  /** They stand in a part of the page, whose main action is to pay. */
  isPart?: boolean
}

/** With more debts than these, their sum stays at the window's edge. */
const mostBeforeLong = 6

/** What is owed, each with a tick; below it what the ticked ones come to, and what can be done with them. */
export function OpenCharges({ member, charges, mayWrite, isPart = false }: OpenChargesProps) {
  const ticked = useTicked(charges)
  const [asked, setAsked] = useState<AskedOfDebts>()
  return (
    <section aria-label="Por regularizar" className={classes.charges}>
      <h2 className={classes.title}>Por regularizar</h2>
      <div className={classes.surface} data-long={charges.length > mostBeforeLong}>
        <table className={`${data.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col" className={classes.tick}>
                <Checkbox
                  size="xs"
                  aria-label="Selecionar todas as dívidas"
                  checked={ticked.charges.length === charges.length}
                  indeterminate={ticked.charges.length > 0 && ticked.charges.length < charges.length}
                  onChange={ticked.toggleAll}
                />
              </th>
              <th scope="col">Descrição</th>
              <th scope="col" data-wide>
                Vencimento
              </th>
              <th scope="col" data-align="end" data-wide>
                Valor
              </th>
              <th scope="col" data-align="end" data-wide>
                Pago
              </th>
              <th scope="col" data-align="end">
                Em dívida
              </th>
              {mayWrite && (
                <th scope="col">
                  <span className="visually-hidden">Ações</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {charges.map((charge) => (
              <ChargeRow
                key={charge._id}
                charge={charge}
                ticked={ticked}
                onAsk={mayWrite ? setAsked : undefined}
              />
            ))}
          </tbody>
        </table>
        <TickedBar
          member={member}
          charges={charges}
          ticked={ticked}
          mayWrite={mayWrite}
          isPart={isPart}
          onAsk={setAsked}
        />
      </div>
      {asked && (
        <DebtDialog {...asked} member={member} onClose={() => setAsked(undefined)} onDone={ticked.clear} />
      )}
    </section>
  )
}

interface ChargeRowProps {
  charge: StoredRecord
  ticked: Ticked
  onAsk: ((asked: AskedOfDebts) => void) | undefined
}

function ChargeRow({ charge, ticked, onAsk }: ChargeRowProps) {
  const { _id, description, dueDate, agreementId, reminderCount, noticeWaits } = charge
  const notes = [
    agreementId !== null && 'em acordo de pagamento',
    Number(reminderCount) > 0 && noticesText(Number(reminderCount)),
    noticeWaits === true && 'aviso por sair',
  ].filter((note) => note !== false)
  const isPartlyPaid = centsOf(charge.paidAmount) > 0
  return (
    <tr
      data-ticked={ticked.has(_id)}
      onClick={(event) => {
        if (!(event.target as Element).closest('button, a, label, input')) ticked.toggle(_id)
      }}
    >
      <td className={classes.tick}>
        <Checkbox
          size="xs"
          aria-label={`Selecionar ${String(description)}`}
          checked={ticked.has(_id)}
          onChange={() => ticked.toggle(_id)}
          onKeyDown={moveBetweenTicks}
        />
      </td>
      <td>
        <span className={classes.name}>{String(description)}</span>
        <span className={`${data.note} ${classes.note}`} data-narrow>
          {formatDate(String(dueDate))} · <LatenessCell record={charge} />
          {isPartlyPaid && ` · pago ${euros(charge.paidAmount)} de ${euros(charge.amount)}`}
        </span>
        {notes.length > 0 && <span className={data.note}>{notes.join(' · ')}</span>}
      </td>
      <td data-wide>
        <span className={classes.due}>{formatDate(String(dueDate))}</span>
        <span className={data.note}>
          <LatenessCell record={charge} />
        </span>
      </td>
      <td data-align="end" data-wide>
        {euros(charge.amount)}
      </td>
      <td data-align="end" data-wide>
        {isPartlyPaid ? euros(charge.paidAmount) : '—'}
      </td>
      <td data-align="end">
        <OpenAmountCell record={charge} />
      </td>
      {onAsk && (
        <td className={classes.menu}>
          <ChargeMenu charge={charge} onAsk={onAsk} />
        </td>
      )}
    </tr>
  )
}

function noticesText(count: number): string {
  return count === 1 ? 'avisada uma vez' : `${count} avisos`
}

/** Arrows go from one tick to the next, as in lists. */
function moveBetweenTicks(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const body = event.currentTarget.closest('tbody')
  if (step === undefined || !body) return
  const ticks = [...body.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
  ticks[ticks.indexOf(event.currentTarget) + step]?.focus()
  event.preventDefault()
}
