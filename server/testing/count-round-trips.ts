import type pg from 'pg'

/**
 * Counts the round trips on the connection that `work` takes from the pool first, until it releases it: writes after an answer. What is written before
 * the next answer belongs to the same one.
 */
export async function countRoundTrips(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
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
