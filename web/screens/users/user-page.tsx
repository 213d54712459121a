import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import { useParams } from '../../ui/router.tsx'
import { useSession } from '../../api/queries.ts'
import { Sessions } from '../security/index.ts'
import { Profile } from '../users-profile/index.ts'

const tabs: readonly RecordPageTab[] = [
  formTab,
  { name: 'sessoes', label: 'Sessões', panel: ({ record }) => <Sessions userId={record._id} /> },
  historyTab,
]

/** The page of a user. Everybody's own account is the profile, which asks for the password before it changes credentials. */
export default function UserPage() {
  const { id } = useParams()
  const session = useSession()
  const isOwn = id === session?.id || session?.role === 'member'
  return isOwn ? <Profile /> : <RecordPage resource="users" tabs={tabs} />
}
