import { useCallback, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { isApiError, type ApiError, type FieldErrors } from './api-error.ts'

export interface Submission {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  /** The first error of a field. */
  errorOf: (field: string) => string | undefined
  /** The error that belongs to no field. */
  message: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * State of a small form: sends its values by name, one submission at a time, shows the server's errors beside
 * the fields and focuses the first invalid one. `explain` may replace the message of a refusal.
 */
export function useSubmit(
  send: (values: Record<string, string>, form: HTMLFormElement) => Promise<unknown>,
  explain: (error: ApiError) => string | undefined = () => undefined,
): Submission {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [message, setMessage] = useState<string>()
  const focusAfterRefusal = useRef<Element>(null)
  useEffect(() => {
    if (busy || !focusAfterRefusal.current) return
    const next =
      form.current?.querySelector(':is(input, select, textarea)[aria-invalid="true"]') ??
      focusAfterRefusal.current
    if (next instanceof HTMLElement) next.focus()
    focusAfterRefusal.current = null
  }, [busy, errors])

  const submit = async (sent: HTMLFormElement) => {
    const focused = document.activeElement
    setBusy(true)
    setMessage(undefined)
    setErrors({})
    try {
      await send(valuesOf(sent), sent)
    } catch (error) {
      if (!isApiError(error)) throw error
      setErrors(error.errors ?? {})
      setMessage(explain(error) ?? (error.errors ? undefined : error.message))
      focusAfterRefusal.current = focused
    } finally {
      setBusy(false)
    }
  }
  return {
    form,
    busy,
    errorOf: useCallback((field: string) => errors[field]?.[0], [errors]),
    message,
    onSubmit: (event) => {
      event.preventDefault()
      if (!busy) void submit(event.currentTarget)
    },
  }
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value
  return values
}
