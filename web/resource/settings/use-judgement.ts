import { useEffect } from 'react'
import { typingPause } from '../form/use-validation.ts'
import { validateSettings } from './keep-setting.ts'

/** Validates changed settings on the server, debounced. */
export function useSettingsValidation(
  changed: Record<string, string>,
  isActive: boolean,
  onValidated: (problems: Record<string, string>) => void,
): void {
  const serialised = JSON.stringify(changed)
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      validateSettings(JSON.parse(serialised) as Record<string, string>, controller.signal).then(
        (problems) => !controller.signal.aborted && onValidated(problems),
        // Ignored: saving validates anyway.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [serialised, isActive, onValidated])
}
