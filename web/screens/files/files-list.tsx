import { useAttachFiles } from '../../resource/files/attach-files.tsx'
import { RecordList, type ColumnSetup, type FilterSetup } from '../../resource/record-list.tsx'

/** The files of the organisation itself: minutes, statutes and other papers. */
export default function FilesList() {
  const attach = useAttachFiles({ kind: 'minutes' })
  return (
    <>
      <RecordList
        resource="recordFiles"
        title="Ficheiros da organização"
        where={ofNobody}
        columns={columns}
        filters={filters}
        action={attach.button}
        purpose="Atas, estatutos e outros papéis da organização. Os de cada pessoa e os da tesouraria estão nos seus registos."
      />
      {attach.dialog}
    </>
  )
}

const ofNobody = { memberId: null, treasuryDocId: null, isWaiting: 'false' }

const filters: FilterSetup<'recordFiles'>[] = [{ field: 'kind' }]

const columns: ColumnSetup<'recordFiles'>[] = [
  { name: 'name', width: 18 },
  { name: 'kind', width: 10 },
  { name: 'pageCount', width: 5 },
  { name: 'createdByName', width: 10 },
]
