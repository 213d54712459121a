import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Log } from '../database/log.ts'
import { ApiError } from '../errors.ts'
import { decoderLimits } from '../limits.ts'
import type { ConvertedXls } from './convert-xls.ts'
import type { DecodedImage, ImageRequirements, ImageProblem } from './decode-image.ts'
import type { InspectedPdf, PdfProblem } from './inspect-pdf.ts'
import type { MergeTask } from './merge-pages.ts'

export type { DecodedImage, ImageRequirements } from './decode-image.ts'

/** The process died or took too long: the file wants too much memory or time. */
interface Lost {
  problem: 'lost'
}

/** What the process is asked to do. Paths are of files on this machine. */
export type Task =
  | { kind: 'image'; upload: Uint8Array | string; requirements: ImageRequirements }
  | { kind: 'pdf'; path: string }
  | { kind: 'codes'; path: string; mediaType: string }
  | ({ kind: 'merge' } & MergeTask)
  | { kind: 'xls'; path: string; target: string }

export interface Outcomes {
  image: DecodedImage | { problem: ImageProblem }
  pdf: InspectedPdf | { problem: PdfProblem }
  codes: { codes: string[] }
  merge: { pages: number } | { problem: 'unreadable' }
  xls: ConvertedXls | { problem: 'encrypted' | 'unreadable' }
}

type Kind = keyof Outcomes
export type OutcomeOf<K extends Kind> = Outcomes[K] | Lost
type TaskOf<K extends Kind> = Extract<Task, { kind: K }>

/** Message of the process, with its resident memory. */
export interface Answer {
  outcome: Outcomes[Kind]
  megabytes: number
}

/** Reads uploaded files in a separate process, so that their memory, time and crashes do not affect requests. */
export interface Decoder {
  /** Does a task after those in the queue; `first` gives priority. Throws 503 when the process cannot be started. */
  run<K extends Kind>(task: TaskOf<K>, options?: { first?: boolean }): Promise<OutcomeOf<K>>
  close(): void
  /** Pid of the process, if there is one. */
  pid(): number | undefined
}

interface QueuedTask {
  task: Task
  resolve: (outcome: Outcomes[Kind] | Lost) => void
  reject: (error: Error) => void
}

/** The process starts with the first file and ends after an idle time. It ends itself when it has computed for `decodeMs` with a file. */
export function createDecoder(log: Log, { decodeMs }: { decodeMs: number }): Decoder {
  const queue: Record<'first' | 'others', QueuedTask[]> = { first: [], others: [] }
  let child: ChildProcess | undefined
  let current: QueuedTask | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function next(): void {
    if (current || isClosed) return
    current = queue.first.shift() ?? queue.others.shift()
    clearTimeout(timer)
    if (!current) {
      timer = setTimeout(retire, decoderLimits.retireMs).unref()
      return
    }
    child ??= start()
    timer = setTimeout(() => child?.kill('SIGKILL'), decodeMs * decoderLimits.waitFactor)
    // If the process just died, its `exit` event resolves the task.
    child.send(current.task, () => {})
  }

  /** Kills the process; the next file starts another. */
  function retire(): void {
    const idle = child
    child = undefined
    idle?.kill('SIGKILL')
  }

  function start(): ChildProcess {
    const started = fork(join(import.meta.dirname, 'decoder-process.ts'), [String(decodeMs)], {
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      // Without the server's environment, which has secrets. With few arenas glibc returns memory sooner.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', ({ outcome, megabytes }: Answer) => {
      if (megabytes > decoderLimits.maxIdleMegabytes) retire()
      finishCurrent((done) => done.resolve(outcome))
    })
    started.on('error', (error) => {
      log.error({ err: error }, 'the process that reads uploads did not start')
      ended(started, (lost) => lost.reject(unavailable()))
    })
    started.on('exit', (code, signal) => {
      if (current && child === started) log.warn({ code, signal }, 'the process that reads uploads died')
      ended(started, (lost) => lost.resolve({ problem: 'lost' }))
    })
    return started
  }

  function ended(which: ChildProcess, answer: (task: QueuedTask) => void): void {
    if (child !== which) return
    child = undefined
    finishCurrent(answer)
  }

  function finishCurrent(answer: (task: QueuedTask) => void): void {
    const task = current
    current = undefined
    if (task) answer(task)
    next()
  }

  return {
    run: (task, { first = false } = {}) =>
      new Promise((resolve, reject) => {
        queue[first ? 'first' : 'others'].push({ task, resolve: resolve as QueuedTask['resolve'], reject })
        next()
      }),
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const task of [current, ...queue.first, ...queue.others]) task?.reject(unavailable())
      retire()
    },
    pid: () => child?.pid,
  }
}

function unavailable(): ApiError {
  return new ApiError(
    503,
    'Não é possível receber ficheiros neste momento. Tente de novo dentro de momentos.',
    {
      headers: { 'retry-after': '10' },
    },
  )
}
