import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCash, IconFileInvoice } from '@tabler/icons-react'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useMay, useResource } from '../../api/queries.ts'
import type { DebtRequest } from './debt-dialog.tsx'
import { payPath } from '../../paths/dues.ts'
import { CommandButton } from '../../ui/command-button.tsx'
import { openSum } from './debt-columns.tsx'
import classes from './open-charges.module.css'

export interface Ticked {
  /** The ticked charges that are still there, in the order of the list. */
  charges: readonly ResourceRecord<'unsettledPayments'>[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** Ticks all, or none when all are ticked. */
  toggleAll: () => void
  clear: () => void
}

/** Tracks which of these charges are ticked. Ignores ids that are no longer in the list. */
export function useTicked(all: readonly ResourceRecord<'unsettledPayments'>[]): Ticked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const charges = all.filter(({ _id }) => ids.has(_id))
  return {
    charges,
    has: (id) => ids.has(id),
    toggle: (id) => setIds((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    toggleAll: () => setIds(new Set(charges.length === all.length ? [] : all.map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id))
}

interface TickedBarProps {
  member: ResourceRecord<'members'>
  charges: readonly ResourceRecord<'unsettledPayments'>[]
  ticked: Ticked
  mayWrite: boolean
  isPart: boolean
  isOwn: boolean
  onRequest: (request: DebtRequest) => void
}

/** The sum of the ticked charges and the actions on them; with none ticked, they apply to all. */
export function TickedBar({ member, charges, ticked, mayWrite, isPart, isOwn, onRequest }: TickedBarProps) {
  const isSome = ticked.charges.length > 0
  const targets = isSome ? ticked.charges : charges
  const ids = targets.map(({ _id }) => _id)
  return (
    <div className={classes.bar}>
      <output className={classes.sum}>
        <span className="note">
          {isSome
            ? counted(ticked.charges.length, 'dívida selecionada', 'dívidas selecionadas')
            : 'Tudo o que está em dívida'}
        </span>
        <strong>{formatAmount(openSum(targets))}</strong>
      </output>
      <div className={classes.buttons}>
        {mayWrite && isSome && <EndingButtons charges={ticked.charges} onRequest={onRequest} />}
        {mayWrite && <AgreementButton charges={targets} onRequest={onRequest} />}
        {isOwn ? (
          <CommandButton
            icon={IconCash}
            label="Pagar"
            variant="filled"
            onClick={() => onRequest({ action: 'pay', charges: targets })}
          />
        ) : (
          <CommandButton
            icon={IconFileInvoice}
            label="Aviso de pagamento"
            onClick={() => onRequest({ action: 'advice', charges: targets })}
          />
        )}
        {mayWrite && (
          <CommandButton
            icon={IconCash}
            label="Registar pagamento"
            variant={isPart ? 'default' : 'filled'}
            to={payPath(member._id, isSome ? ids : [])}
          />
        )}
      </div>
    </div>
  )
}

function EndingButtons({ charges, onRequest }: Pick<TickedBarProps, 'charges' | 'onRequest'>) {
  const may = new Set(useResource('unsettledPayments')?.actions.map(({ name }) => name))
  return (
    <>
      {may.has('exempt') && (
        <Button variant="default" onClick={() => onRequest({ action: 'exempt', charges })}>
          Isentar
        </Button>
      )}
      {may.has('cancel') && (
        <Button variant="default" onClick={() => onRequest({ action: 'cancel', charges })}>
          Anular
        </Button>
      )}
    </>
  )
}

/** Offers only charges that are in no agreement. */
function AgreementButton({ charges, onRequest }: Pick<TickedBarProps, 'charges' | 'onRequest'>) {
  const mayAgree = useMay('paymentAgreements').create
  const free = charges.filter(({ agreementId }) => agreementId === null)
  if (!mayAgree || free.length === 0) return null
  return (
    <Button variant="default" onClick={() => onRequest({ action: 'agreement', charges: free })}>
      Pagar a prestações
    </Button>
  )
}
