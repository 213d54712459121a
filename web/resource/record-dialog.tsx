import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { allows } from '@agremia/resources/access.ts'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { Parent, RecordFor, StoredRecord } from '../api/client.ts'
import { useFields, useResource } from '../api/queries.ts'
import type { Values } from '../fields/index.ts'
import { recordName } from '../fields/record-name.ts'
import { Dialog } from '../ui/dialog.tsx'
import { savedText, toastDone } from './toast-done.ts'
import { FieldDialog } from './field-dialog.tsx'
import { confirmLeave } from './form/leave-guard.ts'
import { ChargesQuestion, DecisionQuestions } from './form/decision-questions.tsx'
import { ConflictPanel } from './form/conflict-panel.tsx'
import { ErrorSummary, SaveProblem } from './form/error-summary.tsx'
import { useFocusOnRefusal } from './form/field-focus.ts'
import { FormSections } from './form/form-sections.tsx'
import { type FormControls, useRecordForm } from './form/use-record-form.ts'
import { ClosedHistory } from './record-history.tsx'
import { RecordSheet } from './record-sheet.tsx'
import classes from './record-dialog.module.css'

interface RecordDialogProps<Name extends string> {
  resource: Name
  /** The record to edit; without it, a new one. */
  record?: RecordFor<Name> | undefined
  parent?: Parent
  initial?: Values
  /** Title, where it differs from the default. */
  title?: string
  /** Label of the save button. */
  saveLabel?: string
  omit?: readonly string[]
  onClose: () => void
  onSaved?: (record: RecordFor<Name>) => void
  /** What follows the fields. */
  tail?: ((form: FormControls) => ReactNode) | undefined
  /** Deletes the record; shows the delete button. */
  onDelete?: () => void
}

/** Form of a small record in a dialog; its values, for people who may not change it. */
export function RecordDialog<Name extends string>(props: RecordDialogProps<Name>) {
  const fields = useFields(props.resource)
  const descriptor = useResource(props.resource)
  if (!fields || !descriptor) return null
  const { record, onClose } = props
  if (!record || allows(descriptor.may.update, record))
    return <ExplainedDialog {...props} fields={fields} descriptor={descriptor} />
  return (
    <Dialog title={titleOf(descriptor, fields, record)} onClose={onClose}>
      <div className={classes.values}>
        <RecordSheet fields={fields} record={record} />
        <ClosedHistory resource={descriptor.name} id={record._id} />
      </div>
    </Dialog>
  )
}

function titleOf(descriptor: ResourceDescriptor, fields: FieldMap, record: StoredRecord): string {
  return [descriptor.label.one, recordName(descriptor, fields, record)].filter(Boolean).join(': ')
}

interface ExplainedDialogProps<Name extends string> extends RecordDialogProps<Name> {
  fields: FieldMap
  descriptor: ResourceDescriptor
}

function ExplainedDialog<Name extends string>({
  fields,
  descriptor,
  title,
  saveLabel = 'Guardar',
  onClose,
  onSaved,
  onDelete,
  omit,
  tail,
  ...options
}: ExplainedDialogProps<Name>) {
  const form = useRecordForm({ ...options, fields, keepsDraft: false })
  useFocusOnRefusal(form)
  const defaultTitle = options.record ? titleOf(descriptor, fields, options.record) : descriptor.label.new

  async function finish(saving: Promise<RecordFor<Name> | undefined>) {
    const saved = await saving
    if (!saved) return
    toastDone(saved, savedText)
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
              <Button variant="subtle" color="gray" mr="auto" onClick={onDelete}>
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
        <FormSections form={form} omit={omit} title={descriptor.label.one} />
        <DecisionQuestions form={form} />
        {options.record && <ChargesQuestion form={form} recordId={options.record._id} />}
        {tail?.(form)}
        {options.record && (
          <ClosedHistory
            resource={descriptor.name}
            id={options.record._id}
            onReverted={() => form.changes.length === 0 && onClose()}
          />
        )}
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
