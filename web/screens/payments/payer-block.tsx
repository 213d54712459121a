import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { ErrorState } from '../../ui/error-state.tsx'
import { plainText } from '../../fields/texts.ts'
import { AddLine } from './add-line.tsx'
import { CreditNotice } from './credit-notice.tsx'
import { DebtTicks } from './debt-ticks.tsx'
import { FoundMember } from './found-member.tsx'
import { NextInstalments } from './next-instalment.tsx'
import { PaidForLastTime } from './paid-for-last-time.tsx'
import type { PaymentEntryControls } from './use-payment-entry.ts'
import type { Payer } from './use-payers.ts'
import classes from './payment-entry.module.css'

interface PayerBlockProps {
  entry: PaymentEntryControls
  payer: Payer
  /** Whether the member can be removed from the receipt. */
  isChangeable: boolean
}

/** A member on the receipt, with the open charges to tick. */
export function PayerBlock({ entry, payer, isChangeable }: PayerBlockProps) {
  const { record, debts, error, retry } = payer
  if (error) return <ErrorState title="Não foi possível ler as dívidas" onRetry={retry} />
  if (record === null) return <p className={classes.note}>Esta ficha não existe.</p>
  const name = plainText(record?.name)
  return (
    <section className={classes.payer} aria-label={name || 'A carregar'}>
      <div className={classes.payerHead}>
        {record && <FoundMember member={record} />}
        {record && isChangeable && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size="1rem" stroke={1.75} aria-hidden />}
            onClick={() => entry.removePayer(payer.id)}
            aria-label={`Retirar ${name}`}
          >
            Retirar
          </Button>
        )}
      </div>
      {record && debts && <CreditNotice entry={entry} member={record} owes={debts.length > 0} />}
      {debts && <NextInstalments entry={entry} debts={debts} />}
      {debts && entry.payers.length === 1 && <PaidForLastTime entry={entry} memberId={payer.id} />}
      <DebtTicks
        entry={entry}
        debts={debts && entry.plan.debts.filter(({ memberId }) => memberId === payer.id)}
      />
      {debts && <AddLine entry={entry} memberId={payer.id} />}
    </section>
  )
}
