import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ComponentType } from 'react'
import { useSettings } from '../../api/queries.ts'
import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { memberHead } from './member-head.tsx'
import { rememberRecentMember } from './recent-members.ts'
import { MemberCards } from '../cards/index.ts'
import { MemberMessages } from '../messages/index.ts'
import { MemberTransactions } from '../treasury/index.ts'
import { openChargesQuery } from '../member-parts/index.ts'
import { MemberContacts } from './member-contacts.tsx'
import { MemberMandates } from '../direct-debit/index.ts'
import { MemberFiles } from './member-files.tsx'
import { UnlessWithheld } from '../privacy/index.ts'
import { MemberDues } from './member-dues.tsx'
import { MemberSheet } from './member-sheet.tsx'
import { MemberTerms } from './member-terms.tsx'
import { MemberTimeline } from './member-timeline.tsx'

/** The page of a member. */
export default function MemberEdit() {
  const hasTreasury = useSettings().hasTreasury === 'true'
  return (
    <RecordPage
      resource="members"
      tabs={hasTreasury ? tabsWithTreasury : memberTabs}
      head={memberHead}
      onShow={rememberRecentMember}
      skeleton={<RecordSkeleton />}
    />
  )
}

/** A panel with data that are withheld of protected people. */
function unlessWithheld(Part: ComponentType<RecordProps<'members'>>): RecordPageTab<'members'>['panel'] {
  return ({ record }) => (
    <UnlessWithheld record={record}>
      <Part record={record} />
    </UnlessWithheld>
  )
}

/** The tabs of a member's page, in order, without the treasury. */
const memberTabs = [
  { ...formTab, panel: (part) => <MemberSheet {...part} /> },
  {
    name: 'quotas',
    label: '{MembershipPayments} e pagamentos',
    panel: ({ record }) => <MemberDues record={record} />,
    count: (id) => ({ query: openChargesQuery(id), means: 'por regularizar' }),
  },
  { name: 'condicoes', label: 'Condições', panel: ({ record }) => <MemberTerms record={record} /> },
  { name: 'cartoes', label: 'Cartões', panel: ({ record }) => <MemberCards record={record} /> },
  {
    name: 'contactos',
    label: 'Contactos',
    panel: unlessWithheld(MemberContacts),
  },
  {
    name: 'ficheiros',
    label: 'Ficheiros',
    panel: unlessWithheld(MemberFiles),
  },
  {
    name: 'mensagens',
    label: 'Mensagens',
    panel: unlessWithheld(MemberMessages),
  },
  { ...historyTab, panel: ({ record }) => <MemberTimeline memberId={record._id} /> },
] as const satisfies readonly RecordPageTab<'members'>[]

const treasuryTab: RecordPageTab<'members'> = {
  name: 'transaccoes',
  label: 'Transações',
  panel: ({ record }) => <MemberTransactions memberId={record._id} />,
}

const mandatesTab: RecordPageTab<'members'> = {
  name: 'debitos',
  label: 'Débito direto',
  panel: ({ record }) => (
    <UnlessWithheld record={record}>
      <MemberMandates memberId={record._id} />
    </UnlessWithheld>
  ),
}

const tabsWithTreasury = memberTabs.flatMap((tab) =>
  tab.name === 'quotas' ? [tab, treasuryTab, mandatesTab] : [tab],
)
