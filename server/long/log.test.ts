import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, StartError } from '../errors.ts'
import { describeError } from '../log.ts'
import { testApp } from '../testing/test-app.ts'

const tested = await testApp({ config: { logLevel: 'trace' } })
const { app, as, sql, takeErrors, visitor } = tested
const editor = await as('editor')
takeErrors()

/** In every value below that comes from a client or from the data of a person. */
const PERSONAL = 'Zulmira'
const email = `${PERSONAL}@exemplo.pt`

/** The lines since the last call; fails when one has personal data. */
function takeLines(): { msg: string; err?: Record<string, unknown> }[] {
  const lines = takeErrors()
  for (const line of lines) assert.doesNotMatch(line, new RegExp(PERSONAL, 'i'))
  return lines.map((line) => JSON.parse(line) as { msg: string })
}

test('requests are logged by route, without path, query, body, headers and address of the client', async () => {
  const headers = { 'user-agent': PERSONAL, 'idempotency-key': PERSONAL, 'x-forwarded-for': '198.51.100.7' }
  await editor.get(`/people?_search=${PERSONAL}`, headers)
  await editor.get(`/people?${PERSONAL}=1`, headers)
  await editor.get(`/people/${PERSONAL}`, headers)
  await editor.get(`/${PERSONAL}`, headers)
  await editor.post('/people', { name: PERSONAL, email, taxId: PERSONAL }, headers)
  await editor.send('POST', '/people', `{"name": "${PERSONAL}`, { 'content-type': 'application/json' })
  await editor.send('POST', '/people', PERSONAL, { 'content-type': PERSONAL })
  await visitor.post('/auth', { email, password: PERSONAL }, headers)
  await visitor.get(`/files/${PERSONAL}/original?e=1&s=${PERSONAL}`)
  await visitor.get(`/cards/${PERSONAL}`)
  await app.inject({ url: `/${PERSONAL}`, headers })
  await app.inject({ url: `/${PERSONAL}.png`, headers })
  await app.inject({ url: `/api/people/%${PERSONAL}`, headers })
  const lines = takeLines()
  assert.ok(lines.length > 20)
  assert.ok(!JSON.stringify(lines).includes('198.51.100.7'))
  assert.ok(lines.some((line) => JSON.stringify(line).includes('"route":"/api/people/:id"')))
})

test('a failing statement is logged with its code and without its values', async () => {
  await sql(`CREATE FUNCTION misread() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.version := NEW.name::integer; RETURN NEW; END $$`)
  await sql('CREATE TRIGGER misread BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION misread()')
  const answer = await editor.post('/people', { name: `${PERSONAL} Antunes`, email })
  await sql('DROP TRIGGER misread ON people')
  assert.equal(answer.status, 500)
  const [failed] = takeLines().filter(({ msg }) => msg === 'a request failed')
  assert.equal(failed?.err?.['code'], '22P02')
  assert.match(String(failed?.err?.['stack']), /^\s+at .*:\d+:\d+/)
})

test('a message of PostgreSQL is logged without what it quotes', async () => {
  const { pool } = app.world.database
  for (const text of [
    `SELECT '${PERSONAL}'::integer`,
    `SELECT '"${PERSONAL}'' "x" ${PERSONAL}'::date`,
    `SELECT '{"${PERSONAL}": }'::json`,
    `SELECT '${PERSONAL}' COLLATE "${PERSONAL}"`,
    `DO $$ BEGIN RAISE EXCEPTION 'broken' USING DETAIL = '${PERSONAL}', HINT = '${PERSONAL}'; END $$`,
  ]) {
    await assert.rejects(pool.query(text), (error) => {
      app.log.warn({ err: error }, 'failed')
      return true
    })
  }
  const messages = takeLines().map(({ err }) => err?.['message'])
  assert.deepEqual([messages[0], messages[4]], ['invalid input syntax for type integer: "…"', 'broken'])
})

test('other errors are logged without their messages, also where the message would be the text of the line', () => {
  const rejected = Object.assign(new Error(`550 5.1.1 <${email}>: rejected`), {
    code: 'EENVELOPE',
    responseCode: 550,
    response: `550 ${email}`,
    rejected: [email],
  })
  const changed = new Error(`first ${PERSONAL}`)
  changed.message = 'changed'
  const causes: unknown[] = [
    rejected,
    changed,
    new Error(`two lines\n    at ${PERSONAL}`),
    new Error('outer', { cause: new TypeError(PERSONAL, { cause: PERSONAL }) }),
    new AggregateError([rejected], PERSONAL),
    new ApiError(503, PERSONAL, { data: PERSONAL, errors: { name: [PERSONAL] } }),
  ]
  for (const run of [() => JSON.parse(`{"a": ${PERSONAL}}`), () => BigInt(PERSONAL), () => new URL(PERSONAL)])
    try {
      run()
    } catch (error) {
      causes.push(error)
    }
  for (const error of causes) {
    app.log.error({ err: error }, 'failed')
    app.log.error({ err: error })
    app.log.error(error as Error)
    app.log.error({ err: error }, (error as Error).message)
  }
  app.log.error({ err: PERSONAL }, 'failed')
  const lines = takeLines()
  assert.equal(lines.length, 4 * causes.length + 1)
  assert.deepEqual(
    lines.slice(0, 4).map(({ msg }) => msg),
    ['failed', 'Error', 'Error', 'Error'],
  )
  assert.deepEqual([lines[0]?.err?.['code'], lines[0]?.err?.['responseCode']], ['EENVELOPE', 550])
})

test('the line that a start error prints is also in the log', () => {
  const error = describeError(new StartError('A porta 3000 já está a ser usada.')) as { message?: string }
  assert.equal(error.message, 'A porta 3000 já está a ser usada.')
})
