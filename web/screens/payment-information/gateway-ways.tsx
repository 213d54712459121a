import type { GatewayRequest, GatewayRequests } from '@agremia/resources/advice.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { TextInput } from '@mantine/core'
import { IconCircleCheck, IconDeviceMobile, IconHash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { errorText, isApiError } from '../../api/client.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './payment-information.module.css'

/** Requests to the gateway, for what is shown. Each resolves when what is shown has been read again. */
export interface AskGateway {
  reference: () => Promise<unknown>
  mbway: (phone: string) => Promise<unknown>
}

/** Milliseconds until the page asks again what came of a request; false when nothing is awaited. */
export function askAgainAfter(
  shown:
    | { requests: GatewayRequests; multibanco: { expiresAt: string | null } | null; total: number }
    | null
    | undefined,
): number | false {
  if (!shown || shown.total === 0) return false
  const { reference, mbway } = shown.requests
  if (reference?.status === 'created' || mbway?.status === 'created') return 1000
  if (mbway?.status === 'pending') return 3000
  // References without an end are not of a gateway, which would tell that they are paid.
  return shown.multibanco?.expiresAt ? 10_000 : false
}

/** Says that the gateway received the payment, which waits for the staff. */
export function Received() {
  return (
    <output className={classes.received}>
      <IconCircleCheck size="1.25rem" stroke={1.75} aria-hidden />
      Recebemos este pagamento. O recibo segue quando a secretaria o confirmar.
    </output>
  )
}

/** Asks the gateway for a Multibanco reference. */
export function ReferenceRequest({
  request,
  ask,
}: {
  request: GatewayRequest | null
  ask: AskGateway['reference']
}) {
  const { busy, problem, run } = useAsking(ask)
  const isAsked = request?.status === 'created'
  return (
    <section className={classes.card} aria-labelledby="multibanco">
      <h2 id="multibanco" className={classes.title}>
        Multibanco
      </h2>
      <p className={classes.small}>
        Numa caixa automática ou na aplicação do seu banco, em pagamento de serviços.
      </p>
      <FormMessage>
        {problem ?? (request?.status === 'failed' ? (request.problem ?? undefined) : undefined)}
      </FormMessage>
      <CommandButton
        icon={IconHash}
        label="Obter referência"
        className={classes.ask}
        loading={busy || isAsked}
        onClick={() => void run()}
      />
    </section>
  )
}

/** Asks a phone to pay, and counts down while it has not answered. */
export function MbwayRequest({
  request,
  phone,
  ask,
}: {
  request: GatewayRequest | null
  /** In E.164: of whom owes. */
  phone: string | null
  ask: AskGateway['mbway']
}) {
  const [number, setNumber] = useState(phone?.startsWith('+3519') ? displayPhone(phone) : '')
  const { busy, problem, run } = useAsking(() => ask(number))
  const seconds = useSecondsUntil(request?.status === 'pending' ? request.expiresAt : null)
  const isWaiting = request?.status === 'created' || seconds > 0
  return (
    <section className={classes.card} aria-labelledby="mbway">
      <h2 id="mbway" className={classes.title}>
        MB WAY
      </h2>
      <form
        noValidate
        className={classes.phone}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void run()
        }}
      >
        <TextInput
          label="Telemóvel"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={number}
          error={problem}
          disabled={isWaiting}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <CommandButton
          icon={IconDeviceMobile}
          label={request && !isWaiting ? 'Reenviar pedido' : 'Pedir pagamento'}
          type="submit"
          loading={busy || request?.status === 'created'}
          disabled={isWaiting}
        />
      </form>
      <output className={classes.small}>{request && outcomeOf(request, seconds)}</output>
      {seconds > 0 && (
        <p className={classes.countdown} role="timer" aria-label="Tempo para aceitar">
          {clock(seconds)}
        </p>
      )}
    </section>
  )
}

function outcomeOf({ status, problem }: GatewayRequest, seconds: number): string {
  switch (status) {
    case 'created':
      return 'A enviar o pedido para o telemóvel.'
    case 'pending':
      if (seconds > 0 && problem !== null)
        return 'Não sabemos se o pedido chegou ao telemóvel. Se chegou, aceite-o; se não, peça outra vez quando o tempo acabar.'
      return seconds > 0
        ? 'Abra a aplicação MB WAY e aceite o pedido. Esta página muda sozinha.'
        : 'O prazo do pedido passou. Se já o aceitou, espere um momento.'
    case 'refused':
      return 'O pedido foi recusado no telemóvel.'
    case 'expired':
      return 'O pedido expirou sem resposta.'
    case 'failed':
      return problem ?? 'Não foi possível enviar o pedido.'
    case 'cancelled':
      return 'As dívidas mudaram: este pedido deixou de servir.'
    default:
      return ''
  }
}

/** `3:05` */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Seconds until a moment, updated each second; 0 afterwards and without one. */
function useSecondsUntil(moment: string | null): number {
  const now = useNow(moment === null ? null : 1000)
  return moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000))
}

function useAsking(ask: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function run(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await ask()
    } catch (error) {
      if (!isApiError(error)) throw error
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run }
}
