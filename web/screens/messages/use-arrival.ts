import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Values } from '../../fields/index.ts'
import { isSameValue } from '../../resource/form/changes.ts'
import type { FormControls } from '../../resource/record-form.tsx'

/** Whoever comes with people to write to, writes to those, also over a text that was left half-way. */
export function useArrival({ values, setMany }: FormControls, arriving: Values | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!arriving) return
    const isTaken = Object.entries(arriving).every(([name, value]) => isSameValue(values[name], value))
    if (!isTaken) setMany(arriving)
    // Once taken in, it is the form's: who reloads the page finds the form as it was left.
    else void navigate('.', { replace: true, state: null })
  }, [arriving, values, setMany, navigate])
}
