import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { deadlineText } from '@agremia/resources/advice.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Skeleton } from '@mantine/core'
import { IconFileText, IconSend } from '@tabler/icons-react'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { type Answer, api, dataOf, isApiError, isTimedOut } from '../../api/client.ts'
import { keys, useMay, useSession, useTerminology } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'
import { showDocument } from '../../resource/open-document.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { shortName } from '@agremia/resources/rules/names.ts'
import { ErrorState } from '../../ui/message-state.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { messagePath } from '../../paths/messages.ts'
import {
  type AskGateway,
  askAgainAfter,
  type PaymentInformation,
  PaymentWays,
} from '../payment-information/index.ts'
import { paymentInformationPath, paymentSettingsPath } from '../../paths/dues.ts'
import classes from './debt-dialog.module.css'
import { useHeldText } from '../messages/index.ts'
import { toastDone } from '../../resource/toast-done.ts'
import { useAttempt } from '../../resource/attempt.ts'

/** The answer of `GET /payment_advice`. Amounts in euros. */
interface Advice extends Omit<PaymentInformation, 'member' | 'isSettled'> {
  /** Why there is no Multibanco reference although an account is configured; null for members. */
  multibancoProblem: string | null
  /** Identifies the public payment page; null when nothing is owed. */
  publicId: string | null
  pdfUrl: string | null
  text: string
}

/** The payment advice for these charges. Its key begins like the lists of charges, so that changes of charges invalidate it. */
function adviceQuery(memberId: string, chargeIds: readonly string[]) {
  const query = new URLSearchParams({ memberId, chargeIds: chargeIds.join(',') })
  return queryOptions({
    ...dataQuery<Advice>(
      [...keys.lists('unsettledPayments'), 'advice', query.toString()],
      `payment_advice?${query.toString()}`,
    ),
    refetchInterval: ({ state }) => askAgainAfter(state.data),
  })
}

interface AdviceDialogProps {
  title?: string
  member: ResourceRecord<'members'>
  charges: readonly ResourceRecord<'unsettledPayments'>[]
  onClose: () => void
}

/** Shows the total of some charges and how to pay them; the text can be copied, printed or sent. */
export function AdviceDialog({ title = 'Aviso de pagamento', member, charges, onClose }: AdviceDialogProps) {
  const ids = charges.map(({ _id }) => _id)
  const found = useQuery(adviceQuery(member._id, ids))
  const page = found.data?.publicId ? payingPage(found.data.publicId) : undefined
  const { busy, send } = useSendAdvice(member._id, ids, { page, onSent: onClose })
  const maySend = useMay('messageBatches').create
  const ask = useAsk(member._id, ids)
  const { pdfUrl } = found.data ?? {}
  return (
    <Dialog
      title={title}
      width="46rem"
      onClose={onClose}
      footer={
        <>
          {pdfUrl && <CommandButton icon={IconFileText} label="PDF" onClick={() => showDocument(pdfUrl)} />}
          {maySend && (
            <CommandButton
              icon={IconSend}
              label={`Enviar a ${shortName(member.name)}`}
              variant="filled"
              disabled={!found.data || found.data.total === 0}
              loading={busy}
              onClick={() => void send()}
            />
          )}
        </>
      }
    >
      <div className={classes.body}>
        {found.error ? (
          <ErrorState
            message={isApiError(found.error) ? found.error.message : undefined}
            onRetry={() => void found.refetch()}
          />
        ) : found.data ? (
          <AdviceContent advice={found.data} maySend={maySend} ask={ask} />
        ) : (
          <Skeleton h="18rem" />
        )}
      </div>
    </Dialog>
  )
}

