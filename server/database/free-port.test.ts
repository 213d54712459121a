import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from './free-port.ts'

test('freePort: returns ports that can be listened on, outside the ephemeral range', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768 60999')
  const [first = 0] = range.trim().split(/\s+/).map(Number)
  if (first >= 32_768)
    assert.deepEqual(
      ports.filter((port) => port >= first),
      [],
    )
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(ports[0], '127.0.0.1', resolve))
  await new Promise((resolve) => server.close(resolve))
})
