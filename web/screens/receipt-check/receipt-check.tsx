import type { Euros } from '@agremia/resources/rules/amount.ts'
import { IconCircleCheck, IconCircleX, IconLinkOff } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReceiptStatus } from '@agremia/resources/receipt.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { api, isApiError, nullIfMissing } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { texts } from '../../fields/texts.ts'
import { ErrorState } from '../../ui/message-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { useParams } from '../../ui/router.tsx'
import { ApplyFrame } from '../apply/index.ts'
import { paymentInformationClasses as classes, PaymentNotice } from '../payment-information/index.ts'

/** The public page that verifies a receipt: genuine, and neither cancelled nor returned. */
export default function ReceiptCheck() {
  const { code = '' } = useParams()
  const { data, error, refetch } = useQuery(receiptCheckQuery(code))
  if (data) return <Receipt receipt={data} />
  if (data === null) return <NoReceipt />
  return (
    <ApplyFrame title="Verificar recibo">
      {error ? (
        <ErrorState message={isApiError(error) ? error.message : undefined} onRetry={() => void refetch()} />
      ) : (
        <PaymentNotice>
          <FormSkeleton fields={3} />
        </PaymentNotice>
      )}
    </ApplyFrame>
  )
}

function Receipt({ receipt }: { receipt: ReceiptInformation }) {
  const { title, number, date, amount, member, status, returnedOn } = receipt
  const isGood = status === 'registered' || status === 'confirmed'
  return (
    <ApplyFrame
      title={
        isGood
          ? 'O documento é válido'
          : status === 'returned'
            ? 'O pagamento foi devolvido'
            : 'O documento foi anulado'
      }
    >
      <div className={classes.stack}>
        <PaymentNotice icon={isGood ? IconCircleCheck : IconCircleX} tone={isGood ? 'green' : 'red'}>
          <p>
            {title} n.º {number}
          </p>
        </PaymentNotice>
        <Facts>
          <Fact label="Data" value={formatDateLong(date)} />
          <Fact label="Valor" value={texts.money.toText(amount)} />
          <Fact label="Recebido de" value={member} />
          {returnedOn !== null && <Fact label="Devolvido em" value={formatDateLong(returnedOn)} />}
        </Facts>
      </div>
    </ApplyFrame>
  )
}

/** Shown for every code without a receipt. */
function NoReceipt() {
  return (
    <ApplyFrame title="Documento não encontrado">
      <PaymentNotice icon={IconLinkOff}>
        <p>
          A ligação não corresponde a nenhum documento emitido aqui. Confirme se a escreveu como está no
          papel.
        </p>
      </PaymentNotice>
    </ApplyFrame>
  )
}

/** The response of `GET receipt_information/{code}`; `amount` in euros. */
interface ReceiptInformation {
  title: string
  number: string
  date: string
  amount: Euros
  /** Initials of the payer. */
  member: string
  status: ReceiptStatus
  returnedOn: string | null
}

/** The receipt with this code, or null. */
function receiptCheckQuery(code: string) {
  return queryOptions({
    queryKey: ['receiptInformation', code],
    queryFn: async ({ signal }) => {
      const path = `receipt_information/${encodeURIComponent(code)}`
      return nullIfMissing(
        async () => requireAnswer(await api.get<{ data: ReceiptInformation }>(path, signal)).data,
      )
    },
  })
}
