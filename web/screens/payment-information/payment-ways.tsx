import { formatIban } from '@agremia/resources/rules/bank-identifiers.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { texts } from '../../fields/texts.ts'
import { CopyLine } from './copy-line.tsx'
import type { PaymentInformation } from './payment-information-query.ts'
import classes from './payment-information.module.css'

/** How it can be paid: each value as it is read, and copied as a bank takes it. */
export function PaymentWays({
  information,
}: {
  information: Pick<PaymentInformation, 'multibanco' | 'transfer' | 'total'>
}) {
  const { multibanco, transfer, total } = information
  if (!multibanco && !transfer) {
    return (
      <section className={classes.card} aria-labelledby="meios">
        <h2 id="meios" className={classes.title}>
          Como pagar
        </h2>
        <p>Pague na secretaria, ou peça-lhe os dados para pagar de outro modo.</p>
      </section>
    )
  }
  return (
    <>
      {multibanco && <Multibanco multibanco={multibanco} />}
      {transfer && <Transfer transfer={transfer} total={total} />}
    </>
  )
}

function Multibanco({ multibanco }: { multibanco: NonNullable<PaymentInformation['multibanco']> }) {
  const { entity, reference, amount } = multibanco
  return (
    <section className={classes.card} aria-labelledby="multibanco">
      <h2 id="multibanco" className={classes.title}>
        Multibanco
      </h2>
      <p className={classes.small}>
        Numa caixa automática ou na aplicação do seu banco, em pagamento de serviços.
      </p>
      <dl className={classes.values}>
        <CopyLine label="Entidade" text={entity} />
        <CopyLine
          label="Referência"
          text={reference}
          shown={multibancoReference.format?.(reference) ?? reference}
        />
        <AmountLine amount={amount} />
      </dl>
    </section>
  )
}

function Transfer({
  transfer,
  total,
}: {
  transfer: NonNullable<PaymentInformation['transfer']>
  total: number
}) {
  const { iban, holder, description } = transfer
  return (
    <section className={classes.card} aria-labelledby="transferencia">
      <h2 id="transferencia" className={classes.title}>
        Transferência bancária
      </h2>
      <p className={classes.small}>Indique a descrição, para sabermos de quem é o pagamento.</p>
      <dl className={classes.values}>
        <CopyLine label="IBAN" text={iban} shown={formatIban(iban)} />
        <CopyLine label="Titular" text={holder} />
        <CopyLine label="Descrição" text={description} />
        <AmountLine amount={total} />
      </dl>
    </section>
  )
}

/** Copied as `24,00`: what the field of an amount takes. */
function AmountLine({ amount }: { amount: number }) {
  const shown = texts.money.toText(amount)
  return <CopyLine label="Valor" text={shown.replace(/[\s€]/gu, '')} shown={shown} />
}
