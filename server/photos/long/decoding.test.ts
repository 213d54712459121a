import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import type { TestUser } from '../../testing/test-app.ts'
import { testApp } from '../../testing/test-app.ts'
import { until } from '../../testing/wait.ts'

const account = { email: 'admin@exemplo.pt', password: 'cavalo azul na serra 27' }
const standard = await testApp({ config: { admin: account } })
const shortTimeout = await testApp({ with: standard, limits: { decodeMs: 1 } })
const { app, as, make } = standard
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const shortTimeoutAddress = await shortTimeout.app.listen({ port: 0, host: '127.0.0.1' })
const editor = await as('editor')
const person = await make.person()
const { decoder } = app.world

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' }, limitInputPixels: false })
const small = await picture(100).png().toBuffer()
/** 120 million pixels in 700 kB; decoding it needs hundreds of megabytes. */
const bomb = await picture(10_900).jpeg({ progressive: true, quality: 60 }).toBuffer()

interface Sent {
  status: number
  body: { message: string; errors?: Record<string, string[]> }
  retryAfter: string | null
}

async function send(url: string, content: Buffer, headers: Record<string, string>): Promise<Sent> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'foto')
  const response = await fetch(url, { method: 'POST', body: form, headers })
  return {
    status: response.status,
    body: (await response.json()) as Sent['body'],
    retryAfter: response.headers.get('retry-after'),
  }
}

/** Sends as a visitor from the given IP address, through a local proxy. */
const sendAsVisitor = (content: Buffer, from = '192.0.2.1') =>
  send(`${address}/api/application_form/photo`, content, { 'x-forwarded-for': from })
const sendAs = ({ tokens }: TestUser, content: Buffer, to = address) =>
  send(`${to}/api/person_photos/${person._id}`, content, { authorization: `Bearer ${tokens.access}` })
const signIn = () => standard.visitor.post('/auth', account)

/** Counts the calls of `run` from now on, and records for each finished one whether it had priority. */
function watchDecoding(): { calls: () => number; decoded: boolean[] } {
  const { run } = decoder
  let calls = 0
  const decoded: boolean[] = []
  decoder.run = (async (...args: Parameters<typeof run>) => {
    calls++
    const outcome = await run(...args)
    decoded.push(args[1]?.first === true)
    return outcome
  }) as typeof run
  return { calls: () => calls, decoded }
}

test('images with too many pixels are rejected, and uploads of visitors are limited', async () => {
  const visitors = Promise.all(Array.from({ length: 16 }, () => sendAsVisitor(bomb)))
  const [staff, entered] = await Promise.all([sendAs(editor, small), signIn()])
  assert.deepEqual([staff.status, entered.status], [201, 200])
  const answers = await visitors
  const refused = answers.filter(({ status }) => status === 422)
  assert.ok(refused.length > 0)
  for (const { body } of refused)
    assert.deepEqual(body.errors, {
      file: ['A imagem tem dimensões demasiado grandes. Reduza-a e tente de novo.'],
    })
  const late = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length + late.length, 16)
  for (const { body, retryAfter } of late) {
    assert.match(body.message, /^Há outros ficheiros a ser recebidos/)
    assert.equal(retryAfter, '5')
  }
  assert.equal((await sendAs(editor, bomb)).status, 422)
})

test('a large baseline JPEG is accepted', async () => {
  const photo = await picture(7000).jpeg({ quality: 60 }).toBuffer()
  assert.equal((await sendAs(editor, photo)).status, 201)
})

test('while images of visitors wait, staff can sign in, and their images have priority', async () => {
  const { calls, decoded } = watchDecoding()
  const pid = Number(decoder.pid())
  process.kill(pid, 'SIGSTOP')
  const done: string[] = []
  const track = async (who: string, sent: Promise<Sent>) => {
    const { status } = await sent
    done.push(who)
    return status
  }
  const visitors = ['1', '2', '3'].map((which) => track(`visitor ${which}`, sendAsVisitor(small)))
  await until(() => calls() === 3, 'three images of a visitor')
  assert.equal((await sendAsVisitor(small)).status, 429)
  const others = ['4', '5', '6'].map((which) => track(`visitor ${which}`, sendAsVisitor(small, '192.0.2.2')))
  await until(() => calls() === 6, 'six images of visitors')
  assert.equal((await sendAsVisitor(small, '192.0.2.3')).status, 429)
  const staff = track('staff', sendAs(editor, small))
  await until(() => calls() === 7, "the staff's image")
  assert.equal((await signIn()).status, 200)
  assert.equal(done.length, 0)

  process.kill(pid, 'SIGCONT')
  assert.equal(await staff, 201)
  // One image of a visitor was already being decoded.
  assert.ok(decoded.indexOf(true) <= 1, decoded.join(', '))
  assert.deepEqual(await Promise.all([...visitors, ...others]), [201, 201, 201, 201, 201, 201])
})

test('an image whose decoding process dies is rejected, and the next one gets a new process', async () => {
  const { calls } = watchDecoding()
  const pid = Number(decoder.pid())
  process.kill(pid, 'SIGSTOP')
  const sent = sendAs(editor, small)
  await until(() => calls() === 1, 'an image')
  const next = sendAs(editor, small)
  await until(() => calls() === 2, 'the next one')
  process.kill(pid, 'SIGKILL')
  const { status, body } = await sent
  assert.equal(status, 422)
  assert.match(body.errors?.['file']?.[0] ?? '', /memória ou tempo a mais/)
  assert.equal((await next).status, 201)
  assert.notEqual(decoder.pid(), pid)
})

test('an image that exceeds the decoding timeout is rejected', async () => {
  const { status, body } = await sendAs(editor, small, shortTimeoutAddress)
  assert.equal(status, 422)
  assert.match(body.errors?.['file']?.[0] ?? '', /memória ou tempo a mais/)
})

test('the decoding process ends when the server is killed', async () => {
  const program = `
    const { createDecoder } = await import(${JSON.stringify(join(import.meta.dirname, '../../files/decoder.ts'))})
    const decoder = createDecoder({ warn() {}, error() {} }, { decodeMs: 60_000 })
    decoder.run({ kind: 'image', upload: Buffer.from('nothing'), requirements: { formats: [], sizes: {} } }).then(() => console.log(decoder.pid()))
    setInterval(() => {}, 1000)`
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = (await once(server.stdout, 'data')) as [Buffer]
  const pid = Number(String(output))
  assert.ok(isAlive(pid))
  server.kill('SIGKILL')
  await until(() => !isAlive(pid), 'the end of the process')
})

/** A zombie process is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
