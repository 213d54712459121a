import { useEffect, useMemo, useState } from 'react'
import { isApiError, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { send } from '../../api/send.ts'

const typingPause = 300

export interface Preview<Data, Asked = object> {
  /** The last that could be made; undefined until then. */
  data: Data | undefined
  /** What `data` was made of. */
  of: Asked | undefined
  /** It is of what was written before, and the newer one is awaited or cannot be made. */
  isStale: boolean
  /** Why the newer one cannot be made, by field. */
  errors: FieldErrors | undefined
  /** What stands in the way besides the fields. */
  problem: string | undefined
}

/**
 * Asks the server how what is being written would turn out, whenever the typing pauses. A newer question takes the
 * place of the older, and an older answer stands until the newer comes.
 */
export function usePreview<Data, Asked extends object = object>(
  path: string,
  asked: Asked,
  pause = typingPause,
): Preview<Data, Asked> {
  const question = JSON.stringify(asked)
  const [found, setFound] = useState<Found<Data>>({ of: '', made: '', data: undefined })
  useEffect(() => {
    const controller = new AbortController()
    const note = (part: Partial<Found<Data>>) => {
      if (!controller.signal.aborted)
        setFound(({ data, made }) => ({
          data,
          made: 'data' in part ? question : made,
          of: question,
          ...part,
        }))
    }
    const timer = setTimeout(() => void ask(path, question, controller.signal, note), pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [path, question, pause])
  const isAnswered = found.of === question
  return {
    data: found.data,
    of: useMemo(() => (found.made === '' ? undefined : (JSON.parse(found.made) as Asked)), [found.made]),
    isStale: !isAnswered || found.errors !== undefined || found.problem !== undefined,
    errors: isAnswered ? found.errors : undefined,
    problem: isAnswered ? found.problem : undefined,
  }
}

interface Found<Data> {
  /** The question that it answers. */
  of: string
  /** The question that `data` answers; an older one where the newer has no answer. */
  made: string
  data: Data | undefined
  errors?: FieldErrors | undefined
  problem?: string | undefined
}

async function ask<Data>(
  path: string,
  question: string,
  signal: AbortSignal,
  note: (part: Partial<Found<Data>>) => void,
): Promise<void> {
  try {
    const answer = await send({ method: 'POST', path, body: JSON.parse(question), signal })
    if (isTimedOut(answer)) note({ problem: 'O servidor demora a responder.' })
    else note({ data: (answer.body as { data: Data }).data })
  } catch (error) {
    if (!isApiError(error)) return
    note(error.errors ? { errors: error.errors } : { problem: error.message })
  }
}
