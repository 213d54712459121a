import { RecordPage } from '../../resource/record-page.tsx'
import { useParams } from '../../ui/router.tsx'
import { useSession } from '../../api/queries.ts'
import { Profile } from '../users-profile/index.ts'

/** The page of a user. Everybody's own account is the profile, which asks for the password before it changes credentials. */
export default function UserPage() {
  const { id } = useParams()
  const session = useSession()
  return id === session?.id || session?.role === 'member' ? <Profile /> : <RecordPage resource="users" />
}
