import { documentTypes } from '@agremia/resources/document-uploads.ts'
import { FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { UploadList } from '../../resource/files/upload-list.tsx'
import { uploadOutcome, useDocumentQueue } from '../treasury-documents/index.ts'
import { CommandButton } from '../../ui/command-button.tsx'

interface UploadedDocumentsProps {
  /** Called once for each file that became a document. */
  onFiled: (ids: string[]) => void
  onBusy: (isBusy: boolean) => void
}

/** A button that sends files, each of which becomes a document of the transaction. */
export function UploadedDocuments({ onFiled, onBusy }: UploadedDocumentsProps) {
  const queue = useDocumentQueue()
  const uploads = queue.useValue()
  const told = useRef(new Set<string>())
  const tell = useEffectEvent(() => {
    const filed = uploads.flatMap(({ result }) => result?.treasuryDocId ?? [])
    const fresh = [...new Set(filed)].filter((id) => !told.current.has(id))
    for (const id of fresh) told.current.add(id)
    if (fresh.length > 0) onFiled(fresh)
    onBusy(uploads.some(({ state }) => state === 'waiting' || state === 'sending'))
  })
  useEffect(() => tell(), [uploads])
  return (
    <>
      <FileButton multiple accept={documentTypes} onChange={(files) => files.length > 0 && queue.add(files)}>
        {(button) => (
          <CommandButton
            icon={IconPaperclip}
            label="Juntar PDF ou fotografias"
            {...button}
            style={{ alignSelf: 'flex-start' }}
          />
        )}
      </FileButton>
      <UploadList queue={queue} outcome={uploadOutcome} />
    </>
  )
}
