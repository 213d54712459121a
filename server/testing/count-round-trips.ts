import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Counts the round trips that `work` needs. It runs several times, and the most frequent count holds: an answer that arrives early, between two
 * statements that do not wait for it, looks like one more, and work in the background may take the connection instead.
 */
export async function countRoundTrips(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let times = 0; times < 9; times++) {
    while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) await sleep(5)
    counts.push(await countOnce(pool, work))
  }
  const frequency = (count: number) => counts.filter((one) => one === count).length
  return counts.reduce((best, count) => (frequency(count) > frequency(best) ? count : best))
}

/**
 * Counts writes after an answer on the connection that `work` takes from the pool first, until it releases it. What is written before the next answer
 * belongs to the same round trip.
 */
async function countOnce(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  let isAnswered = true
  pool.once('acquire', (client) => {
    const { stream } = (client as pg.Client & pg.PoolClient).connection
    const { _write, _writev } = stream
    const countWrite = () => {
      if (isAnswered) count++
      isAnswered = false
    }
    const onAnswer = () => (isAnswered = true)
    stream.on('data', onAnswer)
    stream._write = (...args) => {
      countWrite()
      _write.apply(stream, args)
    }
    stream._writev = (...args) => {
      countWrite()
      _writev?.apply(stream, args)
    }
    const restore = (_error: Error, released: pg.PoolClient) => {
      if (released !== client) return
      Object.assign(stream, { _write, _writev })
      stream.off('data', onAnswer)
      pool.off('release', restore)
    }
    pool.on('release', restore)
  })
  await work()
  return count
}
