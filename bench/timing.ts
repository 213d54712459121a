import { connect, type Socket } from 'node:net'
import autocannon from 'autocannon'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2
}

/**
 * Measures the contenders in turn, `rounds` times, in reverse order in every other round, so that other load on the machine affects
 * all of them. Returns the median of each.
 */
export async function alternate<Name extends string>(
  rounds: number,
  contenders: Record<Name, (round: number) => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[]
  const measured = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      measured.get(name)?.push(await contenders[name](round))
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(measured.get(name) ?? [])])) as Record<
    Name,
    number
  >
}

/** Requests per second on several connections. Throws when a response is not 2xx. */
export async function requestsPerSecond(load: {
  url: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}): Promise<number> {
  const { url, headers = {}, connections, seconds } = load
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.errors > 0 || result.non2xx > 0 || result['2xx'] === 0)
    throw new Error(`${url}: ${result['2xx']} good responses, ${result.non2xx} bad, ${result.errors} errors`)
  return result['2xx'] / result.duration
}

interface RequestOptions {
  headers?: Record<string, string>
  method?: 'GET' | 'PATCH' | 'POST'
  /** Sent as JSON. */
  body?: object
}

const sockets = new Map<string, Promise<Socket>>()

/** The open connection to a server. */
function socketTo({ host, hostname, port }: URL): Promise<Socket> {
  const existing = sockets.get(host)
  if (existing) return existing
  const connecting = new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () =>
      resolve(socket.unref()),
    )
    socket.once('error', reject).once('close', () => sockets.delete(host))
  })
  sockets.set(host, connecting)
  return connecting
}

/**
 * Milliseconds from the request to the last byte of the response, on an open connection. Writes to the socket directly, since the
 * overhead of an HTTP client would count as the server's.
 */
export async function timeOne(
  address: string,
  { headers = {}, method = 'GET', body: content }: RequestOptions = {},
): Promise<number> {
  const url = new URL(address)
  const body = content && Buffer.from(JSON.stringify(content))
  const fields = Object.entries({
    host: url.host,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
  }).map(([name, value]) => `${name}: ${value}`)
  const head = `${[`${method} ${url.pathname}${url.search} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n`
  const request = body ? Buffer.concat([Buffer.from(head), body]) : head
  const socket = await socketTo(url)
  const response = responseOn(socket)
  const began = performance.now()
  socket.write(request)
  const status = await response
  const took = performance.now() - began
  if (status !== 200 && status !== 201) throw new Error(`${address}: ${status}`)
  return took
}

/** The status of the next response, once it has arrived completely. */
function responseOn(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = ''
    /** Whether the response ends with this chunk. */
    let isLast: ((chunk: Buffer) => boolean) | undefined
    const onData = (chunk: Buffer) => {
      let rest = chunk
      if (!isLast) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        isLast = bodyEnd(head.slice(0, end))
        rest = Buffer.from(head.slice(end + 4), 'latin1')
      }
      if (!isLast(rest)) return
      settle()
      resolve(Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)))
    }
    const fail = () => {
      settle()
      reject(new Error('the server hung up'))
    }
    // Between requests the socket does not keep the process alive.
    const settle = () => socket.off('data', onData).off('close', fail).unref()
    socket.on('data', onData).on('close', fail).ref()
  })
}

const lastChunk = '\r\n0\r\n\r\n'

/** Returns a function that is called with each chunk of a body, and returns whether it is the last one. */
function bodyEnd(head: string): (chunk: Buffer) => boolean {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  let received = 0
  let tail = ''
  return (chunk) => {
    received += chunk.length
    if (length !== undefined) return received >= Number(length)
    tail = (tail + chunk.subarray(-lastChunk.length).toString('latin1')).slice(-lastChunk.length)
    return tail === lastChunk
  }
}

/** Milliseconds that `work` takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
