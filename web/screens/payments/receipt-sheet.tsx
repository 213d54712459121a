import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { receiptColumns, type ReceiptContent, type ReceiptGroup } from '@agremia/resources/receipt.ts'
import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { api, isApiError } from '../../api/client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ErrorState } from '../../ui/message-state.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { debtsOfPath } from '../../paths/dues.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import classes from './receipt-sheet.module.css'

/** The receipt as issued. Its key extends the payment's key, so that changes of the payment invalidate it. */
function receiptQuery(paymentId: string) {
  return queryOptions({
    queryKey: [...keys.record('payments', paymentId), 'receipt'],
    queryFn: async ({ signal }) => {
      const path = `${recordPath('payments', paymentId)}/receipt`
      return requireAnswer(await api.get<{ data: { receipt: ReceiptContent } }>(path, signal)).data.receipt
    },
  })
}

/** The receipt as issued, drawn like the PDF, with links to its members. */
export function ReceiptSheet({ record }: RecordProps<'payments'>) {
  const { data, error, refetch } = useQuery(receiptQuery(record._id))
  const organisation = useTerminology().name
  if (error && !data)
    return (
      <ErrorState message={isApiError(error) ? error.message : undefined} onRetry={() => void refetch()} />
    )
  if (!data) return <PageSkeleton />
  return (
    <section
      className={classes.paper}
      aria-label="Recibo"
      data-cancelled={data.cancelled !== null || data.returned !== null}
    >
      {data.cancelled !== null && <Cancelled record={record} reason={data.cancelled} />}
      {data.returned !== null && (
        <div className={classes.cancelled} role="note">
          <strong>DEVOLVIDO</strong>
          <span>{data.returned}</span>
        </div>
      )}
      <header className={classes.head}>
        <span className={classes.organisation}>{organisation}</span>
        <h2 className={classes.number}>{data.title}</h2>
      </header>
      <ReceiptFacts facts={data.facts} />
      <ReceiptLines receipt={data} />
      <p className={classes.words}>{data.words}</p>
      {data.notes.map((note) => (
        <p key={note} className={classes.foot}>
          {note}
        </p>
      ))}
      <p className={classes.foot}>
        Código de verificação {formatCardCode(data.checkCode)} ·{' '}
        <AppLink to={new URL(data.checkUrl).pathname}>Confirmar que este documento é válido</AppLink>
      </p>
    </section>
  )
}

function Cancelled({ record, reason }: { record: ResourceRecord<'payments'>; reason: string }) {
  const at = record.cancelledAt ?? ''
  // Receipt and payment are two requests: the receipt may be newer than the payment.
  const when = at === '' ? '' : `${formatDateTime(at, organisationTimeZone())}: `
  return (
    <div className={classes.cancelled} role="note">
      <strong>ANULADO</strong>
      <span>
        {when}
        {reason}
      </span>
    </div>
  )
}

function ReceiptFacts({ facts }: Pick<ReceiptContent, 'facts'>) {
  const paths = useMemberPaths()
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, memberId }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{memberId === undefined ? value : <AppLink to={paths.record(memberId)}>{value}</AppLink>}</dd>
        </div>
      ))}
    </dl>
  )
}

function ReceiptLines({ receipt: { groups, total } }: { receipt: ReceiptContent }) {
  return (
    <table className={classes.parts}>
      <thead>
        <tr>
          <th scope="col">{receiptColumns.text}</th>
          <th scope="col" className={classes.amount}>
            {receiptColumns.amount}
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <ReceiptGroupLines key={group.memberId} group={group} />
      ))}
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className={classes.amount}>{total}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function ReceiptGroupLines({ group: { memberId, name, lines, subtotal } }: { group: ReceiptGroup }) {
  return (
    <tbody>
      {name !== null && (
        <tr>
          <th scope="rowgroup" colSpan={2}>
            {name}
          </th>
        </tr>
      )}
      {lines.map(({ text, amount }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a receipt never change
        <tr key={index}>
          <td>
            <AppLink to={debtsOfPath(memberId)}>{text}</AppLink>
          </td>
          <td className={classes.amount}>{amount}</td>
        </tr>
      ))}
      {subtotal !== null && (
        <tr className={classes.subtotal}>
          <th scope="row">Subtotal</th>
          <td className={classes.amount}>{subtotal}</td>
        </tr>
      )}
    </tbody>
  )
}
