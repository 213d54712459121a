import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Above these, systems give ports to whatever connection is made: one that was free is soon somebody's.
const lowest = 10_240
const highest = 32_767
const mostTries = 100

/** A port of this machine on which nobody listens now, and which nobody gets who did not ask for that very one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(lowest, highest + 1)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
