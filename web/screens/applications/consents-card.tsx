import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { Card } from '../../ui/card.tsx'
import { dayOf } from './application-cells.tsx'
import classes from './side-list.module.css'

/** The applicant's answer to each consent, with its date and the version of the text. */
export function ConsentsCard({ applicationId }: { applicationId: string }) {
  const parent = { resource: 'memberApplications', id: applicationId }
  const query = listQuery('memberApplicationConsents', { parent, sort: '-at', limit: 100 })
  const consents = useQuery(query).data?.data
  if (!consents) return null
  // Sorted newest first: the first of each purpose is in force.
  const inForce = [...Map.groupBy(consents, ({ purpose }) => purpose).values()].flatMap(
    ([newest]) => newest ?? [],
  )
  return (
    <Card title="Registo de consentimentos">
      {inForce.length === 0 ? (
        <p className={classes.small}>Ainda não há nenhum registado.</p>
      ) : (
        <ul className={classes.list}>
          {inForce.map((consent) => (
            <ConsentLine key={consent._id} consent={consent} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ConsentLine({ consent }: { consent: StoredRecord }) {
  const fields = useFields('memberApplicationConsents')
  const textOf = (name: string) => {
    const field = fields?.[name]
    return field ? faceOf(field).toText(consent[name], field, consent) : ''
  }
  const isAccepted = consent.accepted === true
  const Icon = isAccepted ? IconCheck : IconX
  const details = [
    isAccepted ? 'aceite' : 'não aceite',
    dayOf(String(consent.at)),
    consent.textVersion && `texto, versão\u00A0${String(consent.textVersion)}`,
    textOf('method').toLowerCase(),
  ]
  return (
    <li className={classes.line} data-accepted={isAccepted}>
      <Icon size="1.125rem" stroke={1.75} aria-hidden />
      <div>
        {textOf('purpose')}
        <p className={classes.small}>{details.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}
