import { documentMegabytes } from '@agremia/resources/document-uploads.ts'
import { useEffect, useState } from 'react'
import { isApiError } from '../../api/client.ts'
import { createStore } from '../../store.ts'

/** One chosen file. `failed` may be sent again, unless it is `refused`: then only another file helps. */
export interface Upload<Result> {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'refused'
  /** 0 to 100. */
  percent: number
  message?: string | undefined
  result?: Result
}

/** Sends a file; `onProgress` receives 0 to 100. */
export type SendFile<Result> = (file: File, onProgress: (percent: number) => void) => Promise<Result>

/** The server takes eight of one person. */
const concurrent = 3
const defaultWaitSeconds = 5

/** Files that are sent a few at a time. When the server is busy it sends them again by itself. */
export function createUploadQueue<Result>(send: SendFile<Result>) {
  const store = createStore<readonly Upload<Result>[]>([])
  let lastKey = 0
  let isPaused = false

  const change = (key: number, part: Partial<Upload<Result>>) =>
    store.set(store.get().map((one) => (one.key === key ? { ...one, ...part } : one)))

  function next(): void {
    if (isPaused) return
    const all = store.get()
    const free = concurrent - all.filter(({ state }) => state === 'sending').length
    for (const { key, file } of all.filter(({ state }) => state === 'waiting').slice(0, free))
      void sendOne(key, file)
  }

  async function sendOne(key: number, file: File): Promise<void> {
    change(key, { state: 'sending', percent: 0, message: undefined })
    try {
      const result = await send(file, (percent) => change(key, { percent }))
      change(key, { state: 'done', percent: 100, result })
    } catch (error) {
      change(key, failureOf(error))
      if (isApiError(error) && error.status === 429) pause(error.retryAfter ?? defaultWaitSeconds)
    }
    next()
  }

  function pause(seconds: number): void {
    isPaused = true
    setTimeout(() => {
      isPaused = false
      next()
    }, seconds * 1000)
  }

  return {
    useValue: store.useValue,
    get: store.get,
    add(files: readonly File[]) {
      const added = files.map((file): Upload<Result> => {
        const isTooLarge = file.size > documentMegabytes * 1024 * 1024
        return {
          key: (lastKey += 1),
          file,
          percent: 0,
          ...(isTooLarge
            ? { state: 'refused', message: `É demasiado grande: pode ter até ${documentMegabytes} MB.` }
            : { state: 'waiting' }),
        }
      })
      store.set([...store.get(), ...added])
      next()
    },
    /** Sends failed files again: all, or one. */
    retry(key?: number) {
      const again = (one: Upload<Result>) => one.state === 'failed' && (key === undefined || one.key === key)
      store.set(store.get().map((one) => (again(one) ? { ...one, state: 'waiting', percent: 0 } : one)))
      next()
    },
    remove(key: number) {
      store.set(store.get().filter((one) => one.key !== key || one.state === 'sending'))
    },
    clear() {
      store.set(store.get().filter(({ state }) => state === 'sending'))
    },
  }
}

export type UploadQueue<Result> = ReturnType<typeof createUploadQueue<Result>>

function failureOf(error: unknown): Partial<Upload<never>> {
  if (!isApiError(error)) return { state: 'failed', message: 'Não foi possível enviar este ficheiro.' }
  const { status, errors, message } = error
  if (status === 429) return { state: 'waiting', percent: 0, message: 'À espera de vez.' }
  if (status === 0) return { state: 'failed', message: 'A ligação falhou. O ficheiro continua aqui.' }
  const isRefused = status >= 400 && status < 500 && ![401, 408].includes(status)
  const reasons = Object.values(errors ?? {}).flat()
  return { state: isRefused ? 'refused' : 'failed', message: reasons.join(' ') || message }
}

/** The average progress over all files, 0 to 100; those that were refused count as done. */
export function averagePercent(uploads: readonly Upload<unknown>[]): number {
  if (uploads.length === 0) return 0
  const percentOf = ({ state, percent }: Upload<unknown>) => (state === 'refused' ? 100 : percent)
  return Math.round(uploads.reduce((sum, one) => sum + percentOf(one), 0) / uploads.length)
}

/** Whether files of the queue would be lost with the page. */
export function hasUnsent(uploads: readonly Upload<unknown>[]): boolean {
  return uploads.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'failed')
}

/** A queue for the life of the component. Sends failed files again when the connection returns. */
export function useUploadQueue<Result>(send: SendFile<Result>): UploadQueue<Result> {
  const [queue] = useState(() => createUploadQueue(send))
  useEffect(() => {
    const retry = () => queue.retry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [queue])
  return queue
}
