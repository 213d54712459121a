import { useQuery } from '@tanstack/react-query'
import { listQuery, useMay } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { applicationPath } from '../../paths/applications.ts'
import classes from './state-card.module.css'

/** A link to the application from which the member was admitted, if there is one. */
export function MemberApplication({ memberId }: { memberId: string }) {
  const may = useMay('memberApplications').list
  const query = listQuery('memberApplications', { where: { memberId }, limit: 1 })
  const application = useQuery({ ...query, enabled: may }).data?.data[0]
  if (!application) return null
  return (
    <AppLink className={classes.origin} to={applicationPath(application._id)}>
      Candidatura n.º&nbsp;{String(application.number)}
    </AppLink>
  )
}
