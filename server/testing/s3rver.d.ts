declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  /** A server that speaks S3 and stores objects in a folder; its only account has the key and secret `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      allowMismatchedSignatures: boolean
      configureBuckets: { name: string }[]
    })
    httpServer: Server
    store: {
      putObject(object: { key: string; content: AsyncIterable<Buffer> }): Promise<unknown>
      getObject(bucket: string, key: string, range?: unknown): Promise<unknown>
    }
    run(): Promise<AddressInfo>
  }
}
