import { isApiError, isShownGlobally, requestFailed } from '../api/api-error.ts'
import { toast } from '../ui/toasts.tsx'

/** Shows why a request failed: the server's message, or `unexpected` for an error that is no answer. */
export function toastError(error: unknown, unexpected = requestFailed): void {
  if (!isApiError(error)) toast(unexpected, { tone: 'error' })
  else if (!isShownGlobally(error)) toast(error.message, { tone: 'error' })
}
