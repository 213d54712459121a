import { Button } from '@mantine/core'
import { IconCash, IconFileInvoice } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useResource } from '../../api/queries.ts'
import type { AskedOfDebts } from './debt-dialog.tsx'
import { payPath } from '../../paths/dues.ts'
import { openSum, type Ticked } from './use-ticked.ts'
import classes from './open-charges.module.css'

interface TickedBarProps {
  member: StoredRecord
  charges: readonly StoredRecord[]
  ticked: Ticked
  mayWrite: boolean
  isPart: boolean
  onAsk: (asked: AskedOfDebts) => void
}

/** What the ticked debts come to, and what can be done with them: with all of them when none is ticked. */
export function TickedBar({ member, charges, ticked, mayWrite, isPart, onAsk }: TickedBarProps) {
  const isSome = ticked.charges.length > 0
  const meant = isSome ? ticked.charges : charges
  const ids = meant.map(({ _id }) => _id)
  return (
    <div className={classes.bar}>
      <output className={classes.sum}>
        <span className={classes.small}>
          {isSome
            ? counted(ticked.charges.length, 'dívida selecionada', 'dívidas selecionadas')
            : 'Tudo o que está em dívida'}
        </span>
        <strong>{formatAmount(openSum(meant))}</strong>
      </output>
      <div className={classes.buttons}>
        {mayWrite && isSome && <EndingButtons charges={ticked.charges} onAsk={onAsk} />}
        {mayWrite && <AgreementButton charges={meant} onAsk={onAsk} />}
        <Button
          variant="default"
          leftSection={<IconFileInvoice size="1.125rem" stroke={1.5} />}
          onClick={() => onAsk({ deed: 'advice', charges: meant })}
        >
          Aviso de pagamento
        </Button>
        {mayWrite && (
          <Button
            component={Link}
            variant={isPart ? 'default' : 'filled'}
            to={payPath(member._id, isSome ? ids : [])}
            leftSection={<IconCash size="1.125rem" stroke={1.5} />}
          >
            Registar pagamento
          </Button>
        )}
      </div>
    </div>
  )
}

function EndingButtons({ charges, onAsk }: Pick<TickedBarProps, 'charges' | 'onAsk'>) {
  const may = new Set(useResource('unsettledPayments')?.actions.map(({ name }) => name))
  return (
    <>
      {may.has('exempt') && (
        <Button variant="default" onClick={() => onAsk({ deed: 'exempt', charges })}>
          Isentar
        </Button>
      )}
      {may.has('cancel') && (
        <Button variant="default" onClick={() => onAsk({ deed: 'cancel', charges })}>
          Anular
        </Button>
      )}
    </>
  )
}

/** What is in an agreement already is not put in another. */
function AgreementButton({ charges, onAsk }: Pick<TickedBarProps, 'charges' | 'onAsk'>) {
  const mayAgree = useMay('paymentAgreements').create
  const free = charges.filter(({ agreementId }) => agreementId === null)
  if (!mayAgree || free.length === 0) return null
  return (
    <Button variant="default" onClick={() => onAsk({ deed: 'agreement', charges: free })}>
      Pagar a prestações
    </Button>
  )
}
