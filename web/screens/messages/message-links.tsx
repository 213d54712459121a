import { useQuery } from '@tanstack/react-query'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useMay, useResource, useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import { batchPath } from '../../paths/messages.ts'
import classes from './message-delivery.module.css'

/** Ways from a message to whom it was for, to the sending that it is of, and to what it is about. */
export function MessageLinks({ record }: { record: StoredRecord }) {
  const terminology = useTerminology()
  const paths = useMemberPaths()
  const memberId = useMemberOf(record.personId)
  const application = useResource('memberApplications')
  const maySeeBatches = useMay('messageBatches').list
  const isAboutApplication = record.aboutResource === 'memberApplications' && application !== undefined
  const { batchId } = record
  const isOfBatch = typeof batchId === 'string' && maySeeBatches
  if (memberId === undefined && !isAboutApplication && !isOfBatch) return null
  return (
    <nav className={classes.links} aria-label="Ver também">
      {memberId !== undefined && (
        <AppLink to={paths.record(memberId)}>{fillTerms('Ficha {do} {memberSingular}', terminology)}</AppLink>
      )}
      {isOfBatch && <AppLink to={batchPath(batchId)}>Todas as deste envio</AppLink>}
      {isAboutApplication && (
        <AppLink to={`/candidaturas/${String(record.aboutId)}`}>{application.label.one}</AppLink>
      )}
    </nav>
  )
}

/** The latest membership of the person. */
function useMemberOf(personId: unknown): string | undefined {
  const found = useQuery({
    ...listQuery('members', { where: { personId: String(personId) }, limit: 1 }),
    enabled: typeof personId === 'string',
  })
  return found.data?.data[0]?._id
}
