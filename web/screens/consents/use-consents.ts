import { useQuery } from '@tanstack/react-query'
import { isOptionalPurpose } from '@agremia/resources/definitions/consents.ts'
import { formatDate, todayIn } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { applicationFormQuery } from '../apply/index.ts'

/** A purpose of consent, and the person's answers. */
export interface Consent {
  purpose: string
  label: string
  /** The present text; undefined if the organisation no longer asks for this consent. */
  text: string | undefined
  /** Newest first; the first is in force. */
  history: StoredRecord[]
  isGiven: boolean
}

/** The consents that the organisation asks for or that the person has answered; undefined while they load. */
export function useConsents(personId: string): Consent[] | undefined {
  const parent = { resource: 'people', id: personId }
  const records = useQuery(listQuery('consents', { parent, sort: '-at', limit: 500 })).data?.data
  const currentTexts = useQuery(applicationFormQuery).data?.consents
  const field = useFields('consents')?.purpose
  if (!records || !currentTexts || !field) return undefined
  const answersByPurpose = Map.groupBy(records, ({ purpose }) => String(purpose))
  return (field.options ?? []).flatMap(({ value, label }) => {
    const text = isOptionalPurpose(value) ? currentTexts.find(({ name }) => name === value)?.text : undefined
    const history = answersByPurpose.get(value) ?? []
    if (text === undefined && history.length === 0) return []
    return { purpose: value, label, text, history, isGiven: history[0]?.status === 'given' }
  })
}

/** A function that formats an answer in one line: status, date, version of the text, method. */
export function useConsentLine(): (consent: StoredRecord) => string {
  const fields = useFields('consents')
  return (consent) => {
    const textOf = (name: string) => {
      const field = fields?.[name]
      return field ? faceOf(field).toText(consent[name], field, consent) : ''
    }
    const version = /\d+$/.exec(String(consent.textVersion ?? ''))?.[0]
    const parts = [
      textOf('status'),
      formatDate(todayIn(organisationTimeZone(), String(consent.at))),
      version && `texto, versão\u00A0${version}`,
      textOf('method').toLowerCase(),
      consent.givenBy === 'guardian' && textOf('givenBy').toLowerCase(),
    ]
    return parts.filter(Boolean).join(' · ')
  }
}
