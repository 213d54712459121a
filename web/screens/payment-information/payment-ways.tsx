import type { GatewayRequests, RequestedAmounts } from '@agremia/resources/advice.ts'
import { payAtOffice } from '@agremia/resources/advice.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { useId } from 'react'
import { queryOptions } from '@tanstack/react-query'
import { CopyButton, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { formatIban } from '@agremia/resources/rules/bank-identifiers.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { api, nullIfMissing } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { texts } from '../../fields/texts.ts'
import type { AskGateway } from './gateway-ways.tsx'
import { askAgainAfter, MbwayRequest, Received, ReferenceRequest } from './gateway-ways.tsx'
import classes from './payment-information.module.css'

/** The answer of `GET /payment_information/:id`, public for everyone with the link. Amounts in euros. */
export interface PaymentInformation extends RequestedAmounts {
  /** Initials of the member. */
  member: string
  multibanco: { entity: string; reference: string; amount: Euros; expiresAt: string | null } | null
  /** Of the member's own record; the public page has no phone. */
  mbway: { available: boolean; phone?: string | null }
  transfer: { iban: string; nipc: string | null; holder: string; description: string } | null
  requests: GatewayRequests
  isSettled: boolean
}

/** The payment information of a link; null when the server answers 404. */
export function paymentInformationQuery(id: string) {
  return queryOptions({
    queryKey: ['paymentInformation', id],
    queryFn: async ({ signal }) => {
      const path = `payment_information/${encodeURIComponent(id)}`
      return nullIfMissing(
        async () => requireAnswer(await api.get<{ data: PaymentInformation }>(path, signal)).data,
      )
    },
    refetchInterval: ({ state }) => askAgainAfter(state.data),
  })
}

interface PaymentWaysProps {
  information: Pick<PaymentInformation, 'multibanco' | 'mbway' | 'transfer' | 'requests' | 'total'>
  /** Absent for those who only look. */
  ask?: AskGateway | undefined
}

/** The means of payment. Values are displayed formatted and copied in the form that banks accept. */
export function PaymentWays({ information, ask }: PaymentWaysProps) {
  const { multibanco, mbway, transfer, requests, total } = information
  const mayRequest = requests.canRequestReference || requests.reference?.status === 'created'
  if (requests.isReceived) return <Received />
  if (!multibanco && !transfer && !(ask && (mayRequest || mbway.available))) {
    return (
      <section className={classes.card} aria-labelledby="meios">
        <h2 id="meios" className={classes.title}>
          Como pagar
        </h2>
        <p>{payAtOffice}</p>
      </section>
    )
  }
  return (
    <>
      {ask && mbway.available && (
        <MbwayRequest request={requests.mbway} phone={mbway.phone ?? null} ask={ask.mbway} />
      )}
      {multibanco && <Multibanco multibanco={multibanco} />}
      {!multibanco && ask && mayRequest && (
        <ReferenceRequest request={requests.reference} ask={ask.reference} />
      )}
      {transfer && <Transfer transfer={transfer} total={total} />}
    </>
  )
}

function Multibanco({ multibanco }: { multibanco: NonNullable<PaymentInformation['multibanco']> }) {
  const { entity, reference, amount, expiresAt } = multibanco
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
      {expiresAt !== null && (
        <p className={classes.small}>Válida até {formatDateTime(expiresAt, organisationTimeZone())}.</p>
      )}
    </section>
  )
}

function Transfer({
  transfer,
  total,
}: {
  transfer: NonNullable<PaymentInformation['transfer']>
  total: Euros
}) {
  const { iban, nipc, holder, description } = transfer
  return (
    <section className={classes.card} aria-labelledby="transferencia">
      <h2 id="transferencia" className={classes.title}>
        Transferência bancária
      </h2>
      <p className={classes.small}>Indique a descrição, para sabermos de quem é o pagamento.</p>
      <dl className={classes.values}>
        <CopyLine label="IBAN" text={iban} shown={formatIban(iban)} />
        {nipc != null && <CopyLine label="NIPC (SPIN)" text={nipc} />}
        <CopyLine label="Titular" text={holder} />
        <CopyLine label="Descrição" text={description} />
        <AmountLine amount={total} />
      </dl>
    </section>
  )
}

/** Copied as `24,00`, without currency and spaces, for amount fields of banks. */
function AmountLine({ amount }: { amount: Euros }) {
  const shown = texts.money.toText(amount)
  return <CopyLine label="Valor" text={shown.replace(/[\s€]/gu, '')} shown={shown} />
}

interface CopyLineProps {
  label: string
  text: string
  /** The displayed text, when it differs from the copied text. */
  shown?: string
}

/** A labelled value with a button that copies it. */
function CopyLine({ label, text, shown = text }: CopyLineProps) {
  const id = useId()
  return (
    <div className={classes.value}>
      <dt id={`${id}-label`}>{label}</dt>
      <dd className={classes.shown}>{shown}</dd>
      <dd className={classes.action}>
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <UnstyledButton
              className={classes.copy}
              aria-labelledby={`${id}-copy ${id}-label`}
              data-hint={copied ? 'Copiado' : 'Copiar'}
              onClick={copy}
            >
              {copied ? (
                <IconCheck size="1.125rem" stroke={1.75} aria-hidden />
              ) : (
                <IconCopy size="1.125rem" stroke={1.5} aria-hidden />
              )}
              <span id={`${id}-copy`} aria-live="polite">
                {copied ? 'Copiado' : 'Copiar'}
              </span>
            </UnstyledButton>
          )}
        </CopyButton>
      </dd>
    </div>
  )
}
