import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PutObjectCommandInput } from '@aws-sdk/client-s3'
import { isId } from '@agremia/resources/coerce.ts'
import { ApiError, StartError } from '../errors.ts'
import { bucketLimits } from '../limits.ts'
import type { FileStore, WrittenFile } from './file-store.ts'
import { folderOf, isVariant, pathOf } from './file-store.ts'

/** A bucket of a server that speaks S3, from its URL. */
export interface BucketPlace {
  /** URL of the server, without path. */
  endpoint: string
  region: string
  bucket: string
  /** Beginning of the key of each object: empty, or with a slash at its end. */
  prefix: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

export interface BucketStore extends FileStore {
  /** Throws StartError when the server rejects the credentials or has no such bucket. Returns whether it answers. */
  check(): Promise<boolean>
  /** Stores a stream like `write`; returns undefined when there is content already, which stays. */
  add(id: string, variant: string, parts: Readable): Promise<WrittenFile | undefined>
}

const defaultRegion = 'us-east-1'

/** Parses `https://{key}:{secret}@{host}/{bucket}{/prefix}?region={region}`; undefined when invalid. Key and secret are percent-encoded. */
export function readBucketUrl(text: string): BucketPlace | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, origin, pathname, searchParams, hash } = new URL(text)
  const [bucket = '', ...folders] = pathname.slice(1).replace(/\/$/, '').split('/')
  const { region = defaultRegion, ...others } = Object.fromEntries(searchParams)
  const isValid =
    /^https?:$/.test(protocol) &&
    username !== '' &&
    password !== '' &&
    hash === '' &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) &&
    folders.every((folder) => /^[\w.-]+$/.test(folder)) &&
    /^[\w-]+$/.test(region) &&
    Object.keys(others).length === 0
  if (!isValid) return undefined
  try {
    return {
      endpoint: origin,
      region,
      bucket,
      prefix: folders.map((folder) => `${folder}/`).join(''),
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
    }
  } catch {
    return undefined
  }
}

/** An object of a bucket. */
export interface BucketObject {
  key: string
  bytes: number
}

/** Objects of a bucket by their keys, which exclude the prefix of the place. */
export interface Bucket {
  /** For people who maintain the program. */
  readonly place: string
  put(key: string, data: Buffer): Promise<void>
  /** Stores a stream with constant memory. */
  write(key: string, parts: Parts): Promise<WrittenFile>
  /** Stores a stream like `write`; returns undefined when there is an object already, which stays. */
  add(key: string, parts: Readable): Promise<WrittenFile | undefined>
  read(key: string): Promise<Readable | undefined>
  remove(key: string): Promise<void>
  /** The objects whose keys begin with the text. */
  list(beginning: string): AsyncIterable<BucketObject>
  /** Throws StartError when the server rejects the credentials or has no such bucket. Returns whether it answers. */
  check(): Promise<boolean>
  close(): void
}

