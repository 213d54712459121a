import { queryOptions } from '@tanstack/react-query'
import type { CardValidity, CardVerification } from '@agremia/resources/card-verification.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { api, nullIfMissing } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'

/** The verification of a card, or null when no card has this code. Throws `ApiError`; status 0 means no response. */
export async function fetchCardVerification(
  code: string,
  signal?: AbortSignal,
): Promise<CardVerification | null> {
  const path = `membership_cards/verify/${encodeURIComponent(code)}`
  return nullIfMissing(
    async () => requireAnswer(await api.get<{ data: CardVerification }>(path, signal)).data,
  )
}

/** Not cached: a check must show the present status, so it runs again on each visit and reconnect. */
export function cardCheckQuery(code: string) {
  return queryOptions({
    queryKey: ['cardCheck', code],
    queryFn: ({ signal }) => fetchCardVerification(code, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: true,
    retry: false,
  })
}

export type ValidityTone = 'green' | 'amber' | 'red'

interface ValidityWords {
  tone: ValidityTone
  /** One word, for lists. */
  word: string
  /** For the head of the page. */
  title: string
}

export const validities: Record<CardValidity, ValidityWords> = {
  valido: { tone: 'green', word: 'Válido', title: 'Cartão válido' },
  expirado: { tone: 'amber', word: 'Expirado', title: 'Cartão expirado' },
  irregular: { tone: 'amber', word: 'Irregular', title: 'Situação irregular' },
  suspenso: { tone: 'red', word: 'Suspenso', title: 'Cartão suspenso' },
  invalido: { tone: 'red', word: 'Sem validade', title: 'Cartão sem validade' },
}

/** The title, with the date of an expired card or what to do about an irregular one. */
export function validityText(validity: CardValidity, validUntil: string | null): string {
  const { title } = validities[validity]
  if (validity === 'expirado' && validUntil !== null) return `${title} em ${formatDate(validUntil)}`
  return validity === 'irregular' ? `${title} — contacte a secretaria` : title
}
