import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Ports above this range are ephemeral: the system may assign a free one to any connection.
const lowest = 10_240
const highest = 32_767
const maxTries = 100

/** A port on 127.0.0.1 that is free now and is not in the ephemeral range. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
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
