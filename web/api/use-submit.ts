import { useCallback, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { isApiError, type ApiError, type FieldErrors } from './api-error.ts'

export interface Submission {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  /** The first error of a field, if any. */
  errorOf: (field: string) => string | undefined
  /** What concerns no single field. */
  message: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Sends a small form: its values by name, one sending at a time, the server's errors beside their fields and the
 * focus on the first of them. `explain` may say a refusal in other words.
 */
export function useSubmit(
  send: (values: Record<string, string>, form: HTMLFormElement) => Promise<unknown>,
  explain: (error: ApiError) => string | undefined = () => undefined,
): Submission {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [message, setMessage] = useState<string>()
  const refused = useRef<Element>(null)
  useEffect(() => {
    if (busy || !refused.current) return
    const next =
      form.current?.querySelector('input[aria-invalid="true"], select[aria-invalid="true"]') ??
      refused.current
    if (next instanceof HTMLElement) next.focus()
    refused.current = null
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
      refused.current = focused
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
