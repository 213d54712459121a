import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { Card } from '../../ui/with-side.tsx'
import { dayOf } from './application-cells.tsx'
import classes from './side-list.module.css'

/** What the applicant accepted or not: when, and in which version of the text. */
export function ConsentsCard({ applicationId }: { applicationId: string }) {
  const parent = { resource: 'memberApplications', id: applicationId }
  const query = listQuery('memberApplicationConsents', { parent, sort: '-at', limit: 100 })
  const consents = useQuery(query).data?.data
  if (!consents) return null
  // The newest of each purpose is the one that holds.
  const held = [...Map.groupBy(consents, ({ purpose }) => purpose).values()].flatMap(
    ([newest]) => newest ?? [],
  )
  return (
    <Card title="Registo de consentimentos">
      {held.length === 0 ? (
        <p className={classes.small}>Ainda não há nenhum registado.</p>
      ) : (
        <ul className={classes.list}>
          {held.map((consent) => (
            <ConsentLine key={consent._id} consent={consent} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ConsentLine({ consent }: { consent: StoredRecord }) {
  const fields = useFields('memberApplicationConsents')
  const said = (name: string) => {
    const field = fields?.[name]
    return field ? faceOf(field).toText(consent[name], field, consent) : ''
  }
  const isAccepted = consent.accepted === true
  const Icon = isAccepted ? IconCheck : IconX
  const details = [
    isAccepted ? 'aceite' : 'não aceite',
    dayOf(String(consent.at)),
    consent.textVersion && `texto, versão\u00A0${String(consent.textVersion)}`,
    said('method').toLowerCase(),
  ]
  return (
    <li className={classes.line} data-accepted={isAccepted}>
      <Icon size="1.125rem" stroke={1.75} aria-hidden />
      <div>
        {said('purpose')}
        <p className={classes.small}>{details.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}
