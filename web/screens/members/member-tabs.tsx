import { formTab, historyTab, type RecordPageTab } from '../../resource/record-page.tsx'
import { MemberCards } from '../cards/index.ts'
import { MemberMessages } from '../messages/index.ts'
import { openChargesQuery } from '../member-parts/index.ts'
import { MemberContacts } from './member-contacts.tsx'
import { MemberDues } from './member-dues.tsx'
import { MemberSheet } from './member-sheet.tsx'
import { MemberTimeline } from './member-timeline.tsx'

/** The parts of a member's record, in their order. */
export const memberTabs = [
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
