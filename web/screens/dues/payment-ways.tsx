import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { iban } from '@agremia/resources/rules/iban.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import type { Advice } from './advice-query.ts'
import { centsOf } from './debt-cells.tsx'
import classes from './payment-ways.module.css'

/** Each way in which it can be paid, with what must be typed elsewhere. A new way is one more section here. */
export function PaymentWays({ advice: { multibanco, transfer } }: { advice: Advice }) {
  if (!multibanco && !transfer) {
    return (
      <p className={classes.none}>
        Não há formas de pagar configuradas: indique a entidade Multibanco ou o IBAN nas configurações.
      </p>
    )
  }
  return (
    <>
      {multibanco && (
        <section className={classes.way} aria-label="Multibanco">
          <h3 className={classes.title}>Multibanco</h3>
          <div className={classes.fields}>
            <CopyField label="Entidade" text={multibanco.entity} />
            <CopyField
              label="Referência"
              text={multibancoReference.format?.(multibanco.reference) ?? multibanco.reference}
            />
            <CopyField label="Montante" text={formatAmount(centsOf(multibanco.amount))} />
          </div>
        </section>
      )}
      {transfer && (
        <section className={classes.way} aria-label="Transferência">
          <h3 className={classes.title}>Transferência</h3>
          <div className={classes.fields}>
            <CopyField label="IBAN" text={iban.format?.(transfer.iban) ?? transfer.iban} />
            <CopyField label="Titular" text={transfer.holder} />
            <CopyField label="Descritivo" text={transfer.description} />
          </div>
        </section>
      )}
    </>
  )
}
