import { Agent, request } from 'node:http'
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

/** What is asked, over and over; `next` makes each request different. */
export interface Load {
  url: string
  headers?: Record<string, string>
  connections: number
  seconds: number
  method?: 'GET' | 'PATCH'
  next?: () => { path: string; body?: string }
}

/** Answers per second. Throws when an answer is not the good one. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { url, headers = {}, connections, seconds, method = 'GET', next } = load
  const sent = method === 'PATCH' ? { ...headers, 'content-type': 'application/json' } : headers
  const requests = next && [
    { method, headers: sent, setupRequest: (given: object) => ({ ...given, ...next() }) },
  ]
  const result = await autocannon({
    url,
    method,
    headers: sent,
    connections,
    duration: seconds,
    ...(requests && { requests }),
  })
  if (result.errors > 0 || result.non2xx > 0 || result['2xx'] === 0)
    throw new Error(
      `${method} ${url}: ${result['2xx']} good answers, ${result.non2xx} bad, ${result.errors} errors`,
    )
  return result['2xx'] / result.duration
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds from the question to the last byte of the answer, on a connection that is already open. */
export async function timeOne(url: string, headers: Record<string, string> = {}): Promise<number> {
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const asked = request(url, { agent, headers }, (answer) => {
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode}`)),
      )
      answer.on('error', reject)
      answer.resume()
    })
    asked.on('error', reject)
    asked.end()
  })
  return performance.now() - began
}

/** Milliseconds that the work takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
