import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import S3rver from '@20minutes/s3rver'
import type { BucketPlace } from '../files/bucket-store.ts'
import { readBucketUrl } from '../files/bucket-store.ts'

const bucketName = 'agremia'

export interface TestBucket {
  /** For `S3_URL`. */
  url: string
  place: BucketPlace
  /** Keys of all objects. */
  keys(): string[]
  /** Closes its port and all connections. */
  stop(): void
  /** Listens on the same port again. */
  start(): Promise<void>
}

/**
 * Starts a server that speaks S3, with an empty bucket; it ends after the tests of the file. It computes wrong signatures for requests to
 * the bucket itself, so they are only checked with `checksSignatures`, which rejects these requests.
 */
export async function testBucket({ checksSignatures = false } = {}): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'agremia-bucket-'))
  const options = {
    address: '127.0.0.1',
    directory,
    silent: true,
    allowMismatchedSignatures: !checksSignatures,
    configureBuckets: [{ name: bucketName }],
  }
  let server = createServer({ ...options, port: 0 })
  const { port } = await server.run()
  const stop = () => {
    server.httpServer.closeAllConnections()
    server.httpServer.close()
  }
  after(() => {
    stop()
    rmSync(directory, { recursive: true, force: true })
  })
  const url = `http://S3RVER:S3RVER@127.0.0.1:${port}/${bucketName}`
  return {
    url,
    place: readBucketUrl(url)!,
    keys: () =>
      readdirSync(join(directory, bucketName), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.slice(0, -'._S3rver_object'.length))
        .sort(),
    stop,
    async start() {
      server = createServer({ ...options, port, configureBuckets: [] })
      await server.run()
    },
  }
}

/** Unlike S3, the server would store an interrupted body, and answer with an object of which it has written only a part. */
function createServer(options: ConstructorParameters<typeof S3rver>[0]): S3rver {
  const server = new S3rver(options)
  const { store } = server
  const putObject = store.putObject.bind(store)
  const getObject = store.getObject.bind(store)
  const writes = new Map<string, Promise<unknown>>()
  store.putObject = async (object) => {
    object.content = Readable.from([await buffer(object.content)])
    const write = putObject(object).finally(() => {
      if (writes.get(object.key) === write) writes.delete(object.key)
    })
    writes.set(object.key, write)
    return write
  }
  store.getObject = async (bucket, key, range) => {
    await writes.get(key)?.catch(() => {})
    return getObject(bucket, key, range)
  }
  return server
}
