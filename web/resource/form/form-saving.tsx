import type { StoredRecord } from '../../api/client.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { useFocusOnRefusal } from './field-focus.ts'
import { useLeaveGuard } from './leave-guard.ts'
import type { FormControls } from './use-record-form.ts'

export interface FormSavingProps {
  form: FormControls
  /** Navigation to paths that begin with this one does not leave the form. */
  within?: string
  onSaved?: (record: StoredRecord) => void
}

/** The save bar, the conflict dialog and the question before leaving. */
export function FormSaving({ form, within, onSaved }: FormSavingProps) {
  useLeaveGuard(form, within)
  useFocusOnRefusal(form)

  async function finish(saving: Promise<StoredRecord | undefined>) {
    const saved = await saving
    if (!saved) return
    toast('Guardado com sucesso.')
    onSaved?.(saved)
  }

  return (
    <>
      <SaveBar
        changes={form.changes.length}
        errors={form.wrong.length}
        saving={form.saving}
        problem={form.problem}
        onSave={() => void finish(form.save())}
        onDiscard={form.discard}
      />
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
