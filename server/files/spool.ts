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
 * source (such as a transaction). A client that keeps up gets them without the file. At the size of `spoolLimits` the source waits for
 * the client. Calls `begin` when the file is open. An error of the parts destroys the stream, and destroying the stream ends the parts.
 */
export async function spool(folder: string, begin: () => Promise<Parts>): Promise<Readable> {
  const file = await openUnnamed(folder)
  try {
    const { bavail, bsize } = await statfs(folder)
    const maxBytes = Math.min(spoolLimits.maxBytes, bavail * bsize * spoolLimits.shareOfFreeDisk)
    return fillAndRead(file, await begin(), maxBytes)
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

function fillAndRead(file: FileHandle, parts: Parts, maxBytes: number): Readable {
  let written = 0
  let consumed = 0
  let isFilled = false
  let isClosed = false
  /** Whether the reader waits for bytes; the file has none. */
  let isStarved = false
  let resumeFilling = () => {}

  const reader = new Readable({
    highWaterMark: chunkBytes,
    read() {
      isStarved = true
      feed()
    },
    destroy(error, done) {
      isClosed = true
      resumeFilling()
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
      if (isClosed) return
      const bytes = typeof part === 'string' ? Buffer.from(part) : part
      if (isStarved && bytes.length > 0) {
        isStarved = false
        reader.push(bytes)
        continue
      }
      while (written >= maxBytes && consumed < written && !isClosed)
        await new Promise<void>((resolve) => (resumeFilling = resolve))
      // When the reader has caught up, reuse the file from the beginning.
      if (consumed === written) consumed = written = 0
      await writeAt(file, bytes, written)
      written += bytes.length
      feed()
    }
  }

  /** Gives a starved reader the next chunk of the file, or the end. */
  function feed(): void {
    if (!isStarved || (consumed === written && !isFilled)) return
    isStarved = false
    if (consumed === written) reader.push(null)
    else void readChunk().catch((error: unknown) => reader.destroy(error as Error))
  }

  async function readChunk(): Promise<void> {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, written - consumed))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, consumed)
    consumed += bytesRead
    resumeFilling()
    reader.push(buffer.subarray(0, bytesRead))
  }

  const filled = fill().then(
    () => {
      isFilled = true
      feed()
    },
    (error: unknown) => void reader.destroy(error as Error),
  )
  return reader
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}
