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

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

interface Question {
  headers?: Record<string, string>
  /** Sent as JSON, with PATCH. */
  change?: object
}

/** Milliseconds from the question to the last byte of the answer, on a connection that is already open. */
export async function timeOne(url: string, { headers, change }: Question = {}): Promise<number> {
  const options = change
    ? { agent, method: 'PATCH', headers: { ...headers, 'content-type': 'application/json' } }
    : { agent, headers }
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      const { statusCode } = answer
      answer.on('end', () => (statusCode === 200 ? resolve() : reject(new Error(`${url}: ${statusCode}`))))
      answer.on('error', reject)
      answer.resume()
    })
    asked.on('error', reject)
    asked.end(change && JSON.stringify(change))
  })
  return performance.now() - began
}

/** Milliseconds that the work takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
