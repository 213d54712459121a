import { connect, type Socket } from 'node:net'
import autocannon from 'autocannon'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2
}

/**
 * Measures the contenders in turn, `rounds` times, the first one last in every other round, so that whatever else the
 * machine does falls on all of them. Answers the median of each.
 */
export async function alternate<Name extends string>(
  rounds: number,
  contenders: Record<Name, (round: number) => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[]
  const found = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      found.get(name)?.push(await contenders[name](round))
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(found.get(name) ?? [])])) as Record<
    Name,
    number
  >
}

/** Answers per second, from so many connections at once. Throws when an answer is not the good one. */
export async function requestsPerSecond(load: {
  url: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}): Promise<number> {
  const { url, headers = {}, connections, seconds } = load
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.errors > 0 || result.non2xx > 0 || result['2xx'] === 0)
    throw new Error(`${url}: ${result['2xx']} good answers, ${result.non2xx} bad, ${result.errors} errors`)
  return result['2xx'] / result.duration
}

interface Question {
  headers?: Record<string, string>
  /** Sent as JSON, with PATCH. */
  change?: object
}

const lines = new Map<string, Promise<Socket>>()

/** A connection that stays open, one for each server. */
function lineTo({ host, hostname, port }: URL): Promise<Socket> {
  const known = lines.get(host)
  if (known) return known
  const line = new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () =>
      resolve(socket.unref()),
    )
    socket.once('error', reject).once('close', () => lines.delete(host))
  })
  lines.set(host, line)
  return line
}

/**
 * Milliseconds from the question to the last byte of the answer, on a connection that is already open. Written on it
 * directly: what a client for every server does besides would count as ours.
 */
export async function timeOne(address: string, { headers = {}, change }: Question = {}): Promise<number> {
  const url = new URL(address)
  const body = change ? Buffer.from(JSON.stringify(change)) : undefined
  const fields = Object.entries({
    host: url.host,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
  }).map(([name, value]) => `${name}: ${value}`)
  const head = `${[`${body ? 'PATCH' : 'GET'} ${url.pathname}${url.search} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n`
  const asked = body ? Buffer.concat([Buffer.from(head), body]) : head
  const line = await lineTo(url)
  const answer = answerOn(line)
  const began = performance.now()
  line.write(asked)
  const status = await answer
  const took = performance.now() - began
  if (status !== 200) throw new Error(`${address}: ${status}`)
  return took
}

/** The status of the next answer, once all of it has arrived. */
function answerOn(line: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = ''
    /** Whether the answer ends with this part. */
    let isLast: ((part: Buffer) => boolean) | undefined
    const hear = (part: Buffer) => {
      let rest = part
      if (!isLast) {
        head += part.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        isLast = endOf(head.slice(0, end))
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
    // Between questions it keeps nobody waiting.
    const settle = () => line.off('data', hear).off('close', fail).unref()
    line.on('data', hear).on('close', fail).ref()
  })
}

const lastChunk = '\r\n0\r\n\r\n'

/** Tells, part after part of a body, whether it ends with this one. */
function endOf(head: string): (part: Buffer) => boolean {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  let seen = 0
  let tail = ''
  return (part) => {
    seen += part.length
    if (length !== undefined) return seen >= Number(length)
    tail = (tail + part.subarray(-lastChunk.length).toString('latin1')).slice(-lastChunk.length)
    return tail === lastChunk
  }
}

/** Milliseconds that the work takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
