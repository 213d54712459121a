import { useEffect, useRef } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { focusField } from './field-id.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import type { FormControls } from './use-record-form.ts'

export interface FormSavingProps {
  form: FormControls
  /** Addresses that begin so are still this form's. */
  within?: string
  onSaved?: (record: StoredRecord) => void
}

/** How what is written gets to the server, or is thrown away: the bar, the conflict, the question before leaving. */
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

/** When the server refuses, the focus goes to the first field to correct. */
export function useFocusOnRefusal({
  id,
  saving,
  wrong,
}: Pick<FormControls, 'id' | 'saving' | 'wrong'>): void {
  const wasSaving = useRef(false)
  const first = wrong[0]
  useEffect(() => {
    if (wasSaving.current && !saving && first !== undefined) focusField(id, first)
    wasSaving.current = saving
  }, [id, saving, first])
}