function AdviceContent({
  advice,
  maySend,
  ask,
}: {
  advice: Advice
  maySend: boolean
  ask: AskGateway | undefined
}) {
  const held = useHeldText('one')
  const { lines, total, deadlines, later, publicId, multibancoProblem } = advice
  if (total === 0) return <p>Já não há nada por pagar.</p>
  return (
    <>
      <table className={classes.lines}>
        <tbody>
          {lines.map(({ description, amount, dueDate }, index) => (
            <tr key={index}>
              <td>{description}</td>
              <td className="tabular">{formatDate(dueDate)}</td>
              <td data-align="end">{formatAmount(toCents(amount))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>até {deadlineText(deadlines)}</td>
            <td data-align="end">{formatAmount(toCents(total))}</td>
          </tr>
        </tfoot>
      </table>
      {later !== null && <p>{later}</p>}
      {advice.multibanco ||
      advice.transfer ||
      advice.requests.canRequestReference ||
      advice.mbway.available ||
      !maySend ? (
        <div className={classes.ways}>
          <PaymentWays information={advice} ask={ask} />
        </div>
      ) : multibancoProblem === null ? (
        <NoPaymentWays />
      ) : null}
      {multibancoProblem !== null && <p className="dimmed">{multibancoProblem}</p>}
      {publicId !== null && (
        <CopyField
          label="Página de pagamento"
          text={payingPage(publicId)}
          help="Quem tiver a ligação vê as iniciais, o que falta pagar e como."
        />
      )}
      {maySend && held && <p className="dimmed">{held}</p>}
    </>
  )
}

/** The address of the public page of an advice. */
function payingPage(publicId: string): string {
  return `${location.origin}${paymentInformationPath}/${publicId}`
}

function NoPaymentWays() {
  const to = paymentSettingsPath(useTerminology())
  return (
    <p className="dimmed">
      Não há meios de pagamento configurados:{' '}
      <AppLink to={to} className={classes.link}>
        indique a entidade Multibanco ou o IBAN
      </AppLink>
      .
    </p>
  )
}

/** Requests for these charges, by those who may pay or register payments. */
function useAsk(memberId: string, chargeIds: readonly string[]): AskGateway | undefined {
  const client = useQueryClient()
  const isAuditor = useSession()?.role === 'auditor'
  if (isAuditor) return undefined
  const send = async (path: string, more: object) => {
    await api.act(path, { memberId, chargeIds, ...more })
    await client.invalidateQueries({ queryKey: adviceQuery(memberId, chargeIds).queryKey })
  }
  return {
    reference: () => send('payment_intents', {}),
    mbway: (phone) => send('mbway', { phone }),
  }
}

interface SentAdvice {
  id: string
  channel: 'email' | 'sms' | 'letter'
  state: string
  recipient: string | null
  problem: string | null
}

function useSendAdvice(
  memberId: string,
  chargeIds: readonly string[],
  { page, onSent }: { page: string | undefined; onSent: () => void },
) {
  const { busy, attempt } = useAttempt('Não foi possível enviar.')
  const navigate = useNavigate()

  const send = () =>
    attempt(async () => {
      const answer = await api.act<Answer<SentAdvice>>('payment_advice/send', { memberId, chargeIds })
      if (!isTimedOut(answer)) {
        showOutcome(dataOf(answer))
        onSent()
      }
    })

  function showOutcome(message: SentAdvice) {
    const view = { label: 'Ver a mensagem', run: () => navigate(messagePath(message.id)) }
    const copy = page === undefined ? [] : [{ label: 'Copiar ligação', run: () => void copyLink(page) }]
    if (message.state === 'failed')
      toast(message.problem ?? 'O aviso não pôde ser enviado.', { actions: [view], tone: 'error' })
    else toastDone(message, outcomeOf(message), { sends: true, actions: [view], ifHeld: copy })
  }

  return { busy, send }
}

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast('Ligação copiada.')
  } catch {
    toast('Não foi possível copiar: a ligação está no aviso.', { tone: 'error' })
  }
}

function outcomeOf({ channel, recipient }: SentAdvice): string {
  if (channel === 'letter') return 'O aviso segue por carta, que fica por imprimir.'
  return `O aviso vai a caminho de ${recipient}.`
}
