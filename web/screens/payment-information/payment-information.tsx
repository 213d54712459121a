import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCircleCheck, IconLinkOff, IconShare2 } from '@tabler/icons-react'
import { deadlineText } from '@agremia/resources/advice.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { api, isApiError } from '../../api/client.ts'
import { texts } from '../../fields/texts.ts'
import { ErrorState, noSuchPage } from '../../ui/message-state.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ApplyFrame } from '../apply/index.ts'
import { type PaymentInformation, paymentInformationQuery, PaymentWays } from './payment-ways.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { toast } from '../../ui/toasts.tsx'
import { useParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './payment-information.module.css'

/** The public page of a payment request; designed for phones. */
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
  if (data === null) return <InvalidLink />
  if (!data) {
    return (
      <ApplyFrame title="Pagamento">
        <PaymentNotice>
          <FormSkeleton fields={4} />
        </PaymentNotice>
      </ApplyFrame>
    )
  }
  return data.isSettled ? <Settled information={data} /> : <Owed information={data} />
}

function Owed({ information }: { information: PaymentInformation }) {
  const { member, total, deadlines } = information
  const amount = texts.money.toText(total)
  const ask = useAskByLink()
  return (
    <ApplyFrame
      title={`${amount} por pagar`}
      intro={`Pedido a ${member}, até ${deadlineText(deadlines, formatDateLong)}.`}
    >
      <div className={classes.stack}>
        <PaymentWays information={information} ask={ask} />
        <OwedLines information={information} />
        <ShareButton title={`${amount} por pagar`} />
      </div>
    </ApplyFrame>
  )
}

/** Requests by the link of the page, which then reads itself again. */
function useAskByLink() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const path = `payment_information/${encodeURIComponent(id)}`
  const send = async (what: string, body: object) => {
    await api.act(`${path}/${what}`, body)
    await client.invalidateQueries({ queryKey: paymentInformationQuery(id).queryKey })
  }
  return { reference: () => send('reference', {}), mbway: (phone: string) => send('mbway', { phone }) }
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

/** Shown for expired and for non-existent links alike. */
function InvalidLink() {
  return (
    <ApplyFrame title={noSuchPage}>
      <PaymentNotice icon={IconLinkOff}>
        <p>A ligação pode estar incompleta, ou o pedido de pagamento já não existir.</p>
        <p className={classes.small}>Peça outra a quem lha enviou.</p>
      </PaymentNotice>
    </ApplyFrame>
  )
}

/** The charges and their total. */
function OwedLines({ information: { lines, total, later } }: { information: PaymentInformation }) {
  const today = organisationToday()
  return (
    <section className={classes.card} aria-labelledby="dividas">
      <h2 id="dividas" className={classes.title}>
        A pagar
      </h2>
      <ul className={classes.lines}>
        {lines.map(({ description, amount, dueDate }) => (
          <li key={`${description} ${dueDate}`} className={classes.line}>
            <span>
              {description}
              <span className={classes.small}>
                {dueDate < today ? 'venceu a' : 'vence a'} {formatDate(dueDate)}
              </span>
            </span>
            <strong>{texts.money.toText(amount)}</strong>
          </li>
        ))}
        {lines.length > 1 && (
          <li className={classes.line} data-total>
            <span>Total</span>
            <strong>{texts.money.toText(total)}</strong>
          </li>
        )}
      </ul>
      {later !== null && <p className={classes.small}>{later}</p>}
    </section>
  )
}

/** Shares the link with the device's share function. */
function ShareButton({ title }: { title: string }) {
  return (
    <CommandButton
      icon={IconShare2}
      label="Partilhar"
      size="md"
      className={classes.share}
      onClick={() => void share(title)}
    />
  )
}

/** Falls back to copying the link when the browser cannot share. */
async function share(title: string): Promise<void> {
  const url = location.href
  try {
    if ('share' in navigator) await navigator.share({ title, url })
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      toast('Ligação copiada.')
    }
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError'
    if (!isAborted) toast('Não foi possível partilhar. Copie o endereço desta página.', { tone: 'error' })
  }
}
