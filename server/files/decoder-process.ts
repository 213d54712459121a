// Main module of the process that reads uploaded files, one at a time, so that their memory and crashes do not affect the server.
import { setPriority } from 'node:os'
import { isMainThread, Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { decoderLimits } from '../limits.ts'
import { decodeImage } from './decode-image.ts'
import type { Answer, Task } from './decoder.ts'

const memoryCheckMs = 20
const megabytesNow = () => process.memoryUsage.rss() / 1024 ** 2

if (isMainThread) readTasks()
else watchMemory()

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
  new Worker(import.meta.filename, { stdin: false })
  process.on('message', async (task: Task) => {
    const outcome = await perform(task)
    process.send?.({ outcome, megabytes: megabytesNow() } satisfies Answer)
  })
}

function watchMemory(): void {
  setInterval(() => {
    if (megabytesNow() > decoderLimits.memoryMegabytes) process.kill(process.pid, 'SIGKILL')
  }, memoryCheckMs)
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
