import type { Euros } from '@agremia/resources/rules/amount.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { counted, joinList, plural } from '@agremia/resources/rules/plural.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { api } from '../../api/client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { Values } from '../../fields/index.ts'
import { Effects } from '../../ui/effects.tsx'

/** The response of `POST member_applications/:id/accept/preview`. */
export interface AdmissionPreview {
  memberNumber: number
  /** Amounts in euros. */
  charges: { description: string; amount: Euros }[]
  /** Charges left out, with the reason; one sentence per line. */
  notCharged: string | null
  messages: { recipient: string | null; channel: string; state: string }[]
}

interface AdmissionEffectsProps {
  applicationId: string
  /** The fields of the action. */
  fields: FieldMap
  /** The current values of the form. */
  values: Values
}

const delay = 250

/** Previews what accepting the application will create. Requests are debounced while the user edits. */
export function AdmissionEffects({ applicationId, fields, values }: AdmissionEffectsProps) {
  const terminology = useTerminology()
  const filledIn = Object.fromEntries(
    Object.keys(fields).flatMap((name) => (values[name] == null ? [] : [[name, values[name]]])),
  )
  const body = JSON.stringify(filledIn)
  const [debouncedBody] = useDebouncedValue(body, delay)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...keys.lists('memberApplications'), 'admission', applicationId, debouncedBody],
    queryFn: async () => {
      const path = `${recordPath('memberApplications', applicationId)}/accept/preview`
      const body = JSON.parse(debouncedBody) as Values
      return requireAnswer(await api.post<{ data: AdmissionPreview | null }>(path, body)).data
    },
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  })
  if (!data) return null
  return (
    <Effects
      title="O que fica feito"
      lines={admissionLines(data, terminology)}
      isAwaiting={isPlaceholderData || debouncedBody !== body}
    />
  )
}

/** Describes the preview, one line per effect. */
export function admissionLines(
  { memberNumber, charges, notCharged, messages }: AdmissionPreview,
  terminology: Terminology,
): string[] {
  const cents = (euros: Euros) => toCents(euros)
  const total = charges.reduce((sum, { amount }) => sum + cents(amount), 0)
  const chargeTexts = charges.map(
    ({ description, amount }) => `${description} (${formatAmount(cents(amount))})`,
  )
  const countIn = (wanted: string) => messages.filter(({ state }) => state === wanted).length
  const [held, queued, letters] = [countIn('held'), countIn('queued'), countIn('toPrint')]
  const recipients = [...new Set(messages.flatMap(({ recipient }) => recipient ?? []))]
  return [
    fillTerms(`Fica {memberSingular} com o n.º ${memberNumber}.`, terminology),
    charges.length === 0
      ? 'Nada fica por pagar na admissão.'
      : `${plural(charges.length, 'Fica', 'Ficam')} por pagar ${formatAmount(total)}: ${joinList(chargeTexts)}.`,
    ...(notCharged?.split('\n') ?? []),
    queued > 0 &&
      `${plural(queued, 'Segue', 'Seguem')} ${counted(queued, 'mensagem', 'mensagens')} para ${joinList(recipients)}.`,
    held > 0 &&
      `${counted(held, 'mensagem fica retida até alguém a libertar', 'mensagens ficam retidas até alguém as libertar')}.`,
    letters > 0 && `${counted(letters, 'carta fica', 'cartas ficam')} por imprimir.`,
    queued + held + letters === 0 && 'Ninguém é avisado por mensagem.',
    'O cartão não é emitido agora: emite-se na ficha ou em «Cartões».',
  ].filter((line) => line !== false)
}
