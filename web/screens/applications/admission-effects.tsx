import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, joinList, plural } from '@agremia/resources/rules/plural.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { api } from '../../api/client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { Values } from '../../fields/index.ts'
import { Effects } from '../../ui/effects.tsx'

/** What `POST member_applications/:id/accept/preview` answers. */
export interface ForeseenAdmission {
  memberNumber: number
  /** Amounts in euros. */
  charges: { description: string; amount: number }[]
  messages: { recipient: string | null; channel: string; state: string }[]
}

interface AdmissionEffectsProps {
  applicationId: string
  /** The fields of the action. */
  fields: FieldMap
  /** What was written so far. */
  values: Values
}

const delay = 250

/** What accepting an application will make, said while it is being decided. */
export function AdmissionEffects({ applicationId, fields, values }: AdmissionEffectsProps) {
  const terminology = useTerminology()
  const given = Object.fromEntries(
    Object.keys(fields).flatMap((name) => (values[name] == null ? [] : [[name, values[name]]])),
  )
  const question = JSON.stringify(given)
  const [asked] = useDebouncedValue(question, delay)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...keys.lists('memberApplications'), 'admission', applicationId, asked],
    queryFn: async () => {
      const path = `${recordPath('memberApplications', applicationId)}/accept/preview`
      const body = JSON.parse(asked) as Values
      return answered(await api.post<{ data: ForeseenAdmission | null }>(path, body)).data
    },
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  })
  if (!data) return null
  return (
    <Effects
      title="O que fica feito"
      lines={admissionWords(data, terminology)}
      isAwaiting={isPlaceholderData || asked !== question}
    />
  )
}

/** The same in words. */
export function admissionWords(
  { memberNumber, charges, messages }: ForeseenAdmission,
  terminology: Terminology,
): string[] {
  const cents = (euros: number) => decimalToCents(euros) ?? 0
  const total = charges.reduce((sum, { amount }) => sum + cents(amount), 0)
  const named = charges.map(({ description, amount }) => `${description} (${formatAmount(cents(amount))})`)
  const held = messages.filter(({ state }) => state === 'held').length
  const leaving = messages.filter(({ state }) => state === 'queued').length
  const places = [...new Set(messages.flatMap(({ recipient }) => recipient ?? []))]
  return [
    fillTerms(`Fica {memberSingular} com o n.º ${memberNumber}.`, terminology),
    charges.length === 0
      ? 'Nada fica por pagar na admissão.'
      : `${plural(charges.length, 'Fica', 'Ficam')} por pagar ${formatAmount(total)}: ${joinList(named)}.`,
    leaving > 0 &&
      `${plural(leaving, 'Segue', 'Seguem')} ${counted(leaving, 'mensagem', 'mensagens')} para ${joinList(places)}.`,
    held > 0 &&
      `${counted(held, 'mensagem fica retida até alguém a libertar', 'mensagens ficam retidas até alguém as libertar')}.`,
    leaving + held === 0 && 'Ninguém é avisado por mensagem.',
    'O cartão não é emitido agora: emite-se na ficha ou em «Cartões».',
  ].filter((line) => line !== false)
}
