import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { type KeyboardEvent, useState } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { DebtDialog, type DebtRequest } from './debt-dialog.tsx'
import { Tick } from '../../ui/tick.tsx'
import { euros } from '../../ui/euros.tsx'
import { LatenessCell, OpenAmountCell } from './debt-columns.tsx'
import { type Ticked, TickedBar, useTicked } from './ticked-charges.tsx'
import { useMay, useResource } from '../../api/queries.ts'
import data from '../../ui/data-table.module.css'
import classes from './open-charges.module.css'

interface OpenChargesProps {
  member: ResourceRecord<'members'>
  charges: readonly ResourceRecord<'unsettledPayments'>[]
  mayWrite: boolean
  /** They are part of a page whose main action is to pay. */
  isPart?: boolean
  /** The charges belong to the signed-in member, who can pay them. */
  isOwn?: boolean
}

/** With more charges than this, the bar with their sum sticks to the window's edge. */
const maxShortList = 6

/** Open charges, each with a checkbox; below them the sum of the ticked ones and the actions on them. */
export function OpenCharges({ member, charges, mayWrite, isPart = false, isOwn = false }: OpenChargesProps) {
  const ticked = useTicked(charges)
  const [request, setRequest] = useState<DebtRequest>()
  return (
    <section aria-label="Por regularizar" className={classes.charges}>
      <h2 className={classes.title}>Por regularizar</h2>
      <div className={classes.surface} data-long={charges.length > maxShortList}>
        <table className={`${data.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col" className={classes.tick}>
                <Tick
                  label="Selecionar todas as dívidas"
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
                onRequest={mayWrite ? setRequest : undefined}
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
          isOwn={isOwn}
          onRequest={setRequest}
        />
      </div>
      {request && (
        <DebtDialog
          {...request}
          member={member}
          onClose={() => setRequest(undefined)}
          onDone={ticked.clear}
        />
      )}
    </section>
  )
}

interface ChargeRowProps {
  charge: ResourceRecord<'unsettledPayments'>
  ticked: Ticked
  onRequest: ((request: DebtRequest) => void) | undefined
}

function ChargeRow({ charge, ticked, onRequest }: ChargeRowProps) {
  const { _id, description, dueDate, agreementId, reminderCount, noticeWaits } = charge
  const notes = [
    agreementId !== null && 'em acordo de pagamento',
    reminderCount > 0 && noticesText(reminderCount),

    noticeWaits && 'aviso por sair',
  ].filter((note) => note !== false)
  const isPartlyPaid = toCents(charge.paidAmount) > 0
  return (
    <tr
      data-ticked={ticked.has(_id)}
      onClick={(event) => {
        if (!(event.target as Element).closest('button, a, label, input')) ticked.toggle(_id)
      }}
    >
      <td className={classes.tick}>
        <Tick
          label={`Selecionar ${description}`}
          checked={ticked.has(_id)}
          onChange={() => ticked.toggle(_id)}
          onKeyDown={moveBetweenTicks}
        />
      </td>
      <td>
        <span className={classes.name}>{description}</span>
        <span className={`${data.note} ${classes.note}`} data-narrow>
          {formatDate(dueDate)} · <LatenessCell record={charge} />
          {isPartlyPaid && ` · pago ${euros(charge.paidAmount)} de ${euros(charge.amount)}`}
        </span>
        {notes.length > 0 && <span className={data.note}>{notes.join(' · ')}</span>}
      </td>
      <td data-wide>
        <span className={classes.due}>{formatDate(dueDate)}</span>
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
      {onRequest && (
        <td className={classes.menu}>
          <ChargeMenu charge={charge} onRequest={onRequest} />
        </td>
      )}
    </tr>
  )
}

function noticesText(count: number): string {
  return count === 1 ? 'avisada uma vez' : `${count} avisos`
}

/** Arrow keys move the focus between checkboxes, as in lists. */
function moveBetweenTicks(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const body = event.currentTarget.closest('tbody')
  if (step === undefined || !body) return
  const ticks = [...body.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
  ticks[ticks.indexOf(event.currentTarget) + step]?.focus()
  event.preventDefault()
}

interface ChargeMenuProps {
  charge: ResourceRecord<'unsettledPayments'>
  onRequest: (request: DebtRequest) => void
}

/** The actions of one charge. */
export function ChargeMenu({ charge, onRequest }: ChargeMenuProps) {
  const may = new Set(useResource('unsettledPayments')?.actions.map(({ name }) => name))
  const mayUpdate = useMay('unsettledPayments').update
  const { find, dialog } = useActions('unsettledPayments', charge, {
    releaseCredit: { isOffered: charge.usesCredit },
  })
  const release = find('releaseCredit')
  const ask = (action: DebtRequest['action']) => () => onRequest({ action, charges: [charge] })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Ações de ${charge.description}`}>
            <IconDots size="1.125rem" stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayUpdate && <Menu.Item onClick={ask('edit')}>Alterar</Menu.Item>}
          {may.has('exempt') && <Menu.Item onClick={ask('exempt')}>Isentar</Menu.Item>}
          {release && <Menu.Item onClick={release.run}>{release.label}</Menu.Item>}
          <Menu.Item onClick={ask('history')}>Histórico</Menu.Item>
          {may.has('cancel') && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" onClick={ask('cancel')}>
                Anular
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}
