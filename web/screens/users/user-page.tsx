import { allows } from '@agremia/resources/access.ts'
import { DecisionQuestions } from '../../resource/form/decision-questions.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import {
  formTab,
  historyTab,
  RecordPage,
  type RecordPageTab,
  type RecordPart,
} from '../../resource/record-page.tsx'
import { useParams } from '../../ui/router.tsx'
import { useSession } from '../../api/queries.ts'
import { Sessions } from '../security/index.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { CopyLink, useOfferLink } from './copy-link.tsx'
import { Profile } from '../users-profile/index.ts'

/** A new email or password asks for the own password, unless the session began with a link. */
function AccountForm({ form, record, descriptor }: RecordPart<'users'>) {
  const session = useSession()
  const isAsked =
    !session?.byLink && (['email', 'password'] as const).some((name) => form.changes.includes(name))
  return (
    <>
      <RecordFields
        form={form}
        readOnly={!allows(descriptor.may.update, record)}
        omit={isAsked ? [] : ['ownPassword']}
      />
      <DecisionQuestions form={form} />
      <CopyLink record={record} />
    </>
  )
}

const tabs: readonly RecordPageTab<'users'>[] = [
  { ...formTab, panel: (part) => <AccountForm {...part} /> },
  { name: 'sessoes', label: 'Sessões', panel: ({ record }) => <Sessions userId={record._id} /> },
  historyTab,
]

/** The page of a user. Everybody's own account is the profile, which asks for the password before it changes credentials. */
export default function UserPage() {
  const { id } = useParams()
  const session = useSession()
  const isOwn = id === session?.id || session?.role === 'member'
  return isOwn ? <Profile /> : <RecordPage resource="users" tabs={tabs} head={userHead} />
}

function userHead(part: RecordPart<'users'>) {
  return { action: <UserActions {...part} /> }
}

function UserActions(part: RecordPart<'users'>) {
  const offerLink = useOfferLink()
  return <RecordActions {...part} setups={{ sendLink: { ifHeld: offerLink(part.record) } }} />
}
