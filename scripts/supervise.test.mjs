import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './paths.mjs'
import { supervise } from './supervise.mjs'

const pauses = { MIN_PAUSE: 1, MAX_PAUSE: 4 }
const READY = 'process.send("ready");'

/** Supervises processes that run these scripts in turn; the last script is repeated. */
async function superviseScripts(scripts, { stop = new AbortController(), onLaunch = () => {} } = {}) {
  const output = []
  let launched = 0
  const launch = () => {
    const script = scripts[Math.min(launched++, scripts.length - 1)]
    const child = spawn(process.execPath, ['--eval', script], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    onLaunch(child, launched)
    return child
  }
  const code = await supervise({ launch, stop: stop.signal, print: (line) => output.push(line), pauses })
  return { code, launched, output }
}

test('restarts a process that dies after it was ready', async () => {
  const { code, launched, output } = await superviseScripts([
    `${READY} process.on('message', () => {}); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20)`,
    `${READY} setTimeout(() => process.exit(1), 20)`,
    'process.exit(1)',
    'process.exit(0)',
  ])
  assert.deepEqual([code, launched], [0, 4])
  assert.match(output[0], /SIGKILL/)
  assert.match(output[1], /código 1/)
})

test('a process that was never ready ends with its own exit code', async () => {
  assert.deepEqual(await superviseScripts(['process.exit(7)']), { code: 7, launched: 1, output: [] })
})

test('does not restart a process after a stop, whatever its exit code', async () => {
  const stop = new AbortController()
  const { launched } = await superviseScripts([`${READY} setInterval(() => {}, 1000)`], {
    stop,
    onLaunch: (child) => child.once('message', () => stop.abort()),
  })
  assert.equal(launched, 1)
})

test('a crashed server is restarted by Docker and by systemd, and both let a stop finish', () => {
  const read = (path) => readFileSync(join(ROOT, path), 'utf8')
  assert.match(read('Dockerfile'), /^CMD \["node", "scripts\/server-process\.mjs"\]$/m)
  assert.match(read('compose.yaml'), /^ +restart: unless-stopped$/m)
  assert.match(read('compose.yaml'), /^ +stop_grace_period: 30s$/m)
  assert.match(read('deploy/agremia.service'), /^ExecStart=\S+ scripts\/server-process\.mjs$/m)
  assert.match(read('deploy/agremia.service'), /^Restart=on-failure$/m)
  assert.match(read('deploy/agremia.service'), /^TimeoutStopSec=30$/m)
})
