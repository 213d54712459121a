import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { useFields, useResource } from '../../api/queries.ts'
import { recordFilePath } from '../../paths/record-files.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileDrop } from './file-drop.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploadQueue } from './upload-queue.ts'
import { useUnsentGuard } from './use-unsent-guard.ts'
import { Choice } from '../../ui/choice.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './uploads.module.css'

interface AttachFilesProps {
  /** The record that the files are of: `{memberId}`; nobody's without one. */
  of?: Readonly<Record<string, string>>
  /** Kind of the files, which the person may change. */
  kind: string
  label?: string
}

/**
 * A button that opens a dialog to upload files of a record, and the dialog, which stays open where the button moves. No button for people
 * who may not.
 */
export function useAttachFiles({ label = 'Juntar ficheiros', ...rest }: AttachFilesProps): {
  button: ReactNode
  dialog: ReactNode
} {
  const [isOpen, setIsOpen] = useState(false)
  const may = useResource('recordFiles')?.may.update
  return {
    button: may && <CommandButton icon={IconPaperclip} label={label} onClick={() => setIsOpen(true)} />,
    dialog: isOpen && <AttachDialog {...rest} onClose={() => setIsOpen(false)} />,
  }
}

interface StoredFile {
  _id: string
  name: string
}

function AttachDialog({ of = {}, kind: firstKind, onClose }: AttachFilesProps & { onClose: () => void }) {
  const kinds = useFields('recordFiles')?.['kind']?.options ?? []
  const [kind, setKind] = useState(firstKind)
  // Each file is of the kind that was shown when it was chosen.
  const [kindOf] = useState(() => new WeakMap<File, string>())
  const queue = useUploadQueue<StoredFile>(async (file, onProgress) => {
    const answer = await api.upload<{ data: StoredFile }>({
      path: 'record_files',
      files: [file],
      fields: { ...of, kind: kindOf.get(file) ?? firstKind },
      failure: 'Pdf Document upload failed',
      onProgress,
    })
    return answer.data
  })
  const uploads = queue.useValue()
  useUnsentGuard(uploads)
  const isBusy = uploads.some(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <Dialog
      title="Juntar ficheiros"
      width="38rem"
      {...(!isBusy && { onClose })}
      footer={
        <Button onClick={onClose} disabled={isBusy}>
          Concluir
        </Button>
      }
    >
      <div className={classes.dialog}>
        <Choice
          label="Espécie"
          value={kind}
          data={kinds.map(({ value, label }) => ({ value, label }))}
          onChange={(value) => value && setKind(value)}
        />
        <FileDrop
          onFiles={(files) => {
            for (const file of files) kindOf.set(file, kind)
            queue.add(files)
          }}
        />
        <UploadList
          queue={queue}
          outcome={({ _id }) => <AppLink to={recordFilePath(_id)}>Ver o ficheiro</AppLink>}
        />
      </div>
    </Dialog>
  )
}
