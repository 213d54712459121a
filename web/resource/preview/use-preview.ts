import { useEffect, useMemo, useState } from 'react'
import { isApiError, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { send } from '../../api/send.ts'

const debounceMs = 300

export interface Preview<Data, Input = object> {
  /** Path of the API: `card_runs` of `card_runs/preview`. */
  of: string
  /** The latest preview; undefined until the first answer. */
  data: Data | undefined
  /** The input of `data`. */
  input: Input | undefined
  /** Whether `data` is older than the current input, because the answer is pending or failed. */
  isStale: boolean
  /** Validation errors of the current input. */
  errors: FieldErrors | undefined
  /** Another error, such as a timeout. */
  problem: string | undefined
}

/** Requests the preview of a resource from the server, debounced. New input aborts the pending request; the last answer is shown until the next. */
export function usePreview<Data, Input extends object = object>(
  of: string,
  input: Input,
  pause = debounceMs,
): Preview<Data, Input> {
  const body = JSON.stringify(input)
  const [state, setState] = useState<PreviewState<Data>>({ body: '', dataBody: '', data: undefined })
  useEffect(() => {
    const controller = new AbortController()
    const update = (part: Partial<PreviewState<Data>>) => {
      if (!controller.signal.aborted)
        setState(({ data, dataBody }) => ({
          data,
          dataBody: 'data' in part ? body : dataBody,
          body,
          ...part,
        }))
    }
    const timer = setTimeout(
      () => void requestPreview(`${of}/preview`, body, controller.signal, update),
      pause,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [of, body, pause])
  const isAnswered = state.body === body
  return {
    of,
    data: state.data,
    input: useMemo(
      () => (state.dataBody === '' ? undefined : (JSON.parse(state.dataBody) as Input)),
      [state.dataBody],
    ),
    isStale: !isAnswered || state.errors !== undefined || state.problem !== undefined,
    errors: isAnswered ? state.errors : undefined,
    problem: isAnswered ? state.problem : undefined,
  }
}

interface PreviewState<Data> {
  /** The last request body that was answered, as JSON. */
  body: string
  /** The request body of `data`; older than `body` when the last answer was an error. */
  dataBody: string
  data: Data | undefined
  errors?: FieldErrors | undefined
  problem?: string | undefined
}

async function requestPreview<Data>(
  path: string,
  body: string,
  signal: AbortSignal,
  update: (part: Partial<PreviewState<Data>>) => void,
): Promise<void> {
  try {
    const answer = await send({ method: 'POST', path, body: JSON.parse(body), signal })
    if (isTimedOut(answer)) update({ problem: 'O servidor demora a responder.' })
    else update({ data: (answer.body as { data: Data }).data })
  } catch (error) {
    if (!isApiError(error)) return
    update(error.errors ? { errors: error.errors } : { problem: error.message })
  }
}
