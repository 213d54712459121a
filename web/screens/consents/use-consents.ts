import { useQuery } from '@tanstack/react-query'
import { isOptionalPurpose } from '@agremia/resources/definitions/consents.ts'
import { formatDate, todayIn } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { applicationFormQuery } from '../apply/index.ts'

/** What a person may agree to, and what they said of it so far. */
export interface Consent {
  purpose: string
  label: string
  /** What is agreed to today; undefined when the organisation no longer asks. */
  text: string | undefined
  /** Newest first; the first one holds. */
  history: StoredRecord[]
  isGiven: boolean
}

/** The consents that the organisation asks for, and those that the person has already answered; undefined until they arrive. */
export function useConsents(personId: string): Consent[] | undefined {
  const parent = { resource: 'people', id: personId }
  const records = useQuery(listQuery('consents', { parent, sort: '-at', limit: 500 })).data?.data
  const asked = useQuery(applicationFormQuery).data?.consents
  const field = useFields('consents')?.purpose
  if (!records || !asked || !field) return undefined
  const said = Map.groupBy(records, ({ purpose }) => String(purpose))
  return (field.options ?? []).flatMap(({ value, label }) => {
    const text = isOptionalPurpose(value) ? asked.find(({ name }) => name === value)?.text : undefined
    const history = said.get(value) ?? []
    if (text === undefined && history.length === 0) return []
    return { purpose: value, label, text, history, isGiven: history[0]?.status === 'given' }
  })
}

/** In one line: what was said, when, in which version of the text, and how. */
export function useConsentLine(): (consent: StoredRecord) => string {
  const fields = useFields('consents')
  return (consent) => {
    const said = (name: string) => {
      const field = fields?.[name]
      return field ? faceOf(field).toText(consent[name], field, consent) : ''
    }
    const version = /\d+$/.exec(String(consent.textVersion ?? ''))?.[0]
    const parts = [
      said('status'),
      formatDate(todayIn(organisationTimeZone(), String(consent.at))),
      version && `texto, versão\u00A0${version}`,
      said('method').toLowerCase(),
      consent.givenBy === 'guardian' && said('givenBy').toLowerCase(),
    ]
    return parts.filter(Boolean).join(' · ')
  }
}
