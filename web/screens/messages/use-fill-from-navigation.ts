import { useEffect } from 'react'
import type { Values } from '../../fields/index.ts'
import { isSameValue } from '../../resource/form/changes.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { useNavigate } from '../../ui/router.tsx'

/** Sets form values from the navigation state, also over a restored draft. */
export function useFillFromNavigation(
  { values, setMany }: FormControls,
  navigated: Values | undefined,
): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!navigated) return
    const isApplied = Object.entries(navigated).every(([name, value]) => isSameValue(values[name], value))
    if (!isApplied) setMany(navigated)
    // Clears the state once the form has the values, so that a reload does not overwrite later edits.
    else navigate('', { replace: true, state: null })
  }, [navigated, values, setMany, navigate])
}
