import { useEffect, useRef } from 'react'
import { focusField } from './field-id.ts'
import type { FormControls } from './use-record-form.ts'

/** Focuses the first invalid field after the server refuses a save. */
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
