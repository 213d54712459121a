// The program of the process that decodes images, one at a time: what it does and what it holds is no part of the server.
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { imageLimits } from '../limits.ts'
import type { ImageOrder } from './decode-image.ts'
import { decodeImage } from './decode-image.ts'
import type { Answer } from './images.ts'

const memoryCheckMs = 20
const megabytesNow = () => process.memoryUsage.rss() / 1024 ** 2

sharp.cache(false)
sharp.concurrency(1)
// Requests come first.
setPriority(5)
// Ctrl+C reaches the whole group: the server ends first, and this process with it.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
// SIGKILL, because a normal exit waits for the image that is being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
setInterval(() => {
  if (megabytesNow() > imageLimits.memoryMegabytes) process.kill(process.pid, 'SIGKILL')
}, memoryCheckMs)

process.on('message', async ({ upload, order }: { upload: Uint8Array; order: ImageOrder }) => {
  const outcome = await decodeImage(upload, order)
  process.send?.({ outcome, megabytes: megabytesNow() } satisfies Answer)
})
