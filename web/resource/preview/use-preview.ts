import { useEffect, useMemo, useState } from 'react'
import { isApiError, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { send } from '../../api/send.ts'

const debounceMs = 300

export interface Preview<Data, Input = object> {
  /** The latest preview; undefined until there is one. */
  data: Data | undefined
  /** The input of `data`. */
  of: Input | undefined
  /** `data` belongs to an earlier input: the new preview is loading or was refused. */
  isStale: boolean
  /** Why the new preview was refused, by field. */
  errors: FieldErrors | undefined
  /** Why the new preview failed, besides fields. */
  problem: string | undefined
}

/**
 * Preview of an input, computed by the server, debounced by `pause` milliseconds. A new input aborts the older
 * request; the older preview stays until the new one arrives.
 */
export function usePreview<Data, Input extends object = object>(
  path: string,
  input: Input,
  pause = debounceMs,
): Preview<Data, Input> {
  const inputJson = JSON.stringify(input)
  const [state, setState] = useState<PreviewState<Data>>({
    answeredInput: '',
    dataInput: '',
    data: undefined,
  })
  useEffect(() => {
    const controller = new AbortController()
    const update = (part: Partial<PreviewState<Data>>) => {
      if (!controller.signal.aborted)
        setState(({ data, dataInput }) => ({
          data,
          dataInput: 'data' in part ? inputJson : dataInput,
          answeredInput: inputJson,
          ...part,
        }))
    }
    const timer = setTimeout(() => void requestPreview(path, inputJson, controller.signal, update), pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [path, inputJson, pause])
  const isCurrent = state.answeredInput === inputJson
  return {
    data: state.data,
    of: useMemo(
      () => (state.dataInput === '' ? undefined : (JSON.parse(state.dataInput) as Input)),
      [state.dataInput],
    ),
    isStale: !isCurrent || state.errors !== undefined || state.problem !== undefined,
    errors: isCurrent ? state.errors : undefined,
    problem: isCurrent ? state.problem : undefined,
  }
}

interface PreviewState<Data> {
  /** The input (JSON) of the latest response. */
  answeredInput: string
  /** The input (JSON) of `data`; older than `answeredInput` if the latest response has no data. */
  dataInput: string
  data: Data | undefined
  errors?: FieldErrors | undefined
  problem?: string | undefined
}

async function requestPreview<Data>(
  path: string,
  inputJson: string,
  signal: AbortSignal,
  update: (part: Partial<PreviewState<Data>>) => void,
): Promise<void> {
  try {
    const answer = await send({ method: 'POST', path, body: JSON.parse(inputJson), signal })
    if (isTimedOut(answer)) update({ problem: 'O servidor demora a responder.' })
    else update({ data: (answer.body as { data: Data }).data })
  } catch (error) {
    if (!isApiError(error)) return
    update(error.errors ? { errors: error.errors } : { problem: error.message })
  }
}
