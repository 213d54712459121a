import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery } from '@tanstack/react-query'
import { consentChannels, isOptionalPurpose } from '@agremia/resources/definitions/consents.ts'
import { formatDate, todayIn } from '@agremia/resources/rules/dates.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { fieldText } from '../../fields/index.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { applicationFormQuery } from '../apply/index.ts'

/** A purpose of consent, and the person's answers. */
export interface Consent {
  purpose: string
  /** Only answers for this channel; undefined for those for all channels. */
  channel: string | undefined
  label: string
  /** The present text; undefined if the organisation no longer asks for this consent. */
  text: string | undefined
  /** Newest first; the first is in force. */
  history: ResourceRecord<'consents'>[]
  isGiven: boolean
}

/** The consents that the organisation asks for or that the person has answered; undefined while they load. */
export function useConsents(personId: string): Consent[] | undefined {
  const parent = { resource: 'people', id: personId }
  const records = useQuery(listQuery('consents', { parent, sort: '-at', limit: 500 })).data?.data
  const currentTexts = useQuery(applicationFormQuery).data?.consents
  const fields = useFields('consents')
  const field = fields?.purpose
  if (!records || !currentTexts || !field) return undefined
  const answersByPurpose = Map.groupBy(records, ({ purpose }): string => purpose)
  return (field.options ?? []).flatMap(({ value, label }) => {
    const text = isOptionalPurpose(value) ? currentTexts.find(({ name }) => name === value)?.text : undefined
    const answers = answersByPurpose.get(value) ?? []
    const channels = consentChannels(value).filter((one) => answers.some(({ channel }) => channel === one))
    return [undefined, ...channels].flatMap((channel) => {
      // An answer without a channel applies to each of them.
      const history = answers.filter((one) => one.channel == null || one.channel === channel)
      if (text === undefined && history.length === 0) return []
      const means = fields?.channel?.options?.find((option) => option.value === channel)?.label
      const isGiven = history[0]?.status === 'given'
      return {
        purpose: value,
        channel,
        label: means === undefined ? label : `${label}: ${means.toLowerCase()}`,
        text,
        history,
        isGiven,
      }
    })
  })
}

/** A function that formats an answer in one line: status, date, version of the text, method. */
export function useConsentLine(): (consent: ResourceRecord<'consents'>) => string {
  const fields = useFields('consents')
  return (consent) => {
    const version = /\d+$/.exec(consent.textVersion ?? '')?.[0]
    const parts = [
      fieldText(fields?.status, consent),
      formatDate(todayIn(organisationTimeZone(), consent.at)),
      version && `texto, versão\u00A0${version}`,
      fieldText(fields?.method, consent).toLowerCase(),
      consent.givenBy === 'guardian' && fieldText(fields?.givenBy, consent).toLowerCase(),
    ]
    return parts.filter(Boolean).join(' · ')
  }
}
