import { useQuery } from '@tanstack/react-query'
import { IconCircleCheck, IconCircleX, IconLinkOff } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { isApiError } from '../../api/client.ts'
import { texts } from '../../fields/texts.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { ApplyFrame } from '../apply/index.ts'
import { PaymentNotice, paymentInformationClasses as classes } from '../payment-information/index.ts'
import { receiptCheckQuery, type ReceiptInformation } from './receipt-check-query.ts'

/** Whether a receipt that somebody was shown is genuine and still holds. */
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
          <LoadingText>A carregar</LoadingText>
        </PaymentNotice>
      )}
    </ApplyFrame>
  )
}

function Receipt({ receipt }: { receipt: ReceiptInformation }) {
  const { title, number, date, amount, member, status } = receipt
  const isGood = status === 'registered'
  return (
    <ApplyFrame title={isGood ? 'O documento é válido' : 'O documento foi anulado'}>
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
        </Facts>
      </div>
    </ApplyFrame>
  )
}

/** Said of every link that does not serve. */
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
