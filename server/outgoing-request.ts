import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { PrivateAddress, isPrivateLiteral, publicLookup } from './private-addresses.ts'

export interface OutgoingRequest {
  method: string
  headers?: Record<string, string>
  body?: string | undefined
  /** Also to private networks and this machine. */
  allowPrivate: boolean
  /** Milliseconds until the whole answer is read. */
  timeout: number
  /** Interrupts the request. */
  signal?: AbortSignal
  /** Maximum bytes read of the answer. */
  answerSize: number
  /** Default: a new connection. */
  agents?: { http: http.Agent; https: https.Agent }
}

export interface OutgoingAnswer {
  status: number
  /** The beginning of the body. */
  text: string
}

/** There is no answer. `cause` is the error of the connection. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** Whether a connection was made, so that the other server may have acted. */
  readonly wasReached: boolean

  constructor(cause: NodeJS.ErrnoException, wasReached: boolean) {
    // An AggregateError, of a name with several addresses, has no message.
    super(cause.message || cause.code, { cause })
    this.wasReached = wasReached
  }
}

/**
 * Sends one request to another server. Does not follow redirects, which could lead to a private network. Throws PrivateAddress, or
 * NoAnswer.
 */
export async function sendRequest(url: URL, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { method, headers, body, allowPrivate, timeout, signal, answerSize, agents } = request
  if (!allowPrivate && isPrivateLiteral(url)) throw new PrivateAddress(url.hostname)
  const isSecure = url.protocol === 'https:'
  let wasReached = false
  try {
    const sent = (isSecure ? https : http).request(url, {
      method,
      ...(headers && { headers }),
      ...(!allowPrivate && { lookup: publicLookup }),
      agent: agents?.[isSecure ? 'https' : 'http'] ?? false,
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    })
    sent.once('socket', (socket) => {
      // A kept connection is connected already.
      if (!socket.connecting) wasReached = true
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => (wasReached = true))
    })
    // Without a listener, an error during the response would crash the process; reading the response reports it too.
    sent.on('error', () => {})
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, text: await readBeginning(response, answerSize) }
  } catch (error) {
    if (error instanceof PrivateAddress) throw error
    throw new NoAnswer(error as NodeJS.ErrnoException, wasReached)
  }
}

async function readBeginning(response: IncomingMessage, maxSize: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop destroys the connection.
    if (size >= maxSize) break
  }
  // PostgreSQL stores no U+0000.
  return Buffer.concat(chunks).subarray(0, maxSize).toString().replaceAll('\u0000', '').trim()
}
