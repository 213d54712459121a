import { formatDate } from '@agremia/resources/rules/dates.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import type { TimelineEntry, TimelineKind } from '@agremia/resources/timeline.ts'
import {
  IconArrowsExchange,
  IconCoins,
  IconFileInvoice,
  IconHeartHandshake,
  IconId,
  IconMail,
  IconPencil,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react'
import { useExplainer, useTerminology } from '../../api/queries.ts'
import { choiceText, texts } from '../../fields/texts.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { historyActionOf } from '../../resource/history-actions.ts'
import { cardPath } from '../../paths/cards.ts'
import { paymentsPath } from '../../paths/dues.ts'
import { messagePath } from '../../paths/messages.ts'

export const kindLabels: Record<TimelineKind, { label: string; Icon: Icon }> = {
  state: { label: 'Estados', Icon: IconArrowsExchange },
  payment: { label: 'Pagamentos', Icon: IconCoins },
  charge: { label: 'Dívidas', Icon: IconFileInvoice },
  agreement: { label: 'Acordos', Icon: IconHeartHandshake },
  card: { label: 'Cartões', Icon: IconId },
  message: { label: 'Mensagens', Icon: IconMail },
  consent: { label: 'Consentimentos', Icon: IconShieldCheck },
  change: { label: 'Alterações', Icon: IconPencil },
}

interface EntryText {
  title: string
  /** Below the title, in one line. */
  details: string
  /** The page of the record that the event is about. */
  path?: string
}

/** Returns a function that describes an event. */
export function useEntryText(): (entry: TimelineEntry) => EntryText {
  const terminology = useTerminology()
  const fields = useExplainer()?.data
  return (entry) => {
    const { kind, event, what, detail, status, amount, _id } = entry
    const choice = (resource: string, field: string, value: string | null) => {
      const known = fields?.[resource]?.[field]
      return known && value !== null ? choiceText(value, known) : ''
    }
    const money = amount === null ? '' : texts.money.toText(amount)
    const line = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
    switch (kind) {
      case 'state':
        return { title: `Estado: ${what}`, details: detail ?? '' }
      case 'payment':
        return {
          title: event === 'cancelled' ? `Anulado o recibo ${what}` : `Pagou ${money}`,
          details:
            event === 'cancelled'
              ? line(money, detail)
              : line(
                  `Recibo ${what}`,
                  choice('payments', 'method', detail),
                  status === 'cancelled' ? 'anulado' : '',
                ),
          path: `${paymentsPath}/${_id}`,
        }
      case 'charge':
        return {
          title: `${what}: ${money}`,
          details: line(
            detail && `${detail < organisationToday() ? 'venceu' : 'vence'} a ${formatDate(detail)}`,
            choice('unsettledPayments', 'status', status).toLowerCase(),
          ),
        }
      case 'agreement':
        return {
          title: `Acordo de pagamento: ${money} em ${what} prestações`,
          details: line(
            detail && `a primeira a ${formatDate(detail)}`,
            choice('paymentAgreements', 'state', status).toLowerCase(),
          ),
        }
      case 'card':
        return {
          title: `${cardEvents[event] ?? 'Cartão'}, ${what}.ª via`,
          details:
            event === 'delivered' ? choice('membershipCards', 'deliveryMethod', detail) : (detail ?? ''),
          path: cardPath(terminology, _id),
        }
      case 'message':
        return {
          title: what,
          details: line(
            choice('messages', 'channel', detail),
            choice('messages', 'state', status).toLowerCase(),
          ),
          path: messagePath(_id),
        }
      case 'consent':
        return {
          title: `${choice('consents', 'purpose', what)}: ${choice('consents', 'status', status).toLowerCase()}`,
          details: choice('consents', 'method', detail),
        }
      case 'change':
        return { title: changeTitle(entry, terminology.memberSingular), details: '' }
    }
  }
}

const cardEvents: Record<string, string> = {
  issued: 'Cartão emitido',
  printed: 'Cartão impresso',
  delivered: 'Cartão entregue',
  revoked: 'Cartão anulado',
}

function changeTitle({ what: resource, event: action, verb }: TimelineEntry, member: string): string {
  const thing = { contacts: 'um contacto', people: 'a ficha da pessoa' }[resource] ?? `a ficha de ${member}`
  return `${capitalise(historyActionOf({ action, verb }).verb)} ${thing}`
}
