import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { memberHead } from './member-head.tsx'
import { rememberRecentMember } from './recent-members.ts'
import { MemberCards } from '../cards/index.ts'
import { MemberMessages } from '../messages/index.ts'
import { openChargesQuery } from '../member-parts/index.ts'
import { MemberContacts } from './member-contacts.tsx'
import { MemberDues } from './member-dues.tsx'
import { MemberSheet } from './member-sheet.tsx'
import { MemberTimeline } from './member-timeline.tsx'

/** The page of a member. */
export default function MemberEdit() {
  return (
    <RecordPage
      resource="members"
      tabs={memberTabs}
      head={memberHead}
      onShow={rememberRecentMember}
      skeleton={<RecordSkeleton />}
    />
  )
}

/** The tabs of a member's page, in order. */
const memberTabs = [
  { ...formTab, panel: (part) => <MemberSheet {...part} /> },
  {
    name: 'quotas',
    label: '{MembershipPayments} e pagamentos',
    panel: ({ record }) => <MemberDues record={record} />,
    count: (id) => ({ query: openChargesQuery(id), means: 'por regularizar' }),
  },
  { name: 'cartoes', label: 'Cartões', panel: ({ record }) => <MemberCards record={record} /> },
  { name: 'contactos', label: 'Contactos', panel: ({ record }) => <MemberContacts record={record} /> },
  { name: 'mensagens', label: 'Mensagens', panel: ({ record }) => <MemberMessages record={record} /> },
  { ...historyTab, panel: ({ record }) => <MemberTimeline memberId={record._id} /> },
] as const satisfies readonly RecordPageTab[]
