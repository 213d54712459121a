import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { receiptTitle } from '@agremia/resources/receipt-title.ts'
import { amountInWords } from '@agremia/resources/rules/amount-in-words.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDateLong, formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { debtsOfPath } from '../dues/dues-paths.ts'
import { useMemberPaths } from '../members/use-member-paths.ts'
import { centsOf, partsOf, type PaymentPart } from './payment-parts.ts'
import classes from './receipt-sheet.module.css'

interface ReceiptSheetProps {
  record: StoredRecord
  fields: FieldMap
}

/** The receipt as it is read on paper, with ways to whom and what it is about. */
export function ReceiptSheet({ record, fields }: ReceiptSheetProps) {
  const terminology = useTerminology()
  const parts = partsOf(record)
  const title = receiptTitle(
    parts.map(({ type }) => type),
    terminology,
  )
  const isCancelled = record.status === 'cancelled'
  const cents = centsOf(record.amount)
  return (
    <section className={classes.paper} aria-label="Recibo" data-cancelled={isCancelled}>
      {isCancelled && <Cancelled record={record} />}
      <header className={classes.head}>
        <span className={classes.organisation}>{terminology.name}</span>
        <h2 className={classes.number}>
          {title} n.º {plainText(record.receiptNumber)}
        </h2>
      </header>
      <ReceiptFacts record={record} fields={fields} />
      <Parts parts={parts} cents={cents} />
      <p className={classes.words}>São {amountInWords(cents)}.</p>
      <p className={classes.foot}>Recebido por {plainText(record.receivedBy)}.</p>
    </section>
  )
}

function Cancelled({ record }: { record: StoredRecord }) {
  const when = formatDateTime(plainText(record.cancelledAt), organisationTimeZone())
  return (
    <div className={classes.cancelled} role="note">
      <strong>ANULADO</strong>
      <span>
        {when}: {plainText(record.cancelReason)}
      </span>
    </div>
  )
}

function ReceiptFacts({ record, fields }: ReceiptSheetProps) {
  const paths = useMemberPaths()
  const said = (name: string) => {
    const field = fields[name]
    return field ? faceOf(field).toText(record[name], field, record) : ''
  }
  return (
    <dl className={classes.facts}>
      <dt>Data</dt>
      <dd>{formatDateLong(plainText(record.date))}</dd>
      <dt>Recebido de</dt>
      <dd>
        <AppLink to={paths.record(plainText(record.memberId))}>{plainText(record.memberLabel)}</AppLink>
        <span className={classes.aside}>{` n.º\u00A0${plainText(record.memberNumber)}`}</span>
      </dd>
      <dt>{fields.method?.label}</dt>
      <dd>{said('method')}</dd>
      {said('reference') !== '' && (
        <>
          <dt>{fields.reference?.label}</dt>
          <dd>{said('reference')}</dd>
        </>
      )}
    </dl>
  )
}

function Parts({ parts, cents }: { parts: readonly PaymentPart[]; cents: number }) {
  const isFamily = new Set(parts.map(({ memberId }) => memberId)).size > 1
  return (
    <table className={classes.parts}>
      <thead>
        <tr>
          <th scope="col">Descrição</th>
          <th scope="col" className={classes.amount}>
            Valor
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.debtId ?? `credit ${part.memberId}`}>
            <td>
              {part.debtId === null ? (
                part.description
              ) : (
                <AppLink to={debtsOfPath(part.memberId)}>{part.description}</AppLink>
              )}
              {isFamily && <span className={classes.aside}> {part.memberName}</span>}
            </td>
            <td className={classes.amount}>{formatAmount(part.cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className={classes.amount}>{formatAmount(cents)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
