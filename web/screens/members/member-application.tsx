import { useQuery } from '@tanstack/react-query'
import { listQuery, useMay } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { applicationPath } from '../../paths/applications.ts'
import classes from './state-card.module.css'

/** The application that the membership began with, if there was one. */
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
