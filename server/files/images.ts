import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Log } from '../database/log.ts'
import { ApiError } from '../errors.ts'
import { imageLimits } from '../limits.ts'
import type { DecodedImage, ImageRequirements, ImageProblem } from './decode-image.ts'

export type { DecodedImage, ImageRequirements } from './decode-image.ts'

/** Result of decoding; `lost` when the process died or took too long. */
export type ImageOutcome = DecodedImage | { problem: ImageProblem | 'lost' }

/** Message of the image process, with its resident memory. */
export interface Answer {
  outcome: ImageOutcome
  megabytes: number
}

/** Decodes images in a separate process, so that their memory, time and crashes do not affect requests. */
export interface Images {
  /** Decodes an image after those in the queue; `first` gives priority. Throws 503 when the process cannot be started. */
  decode(
    upload: Buffer,
    requirements: ImageRequirements,
    options?: { first?: boolean },
  ): Promise<ImageOutcome>
  close(): void
  /** Pid of the process, if there is one. */
  pid(): number | undefined
}

interface QueuedImage {
  message: { upload: Buffer; requirements: ImageRequirements }
  resolve: (outcome: ImageOutcome) => void
  reject: (error: Error) => void
}

/** The process starts with the first image and ends after an idle time. */
export function createImages(log: Log, { decodeMs }: { decodeMs: number }): Images {
  const queue: Record<'first' | 'others', QueuedImage[]> = { first: [], others: [] }
  let child: ChildProcess | undefined
  let current: QueuedImage | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function next(): void {
    if (current || isClosed) return
    current = queue.first.shift() ?? queue.others.shift()
    clearTimeout(timer)
    if (!current) {
      timer = setTimeout(retire, imageLimits.retireMs).unref()
      return
    }
    child ??= start()
    timer = setTimeout(() => child?.kill('SIGKILL'), decodeMs)
    // If the process just died, its `exit` event resolves the image.
    child.send(current.message, () => {})
  }

  /** Kills the process; the next image starts another. */
  function retire(): void {
    const idle = child
    child = undefined
    idle?.kill('SIGKILL')
  }

  function start(): ChildProcess {
    const started = fork(join(import.meta.dirname, 'image-process.ts'), {
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      // Without the server's environment, which has secrets. With few arenas glibc returns memory sooner.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', ({ outcome, megabytes }: Answer) => {
      if (megabytes > imageLimits.maxIdleMegabytes) retire()
      finishCurrent((image) => image.resolve(outcome))
    })
    started.on('error', (error) => {
      log.error({ err: error }, 'the image process did not start')
      ended(started, (image) => image.reject(unavailable()))
    })
    started.on('exit', (code, signal) => {
      if (current && child === started) log.warn({ code, signal }, 'the image process died')
      ended(started, (image) => image.resolve({ problem: 'lost' }))
    })
    return started
  }

  function ended(which: ChildProcess, answer: (image: QueuedImage) => void): void {
    if (child !== which) return
    child = undefined
    finishCurrent(answer)
  }

  function finishCurrent(answer: (image: QueuedImage) => void): void {
    const image = current
    current = undefined
    if (image) answer(image)
    next()
  }

  return {
    decode: (upload, requirements, { first = false } = {}) =>
      new Promise((resolve, reject) => {
        queue[first ? 'first' : 'others'].push({ message: { upload, requirements }, resolve, reject })
        next()
      }),
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const image of [current, ...queue.first, ...queue.others]) image?.reject(unavailable())
      retire()
    },
    pid: () => child?.pid,
  }
}

function unavailable(): ApiError {
  return new ApiError(
    503,
    'Não é possível receber imagens neste momento. Tente de novo dentro de momentos.',
    {
      headers: { 'retry-after': '10' },
    },
  )
}
