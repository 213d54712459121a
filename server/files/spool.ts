import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { spoolLimits } from '../limits.ts'

type Parts = AsyncIterable<string | Uint8Array>

const chunkBytes = 64 * 1024

/**
 * Buffers parts in a temporary file of `folder`: they are read as fast as they come, so that a slow client holds neither memory nor the
 * source (such as a transaction). At the size of `spoolLimits` the source waits for the client. Calls `begin` when the file is open.
 * An error of the parts destroys the stream, and destroying the stream ends the parts.
 */
export async function spool(folder: string, begin: () => Promise<Parts>): Promise<Readable> {
  const file = await openUnnamed(folder)
  try {
    const { bavail, bsize } = await statfs(folder)
    const mostBytes = Math.min(spoolLimits.mostBytes, bavail * bsize * spoolLimits.shareOfFreeDisk)
    return fillAndRead(file, await begin(), mostBytes)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Opens a file and unlinks it at once: its space is freed when it is closed, also when the process dies. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomBytes(12).toString('hex'))
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

function fillAndRead(file: FileHandle, parts: Parts, mostBytes: number): Readable {
  let written = 0
  let taken = 0
  let isFilled = false
  let isLeft = false
  // Wakes the side that waits for the other; they never both wait.
  let wake = () => {}
  const otherSide = () => new Promise<void>((resolve) => (wake = resolve))

  const reader = new Readable({
    highWaterMark: chunkBytes,
    read: () => void give().catch((error: unknown) => reader.destroy(error as Error)),
    destroy(error, done) {
      isLeft = true
      wake()
      closeFile((failure) => done(failure ?? error))
    },
  })

  // Waits for `fill`, which writes to the file.
  const closeFile = callbackify(async () => {
    await filled
    await file.close()
  })

  async function fill(): Promise<void> {
    for await (const part of parts) {
      if (isLeft) return
      if (written >= mostBytes) while (taken < written && !isLeft) await otherSide()
      // When the reader has caught up, reuse the file from the beginning.
      if (taken === written) taken = written = 0
      const bytes = typeof part === 'string' ? Buffer.from(part) : part
      await writeAt(file, bytes, written)
      written += bytes.length
      wake()
    }
  }

  async function give(): Promise<void> {
    while (taken === written && !isFilled) await otherSide()
    if (taken === written) return void reader.push(null)
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, written - taken))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, taken)
    taken += bytesRead
    wake()
    reader.push(buffer.subarray(0, bytesRead))
  }

  const filled = fill().then(
    () => {
      isFilled = true
      wake()
    },
    (error: unknown) => void reader.destroy(error as Error),
  )
  return reader
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}
