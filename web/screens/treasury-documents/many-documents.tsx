import { useEffect } from 'react'
import { FileDrop } from '../../resource/files/file-drop.tsx'
import { UploadList } from '../../resource/files/upload-list.tsx'
import uploads from '../../resource/files/uploads.module.css'
import { Page } from '../../ui/page.tsx'
import { uploadOutcome, useDocumentQueue } from './document-queue.tsx'
import { takeHandedFiles } from './handed-files.ts'

/** Many files at once, each of which becomes a document. */
export default function ManyDocuments() {
  const queue = useDocumentQueue()
  useEffect(() => {
    const handed = takeHandedFiles()
    if (handed.length > 0) queue.add(handed)
  }, [queue])
  return (
    <Page title="Enviar documentos" narrow>
      <div className={uploads.many}>
        <FileDrop onFiles={queue.add}>
          Cada um torna-se um documento. As faturas com código QR ficam preenchidas.
        </FileDrop>
        <UploadList queue={queue} outcome={uploadOutcome} />
      </div>
    </Page>
  )
}
