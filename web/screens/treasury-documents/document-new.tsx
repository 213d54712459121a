import { manyDocumentsPath } from '../../paths/treasury.ts'
import { FileDrop } from '../../resource/files/file-drop.tsx'
import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { handFiles } from './handed-files.ts'

/** A new document: from a file, or typed. */
export default function DocumentNew() {
  const navigate = useNavigate()
  const send = (files: readonly File[]) => {
    handFiles(files)
    navigate(manyDocumentsPath)
  }
  return (
    <NewRecordPage resource="treasuryDocs">
      {(form) => (
        <RecordFields
          form={form}
          lead={<FileDrop onFiles={send}>Com o ficheiro, uma fatura com código QR fica preenchida.</FileDrop>}
        />
      )}
    </NewRecordPage>
  )
}
