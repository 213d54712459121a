import { Button } from '@mantine/core'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { Parent, StoredRecord } from '../api/client.ts'
import { useFields, useResource } from '../api/queries.ts'
import type { Values } from '../fields/index.ts'
import { recordName } from '../fields/record-name.ts'
import { toast } from '../ui/toasts.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { confirmLeave } from './form/leave-guard.ts'
import { ConflictPanel } from './form/conflict-panel.tsx'
import { ErrorSummary, SaveProblem } from './form/error-summary.tsx'
import { useFocusOnRefusal } from './form/field-focus.ts'
import { FormSections } from './form/form-sections.tsx'
import { useRecordForm } from './form/use-record-form.ts'

interface RecordDialogProps {
  resource: string
  /** The record to edit; without it, a new one. */
  record?: StoredRecord | undefined
  parent?: Parent
  initial?: Values
  /** Title, where it differs from the default. */
  title?: string
  /** Label of the save button. */
  saveLabel?: string
  omit?: readonly string[]
  onClose: () => void
  onSaved?: (record: StoredRecord) => void
  /** Deletes the record; shows the delete button. */
  onDelete?: () => void
}

/** Form of a small record in a dialog. */
export function RecordDialog(props: RecordDialogProps) {
  const fields = useFields(props.resource)
  const descriptor = useResource(props.resource)
  return fields && descriptor ? <ExplainedDialog {...props} fields={fields} descriptor={descriptor} /> : null
}

interface ExplainedDialogProps extends RecordDialogProps {
  fields: NonNullable<ReturnType<typeof useFields>>
  descriptor: ResourceDescriptor
}

function ExplainedDialog({
  fields,
  descriptor,
  title,
  saveLabel = 'Guardar',
  onClose,
  onSaved,
  onDelete,
  omit,
  ...options
}: ExplainedDialogProps) {
  const form = useRecordForm({ ...options, fields, keepsDraft: false })
  useFocusOnRefusal(form)
  const { one } = descriptor.label
  const name = options.record && recordName(descriptor, fields, options.record)
  const defaultTitle = form.isNew ? descriptor.label.new : [one, name].filter(Boolean).join(': ')

  async function finish(saving: Promise<StoredRecord | undefined>) {
    const saved = await saving
    if (!saved) return
    toast('Guardado com sucesso.')
    onSaved?.(saved)
    onClose()
  }

  async function close() {
    if (form.changes.length === 0 || (await confirmLeave(form.changes.length))) onClose()
  }

  return (
    <>
      <FieldDialog
        title={title ?? defaultTitle}
        onClose={() => void close()}
        onSubmit={() => void finish(form.save())}
        footer={
          <>
            {onDelete && (
              <Button variant="subtle" color="red" mr="auto" onClick={onDelete}>
                Eliminar
              </Button>
            )}
            <Button variant="default" onClick={() => void close()}>
              Cancelar
            </Button>
            <Button type="submit" loading={form.saving} disabled={!form.isNew && form.changes.length === 0}>
              {saveLabel}
            </Button>
          </>
        }
      >
        <SaveProblem form={form} />
        <ErrorSummary form={form} />
        <FormSections form={form} omit={omit} title={one} />
      </FieldDialog>
      {form.conflict && (
        <ConflictPanel
          form={form}
          conflict={form.conflict}
          onSettle={(choices) => void finish(form.settle(choices))}
        />
      )}
    </>
  )
}
