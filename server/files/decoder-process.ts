// Main module of the process that reads uploaded files, one at a time, so that their memory and crashes do not affect the server.
import { setPriority } from 'node:os'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { decoderLimits } from '../limits.ts'
import { decodeImage } from './decode-image.ts'
import type { Answer, Task } from './decoder.ts'

const checkMs = 20
const megabytesNow = () => process.memoryUsage.rss() / 1024 ** 2
/** Milliseconds for which this process has computed. */
const computedMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
/** Of the current file: `computedMs` when it began; 0 without a file. Shared by both threads. */
const began = (isMainThread ? new Float64Array(new SharedArrayBuffer(8)) : workerData) as Float64Array

if (isMainThread) readTasks()
else watch({ decodeMs: Number(process.argv[2]) })

function readTasks(): void {
  sharp.cache(false)
  sharp.concurrency(1)
  // Lower priority than requests.
  setPriority(5)
  // Ctrl+C reaches the whole process group: the server ends first and then this process.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  // SIGKILL, because a normal exit would wait for the current file.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // In a thread of its own: a PDF that inflates without end blocks this one.
  new Worker(import.meta.filename, { stdin: false, argv: process.argv.slice(2), workerData: began })
  process.on('message', async (task: Task) => {
    began[0] = computedMs()
    const outcome = await perform(task)
    began[0] = 0
    process.send?.({ outcome, megabytes: megabytesNow() } satisfies Answer)
  })
}

/** Ends the process at its limits. Time is what it computed: on a busy machine a file waits for the processor. */
function watch({ decodeMs }: { decodeMs: number }): void {
  setInterval(() => {
    const isLong = began[0]! > 0 && computedMs() - began[0]! > decodeMs
    if (isLong || megabytesNow() > decoderLimits.memoryMegabytes) process.kill(process.pid, 'SIGKILL')
  }, checkMs)
}

/** Libraries for PDF are loaded with the first one: most processes only decode photos. */
async function perform(task: Task): Promise<Answer['outcome']> {
  switch (task.kind) {
    case 'image':
      return decodeImage(task.upload, task.requirements)
    case 'pdf':
      return (await import('./inspect-pdf.ts')).inspectPdf(task.path)
    case 'codes':
      return (await import('./read-codes.ts')).readCodes(task)
    case 'merge':
      return (await import('./merge-pages.ts')).mergePages(task)
    case 'xls':
      return (await import('./convert-xls.ts')).convertXls(task)
  }
}
