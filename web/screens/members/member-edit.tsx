import { RecordPage } from '../../resource/record-page.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { memberHead } from './member-head.tsx'
import { memberTabs } from './member-tabs.tsx'
import { rememberRecentMember } from './recent-members.ts'

/** The page of a member. */
export default function MemberEdit() {
  return (
    <RecordPage
      resource="members"
      tabs={memberTabs}
      head={memberHead}
      onShow={rememberRecentMember}
      awaited={<RecordSkeleton />}
    />
  )
}
