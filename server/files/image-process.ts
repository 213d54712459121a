// Main module of the process that decodes images, one at a time, so that their memory and crashes do not affect the server.
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { imageLimits } from '../limits.ts'
import type { ImageRequirements } from './decode-image.ts'
import { decodeImage } from './decode-image.ts'
import type { Answer } from './images.ts'

const memoryCheckMs = 20
const megabytesNow = () => process.memoryUsage.rss() / 1024 ** 2

sharp.cache(false)
sharp.concurrency(1)
// Lower priority than requests.
setPriority(5)
// Ctrl+C reaches the whole process group: the server ends first and then this process.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
// SIGKILL, because a normal exit would wait for the current image.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
setInterval(() => {
  if (megabytesNow() > imageLimits.memoryMegabytes) process.kill(process.pid, 'SIGKILL')
}, memoryCheckMs)

process.on(
  'message',
  async ({ upload, requirements }: { upload: Uint8Array; requirements: ImageRequirements }) => {
    const outcome = await decodeImage(upload, requirements)
    process.send?.({ outcome, megabytes: megabytesNow() } satisfies Answer)
  },
)
