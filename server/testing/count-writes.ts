import type pg from 'pg'

/**
 * Counts the writes to the connection that `work` takes from the pool first, until it releases it. Each write wakes PostgreSQL; a statement
 * that waits for an answer begins another.
 */
export async function countWrites(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  let writes = 0
  pool.once('acquire', (client) => {
    const { stream } = (client as pg.Client & pg.PoolClient).connection
    const { _write, _writev } = stream
    stream._write = (...args) => {
      writes++
      _write.apply(stream, args)
    }
    stream._writev = (...args) => {
      writes++
      _writev?.apply(stream, args)
    }
    const restore = (_error: Error, released: pg.PoolClient) => {
      if (released !== client) return
      Object.assign(stream, { _write, _writev })
      pool.off('release', restore)
    }
    pool.on('release', restore)
  })
  await work()
  return writes
}
