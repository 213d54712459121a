import { api } from '../../api/client.ts'
import { treasuryDocPath } from '../../paths/treasury.ts'
import { type UploadQueue, useUploadQueue } from '../../resource/files/upload-queue.ts'
import { useUnsentGuard } from '../../resource/files/use-unsent-guard.ts'
import { AppLink } from '../../ui/app-link.tsx'

/** The document that a file became, or the one that already had the same file. */
export interface FiledDocument {
  result: 'created' | 'existing'
  treasuryDocId: string
  number: string
  hasTaxCode: boolean
  message: string | null
}

/** Files each of which becomes a document of the treasury; asks before leaving while some are unsent. */
export function useDocumentQueue(): UploadQueue<FiledDocument> {
  const queue = useUploadQueue<FiledDocument>(async (file, onProgress) => {
    const answer = await api.upload<{ data: [FiledDocument] }>({
      path: 'pdf_documents',
      files: [file],
      failure: 'Pdf Document upload failed',
      onProgress,
    })
    return answer.data[0]
  })
  useUnsentGuard(queue.useValue())
  return queue
}

/** What is said below a file that was sent. */
export function uploadOutcome({ result, treasuryDocId, number, hasTaxCode, message }: FiledDocument) {
  const said =
    result === 'existing' ? 'Já cá estava.' : hasTaxCode ? 'Preenchido pelo código QR.' : 'Por preencher.'
  return (
    <>
      <AppLink to={treasuryDocPath(treasuryDocId)}>Documento {number}</AppLink> · {message ?? said}
    </>
  )
}
