import { useQuery } from '@tanstack/react-query'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { isApiError } from '../../api/client.ts'
import { texts } from '../../fields/texts.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { noSuchPage } from '../../ui/no-such-page-words.ts'
import { ApplyFrame } from '../apply/index.ts'
import { OwedLines } from './owed-lines.tsx'
import { paymentInformationQuery, type PaymentInformation } from './payment-information-query.ts'
import { PaymentNotice } from './payment-notice.tsx'
import { PaymentWays } from './payment-ways.tsx'
import { ShareButton } from './share-button.tsx'
import classes from './payment-information.module.css'

/** What is to be paid and how, for whoever has the link: a stranger to the program, with a phone. */
export default function PaymentInformationPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(paymentInformationQuery(id))
  if (error && !data) {
    return (
      <ApplyFrame title="Pagamento">
        <ErrorState message={isApiError(error) ? error.message : undefined} onRetry={() => void refetch()} />
      </ApplyFrame>
    )
  }
  if (data === null) return <NoInformation />
  if (!data) {
    return (
      <ApplyFrame title="Pagamento">
        <PaymentNotice>
          <LoadingText>A carregar</LoadingText>
        </PaymentNotice>
      </ApplyFrame>
    )
  }
  return data.isSettled ? <Settled information={data} /> : <Owed information={data} />
}

function Owed({ information }: { information: PaymentInformation }) {
  const { member, total, deadline } = information
  const amount = texts.money.toText(total)
  const until = deadline ? `, até ${formatDateLong(deadline)}` : ''
  return (
    <ApplyFrame title={`${amount} por pagar`} intro={`Pedido a ${member}${until}.`}>
      <div className={classes.stack}>
        <PaymentWays information={information} />
        <OwedLines information={information} />
        <ShareButton title={`${amount} por pagar`} />
      </div>
    </ApplyFrame>
  )
}

function Settled({ information }: { information: PaymentInformation }) {
  return (
    <ApplyFrame title="Nada por pagar">
      <PaymentNotice icon={IconCircleCheck} tone="green">
        <p>O que se pedia a {information.member} está pago. Obrigado.</p>
        <p className={classes.small}>Pode fechar esta página.</p>
      </PaymentNotice>
    </ApplyFrame>
  )
}

/** Said of every link that does not serve, also of those that never existed. */
function NoInformation() {
  return (
    <ApplyFrame title={noSuchPage}>
      <PaymentNotice icon={IconLinkOff}>
        <p>A ligação pode estar incompleta, ou o pedido de pagamento já não existir.</p>
        <p className={classes.small}>Peça outra a quem lha enviou.</p>
      </PaymentNotice>
    </ApplyFrame>
  )
}