/** Opens a bucket. Methods throw 503 when the server does not answer. */
export async function openBucket(place: BucketPlace): Promise<Bucket> {
  // Loaded here, because most installations have no bucket.
  const s3 = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const { endpoint, region, bucket, prefix, credentials } = place
  const agent = { keepAlive: true, maxSockets: bucketLimits.connections }
  const client = new s3.S3Client({
    endpoint,
    region,
    credentials,
    // Every server accepts the bucket in the path; in the host name it needs DNS entries.
    forcePathStyle: true,
    // Servers other than Amazon's may not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: bucketLimits.attempts,
    requestHandler: {
      connectionTimeout: bucketLimits.connectMs,
      requestTimeout: bucketLimits.uploadMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  const answerSoon = { requestTimeout: bucketLimits.answerMs }
  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  async function upload(object: PutObjectCommandInput, parts: Parts): Promise<WrittenFile> {
    const hash = createHash('sha256')
    let bytes = 0
    let failure: { error: unknown } | undefined
    async function* hashed() {
      try {
        for await (const part of parts) {
          hash.update(part)
          bytes += part.length
          yield part
        }
      } catch (error) {
        failure = { error }
        throw error
      }
    }
    try {
      await new Upload({ client, params: { ...object, Body: Readable.from(hashed()) } }).done()
    } catch (error) {
      throw failure ? failure.error : error
    }
    return { bytes, hash: hash.digest('hex') }
  }

  return {
    place: `${bucket}/${prefix} (${new URL(endpoint).host})`,

    async put(key, data) {
      await orUnavailable(client.send(new s3.PutObjectCommand({ ...objectOf(key), Body: data })))
    },

    async write(key, parts) {
      return orUnavailable(upload(objectOf(key), parts))
    },

    async add(key, parts) {
      const object = objectOf(key)
      const isThere = await orUnavailable(
        client.send(new s3.HeadObjectCommand(object), answerSoon).catch((error: unknown) => {
          if (!isNamed(error, 'NotFound')) throw error
        }),
      )
      if (isThere) return void parts.destroy()
      const adding = upload({ ...object, IfNoneMatch: '*' }, parts).catch((error: unknown) => {
        if (!isNamed(error, 'PreconditionFailed')) throw error
        return undefined
      })
      return orUnavailable(adding)
    },

    async read(key) {
      const get = client.send(new s3.GetObjectCommand(objectOf(key)), answerSoon)
      const found = await orUnavailable(
        get.catch((error: unknown) => {
          if (!isNamed(error, 'NoSuchKey')) throw error
        }),
      )
      return found?.Body as Readable | undefined
    },

    async remove(key) {
      await orUnavailable(client.send(new s3.DeleteObjectCommand(objectOf(key)), answerSoon))
    },

    async *list(beginning) {
      let after: string | undefined
      do {
        const page = await orUnavailable(
          client.send(
            new s3.ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix + beginning,
              ...(after !== undefined && { ContinuationToken: after }),
            }),
            answerSoon,
          ),
        )
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          yield { key: Key.slice(prefix.length), bytes: Size }
        after = page.NextContinuationToken
      } while (after !== undefined)
    },

    async check() {
      try {
        await client.send(
          new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}any/` }),
          answerSoon,
        )
        return true
      } catch (error) {
        const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 500
        if (status >= 500 || status === 429) return false
        throw new StartError(`S3_URL: ${reasonOf(error)}.`, { cause: error })
      }
    },

    close: () => client.destroy(),
  }
}

/** Stores files in a bucket, under the names that they have in a folder. Methods throw 503 when the server does not answer. */
export async function createBucketStore(place: BucketPlace): Promise<BucketStore> {
  const bucket = await openBucket(place)
  return {
    place: bucket.place,
    put: async (id, variant, data) => bucket.put(pathOf(id, variant), data),
    write: async (id, variant, parts) => bucket.write(pathOf(id, variant), parts),
    add: async (id, variant, parts) => bucket.add(pathOf(id, variant), parts),
    read: async (id, variant) => bucket.read(pathOf(id, variant)),
    async remove(id) {
      for await (const { key } of bucket.list(`${folderOf(id)}/`)) await bucket.remove(key)
      return true
    },
    async *list() {
      for await (const { key } of bucket.list('')) {
        const [, id = '', variant = ''] = key.split('/')
        if (isId(id) && isVariant(variant)) yield { id, variant }
      }
    },
    check: () => bucket.check(),
    close: () => bucket.close(),
  }
}

type Parts = AsyncIterable<Uint8Array>

function isNamed(error: unknown, name: string): boolean {
  return (error as Error).name === name
}

function reasonOf(error: unknown): string {
  if (isNamed(error, 'NoSuchBucket')) return 'esse bucket não existe no servidor'
  return `o servidor recusou o acesso ao bucket (${(error as Error).name}); verifique a chave, o segredo e a região`
}

/** Converts errors of the server and the network, which the client has retried, to 503. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!('$metadata' in (error as object))) throw error
    throw new ApiError(503, 'O armazenamento de ficheiros não responde. Tente de novo dentro de momentos.', {
      cause: error,
    })
  }
}
