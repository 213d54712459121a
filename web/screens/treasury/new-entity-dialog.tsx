import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useFields } from '../../api/queries.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'

interface NewEntityDialogProps {
  name: string
  onSaved: (entity: ResourceRecord<'externalEntities'>) => void
  onClose: () => void
}

const asked = ['name', 'nif', 'kinds']

/** Creates an entity with what is known while a transaction is written; its page has the rest. */
export default function NewEntityDialog({ name, onSaved, onClose }: NewEntityDialogProps) {
  const fields = useFields('externalEntities') ?? {}
  return (
    <RecordDialog
      resource="externalEntities"
      initial={{ name }}
      omit={Object.keys(fields).filter((field) => !asked.includes(field))}
      saveLabel="Criar entidade"
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
