import { Fragment } from 'react'
import { ageAt, daysBetween, formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { DebtFact, StripFact } from './dues-facts.tsx'

/** The few facts that tell who this is at a glance. */
export function MemberFacts({ record }: { record: StoredRecord }) {
  return (
    <Facts>
      <DebtFact record={record} />
      <StripFact record={record} />
      <Seniority record={record} />
      <Reach record={record} />
    </Facts>
  )
}

function Seniority({ record }: { record: Values }) {
  const terminology = useTerminology()
  const from = dateOf(record.admissionDate)
  const until = dateOf(record.endDate) ?? organisationToday()
  return (
    <Fact
      label={fillTerms(
        dateOf(record.endDate) ? 'Foi {memberSingular} durante' : '{MemberSingular} há',
        terminology,
      )}
      value={from && spanText(from, until)}
      note={from && `desde ${formatDate(from)}`}
    />
  )
}

/** How old somebody is; of a company, who speaks for it. */
export function Age({ record }: { record: Values }) {
  const born = dateOf(record.birthDate)
  const isPerson = record.kind !== 'legal'
  if (!isPerson) return <Fact label="Representante" value={textOf(record.representativeName)} />
  return (
    <Fact
      label="Idade"
      value={born && counted(ageAt(born, organisationToday()), 'ano', 'anos')}
      note={born && `nasceu a ${formatDate(born)}`}
    />
  )
}

/** How the person is reached: press to call or to write. */
export function Reach({ record }: { record: Values }) {
  const phone = textOf(record.mobile) || textOf(record.phone)
  const email = textOf(record.email)
  const written = email && (
    <a href={`mailto:${email}`} title={email}>
      {email.split(/(?<=@)/).map((part, place) => (
        <Fragment key={part}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </a>
  )
  return (
    <Fact
      label="Contacto"
      value={phone ? <a href={`tel:${phone}`}>{displayPhone(phone)}</a> : written}
      note={phone && written}
    />
  )
}

/** `34 anos`, or months and days where it is less than a year. */
export function spanText(from: string, until: string): string {
  const years = ageAt(from, until)
  if (years >= 1) return counted(years, 'ano', 'anos')
  const days = daysBetween(from, until)
  if (days < 1) return 'menos de um dia'
  return days >= 60 ? counted(Math.floor(days / 30.4), 'mês', 'meses') : counted(days, 'dia', 'dias')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function dateOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
