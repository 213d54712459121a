import { randomInt, randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostmaster, killAll } from '../../server/database/embedded-process.ts'
import { volume } from '../../server/testing/volume.ts'
import { expect, logins, ownOrganisation, password, test } from '../fixtures.ts'
import { type RunningServer, startServer } from '../start-server.ts'

const rounds = volume({ short: 2, long: 6 })
const writers = 6
/** Minimum of acknowledged writes in a round before the kill. */
const min = 20
const max = 120

interface Lists {
  categoryId: string
  stateNameId: string
}

/** Acknowledged writes, and requests without a response. */
interface Written {
  created: Map<string, { name: string; city?: string; isOnLeave?: boolean }>
  unanswered: { key: string; data: object }[]
}

test('every acknowledged write survives killing the program and PostgreSQL at any moment', async () => {
  // Restarts the program and PostgreSQL several times.
  test.slow()
  const server = await startServer({ ownDatabase: true, env: ownOrganisation })
  const written: Written = { created: new Map(), unanswered: [] }
  try {
    let call = await callerOf(server)
    const lists = await listsOf(call)
    for (let round = 0; round < rounds; round++) {
      await writeUntilKilled(server, call, { lists, written, withPostgres: round % 2 === 1 })
      await server.restart()
      call = await callerOf(server)
      await checkAll(call, written)
      await repeatUnanswered(call, written)
    }
    expect(written.created.size).toBeGreaterThan(rounds * 5)
  } finally {
    await server.stop()
  }
})

type Call = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

interface Answer {
  status: number
  body: { data: never; meta: { total: number } }
}

async function callerOf({ url }: RunningServer): Promise<Call> {
  const credentials = { email: logins.admin.email, password }
  const entered = await send(url, 'POST', 'auth', credentials)
  const { access } = entered.body as unknown as { access: string }
  return (method, path, body, headers) =>
    send(url, method, path, body, { authorization: `Bearer ${access}`, ...headers })
}

async function send(
  url: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function listsOf(call: Call): Promise<Lists> {
  const first = async (path: string) => {
    const { body } = await call('GET', path)
    return (body.data as { _id: string }[])[0]?._id ?? ''
  }
  return {
    categoryId: await first('member_categories?_search=efetivo'),
    stateNameId: await first('member_state_names?_search=licenca'),
  }
}

interface Load {
  lists: Lists
  written: Written
  withPostgres: boolean
}

/** Creates and changes members concurrently until everything is killed at a random moment. */
async function writeUntilKilled(
  server: RunningServer,
  call: Call,
  { lists, written, withPostgres }: Load,
): Promise<void> {
  const limit = randomInt(min, max)
  let acknowledged = 0
  let isOver = false
  const kill = async () => {
    isOver = true
    const cluster = await realpath(join(server.dataDir, 'postgres'))
    const postmaster = findPostmaster(cluster)
    await server.goDown('SIGKILL')
    if (!withPostgres || !postmaster) return
    process.kill(postmaster.pid, 'SIGKILL')
    killAll(cluster)
  }
  let killing: Promise<void> | undefined
  const count = () => {
    acknowledged++
    if (acknowledged === limit) killing = kill()
  }
  await Promise.all(
    Array.from({ length: writers }, () => writeOn({ call, lists, written, count, isOver: () => isOver })),
  )
  await killing
  expect(acknowledged).toBeGreaterThanOrEqual(limit)
}

interface Writer {
  call: Call
  lists: Lists
  written: Written
  count: () => void
  isOver: () => boolean
}

async function writeOn({ call, lists, written, count, isOver }: Writer): Promise<void> {
  while (!isOver()) {
    const key = randomUUID()
    const name = `Sócia ${key}`
    const data = { name, categoryId: lists.categoryId, admissionDate: '2020-01-15', birthDate: '1980-05-06' }
    const created = await attempt(() => call('POST', 'members', data, { 'idempotency-key': key }))
    if (!created) {
      written.unanswered.push({ key, data })
      return
    }
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { _id } = created.body.data as { _id: string }
    const known: { name: string; city?: string; isOnLeave?: boolean } = { name }
    written.created.set(_id, known)
    count()
    const moved = await attempt(() => call('PATCH', `members/${_id}`, { city: 'Évora' }))
    if (!moved) return
    expect(moved.status).toBe(200)
    known.city = 'Évora'
    count()
    const change = { stateNameId: lists.stateNameId, date: '2021-02-03' }
    const onLeave = await attempt(() => call('POST', `members/${_id}/change_state`, change))
    if (!onLeave) return
    expect(onLeave.status).toBe(200)
    known.isOnLeave = true
    count()
  }
}

/** Undefined if the server was killed before the response. */
async function attempt(work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

async function checkAll(call: Call, { created }: Written): Promise<void> {
  const { body } = await call('GET', 'members?_limit=-1')
  type Found = {
    _id: string
    name: string
    city: string | null
    memberNumber: number
    currentStateLabel: string
  }
  const found = new Map((body.data as Found[]).map((member) => [member._id, member]))
  for (const [id, { name, city, isOnLeave }] of created) {
    const member = found.get(id)
    expect(member?.name, `${name} was acknowledged`).toBe(name)
    if (city) expect(member?.city).toBe(city)
    if (isOnLeave) expect(member?.currentStateLabel).toBe('Licença')
  }
  const numbers = [...found.values()].map(({ memberNumber }) => memberNumber)
  expect(new Set(numbers).size, 'no number is given twice').toBe(numbers.length)

  // No partial writes: each member has an open state, and an audit trail that starts with the creation.
  const states = (await call('GET', 'member_states?_limit=-1')).body.data as {
    memberId: string
    endDate: string | null
  }[]
  const open = states.filter(({ endDate }) => endDate === null).map(({ memberId }) => memberId)
  expect(open.toSorted()).toEqual([...found.keys()].toSorted())
  for (const id of [...found.keys()].slice(-writers)) {
    const history = (await call('GET', `members/${id}/audit_events`)).body.data as { action: string }[]
    expect(history.at(-1)?.action).toBe('created')
  }
}

/** Retries with the same idempotency key: created once, whether the first request was done or not. */
async function repeatUnanswered(call: Call, written: Written): Promise<void> {
  for (const { key, data } of written.unanswered.splice(0)) {
    const again = await call('POST', 'members', data, { 'idempotency-key': key })
    expect(again.status, JSON.stringify(again.body)).toBe(201)
    const { _id, name } = again.body.data as { _id: string; name: string }
    written.created.set(_id, { name })
    const { body } = await call('GET', `members?_limit=5&_search=${key}`)
    expect(body.meta.total, 'created once').toBe(1)
  }
}
