import { conditionsOf } from '@agremia/resources/action.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { Answer, TestCaller, TestRecord } from '../testing/caller.ts'
import { jobsDone, recordJobs } from '../testing/wait.ts'
import { succeeded } from '../testing/make.ts'
import { createPause, waitersReach } from '../testing/lock-waits.ts'
import { testApp } from '../testing/test-app.ts'
import { execute } from '../database/sql.ts'
import { labelledRecords } from '../rest/chosen-records.ts'

const app = await testApp()
// A second process on the same database, which works on the same queue.
const second = await testApp({ with: app })
const { as, another, make, sql, today } = app
const admin = await as('admin')
const editor = await as('editor')
const whileOpen = await createPause(app)
const addedJobs = await recordJobs(app)

const [suspended] = await sql<{ id: string }>(
  `SELECT id FROM member_state_names WHERE name = 'Suspenso (quotas)'`,
)
const stateNameId = suspended?.id ?? ''

/** The body of a request that changes the state of these members; `overrides` replaces fields. */
async function bodyFor(ids: string[], overrides: object = {}): Promise<object> {
  const input = { stateNameId, date: await today(), reason: 'Quotas em atraso' }
  return {
    title: 'Mudar o estado',
    resource: 'members',
    action: 'changeState',
    input,
    audience: { ids },
    ...overrides,
  }
}

const create = async (ids: string[], overrides: object = {}, caller: TestCaller = admin) =>
  succeeded(await caller.post('/bulk_actions', await bodyFor(ids, overrides)))

async function makeMembers(count: number, names: string[] = []): Promise<TestRecord[]> {
  const made: TestRecord[] = []
  for (let index = 0; index < count; index++)
    made.push(await make.member(names[index] === undefined ? {} : { name: names[index] }))
  return made
}

/** The bulk action, after all jobs of the queue are done. */
async function readFinished({ _id }: Pick<TestRecord, '_id'>): Promise<TestRecord> {
  await jobsDone(app, 'bulkActions')
  return succeeded(await admin.get(`/bulk_actions/${_id}`))
}

async function results({ _id }: Pick<TestRecord, '_id'>, filter = ''): Promise<TestRecord[]> {
  const { body } = await admin.get(`/bulk_actions/${_id}/bulk_action_results?_sort=place${filter}`)
  return body.data
}

/** Starts a change of state and runs `work` while its first record is processed; returns the finished bulk action. */
async function duringFirstRecord(
  ids: string[],
  work: (bulk: TestRecord) => Promise<unknown>,
): Promise<TestRecord> {
  let bulk: TestRecord | undefined
  return whileOpen(
    {
      when: 'AFTER INSERT ON member_states FOR EACH ROW',
      start: async () => {
        bulk = await create(ids)
        return readFinished(bulk)
      },
    },
    () => work(bulk as TestRecord),
  )
}

const counts = ({ state, total, done, failed, skipped }: TestRecord) => [state, total, done, failed, skipped]
const countStateChanges = async (ids: string[]) =>
  (
    await sql(`SELECT FROM member_states WHERE member_id = ANY($1) AND state_name_id = $2`, [
      ids,
      stateNameId,
    ])
  ).length

describe('a bulk action', () => {
  test('performs the action on each record, with the author of the request', async () => {
    const made = await makeMembers(3, ['Ana', 'Bruno', 'Carla'])
    const ids = made.map(({ _id }) => _id).toReversed()
    const bulk = await readFinished(await create(ids, {}, editor))
    assert.deepEqual(counts(bulk), ['done', 3, 3, 0, 0])
    assert.deepEqual(
      (await results(bulk)).map(({ label, outcome, place }) => [label, outcome, place]),
      [
        ['Carla', 'done', 1],
        ['Bruno', 'done', 2],
        ['Ana', 'done', 3],
      ],
    )
    const authors = await sql<{ user_id: string }>(
      `SELECT DISTINCT user_id FROM audit_events WHERE record_id = ANY($1) AND action = 'changeState'`,
      [ids],
    )
    assert.deepEqual(authors, [{ user_id: editor.userId }])
    assert.equal(await countStateChanges(ids), 3)
  })

  test('leaves out the records whose state excludes the action, and says so', async () => {
    const [ready, blocked] = [await make.user(), await make.user()]
    succeeded(await admin.patch(`/users/${blocked._id}`, { blocked: true }))
    const given = { title: 'Enviar ligação', resource: 'users', action: 'sendLink', input: {} }
    const bulk = await readFinished(await create([ready._id, blocked._id], given))
    assert.deepEqual(counts(bulk), ['done', 1, 0, 0, 1])
    const [held, left] = await results(bulk)
    assert.deepEqual([left?.['outcome'], left?.['reason']], ['skipped', 'A conta está bloqueada.'])
    const reason = 'A mensagem ficou retida: não há servidor de email.'
    assert.deepEqual([bulk['held'], held?.['outcome'], held?.['reason']], [1, 'held', reason])
  })

  test('refuses an action that is for one record at a time', async () => {
    const given = { title: 'Terminar', resource: 'users', action: 'endSessions', input: {} }
    const ids = [admin.userId]
    const refused = await admin.post('/bulk_actions', { ...given, audience: { ids } })
    assert.deepEqual(refused.body.errors, { action: ['Esta ação faz-se a um registo de cada vez.'] })
  })

  test('the state of a record that an action needs can be asked of the database', async () => {
    const { world } = app.app
    const author = { id: admin.userId, name: 'Ana', role: 'admin', personId: null } as const
    for (const { name, actions = {} } of allDefinitions)
      for (const [action, declared] of Object.entries(actions)) {
        const conditions = conditionsOf(declared)
        if (conditions.length === 0) continue
        const chosen = labelledRecords(
          world,
          name,
          { query: {} },
          { caller: author, today: await today(), conditions },
        )
        await execute(app.database.pool, chosen).catch((error: unknown) =>
          assert.fail(`${name} ${action}: ${String(error)}`),
        )
      }
  })

  test('processes all records of a search, in the order of the list', async () => {
    const names = ['Zulmira Pesquisada', 'Amélia Pesquisada', 'Maria Pesquisada']
    const made = await makeMembers(3, names)
    const audience = { query: { _search: 'pesquisada', _sort: 'name' } }
    const bulk = await readFinished(await create([], { audience }))
    assert.deepEqual(
      (await results(bulk)).map(({ label }) => label),
      names.toSorted(),
    )
    assert.equal(await countStateChanges(made.map(({ _id }) => _id)), 3)
  })

  test('stores the reason of each rejected record, and retries only those', async () => {
    const [good, refused] = (await makeMembers(2, ['Boa', 'Recusada'])) as [TestRecord, TestRecord]
    const state = { stateNameId, date: await today(), reason: 'antes' }
    succeeded(await admin.post(`/members/${refused._id}/change_state`, state))
    const bulk = await readFinished(await create([refused._id, good._id]))
    assert.deepEqual(counts(bulk), ['done', 2, 1, 1, 0])
    const [failed, ...others] = await results(bulk, '&_outcome=failed')
    assert.deepEqual([failed?.['label'], others], ['Recusada', []])
    const single = await admin.post(`/members/${refused._id}/change_state`, state)
    assert.ok(single.status >= 400)
    assert.equal(
      failed?.['reason'],
      Object.values(single.body.errors ?? {})
        .flat()
        .join(' ') || single.body.message,
    )
    assert.deepEqual(bulk['reasons'], [{ outcome: 'failed', reason: failed?.['reason'], count: 1 }])

    const [active] = await sql<{ id: string }>(`SELECT id FROM member_state_names WHERE name = 'Ativo'`)
    const back = { stateNameId: active?.id, date: await today(), reason: 'engano' }
    succeeded(await admin.post(`/members/${refused._id}/change_state`, back))
    succeeded(await admin.post(`/bulk_actions/${bulk._id}/retry`))
    assert.deepEqual(counts(await readFinished(bulk)), ['done', 2, 2, 0, 0])
    assert.equal((await admin.post(`/bulk_actions/${bulk._id}/retry`)).status, 409)
    assert.equal(await countStateChanges([good._id]), 1)
  })

  test('marks deleted records and unexpected errors as failed, and processes the others', async () => {
    const [gone, broken, good] = (await makeMembers(3, ['Saiu', 'Avariada', 'Boa'])) as [
      TestRecord,
      TestRecord,
      TestRecord,
    ]
    await sql(
      `CREATE FUNCTION breaks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`,
    )
    await sql(`CREATE TRIGGER breaks BEFORE INSERT ON member_states FOR EACH ROW
               WHEN (NEW.member_id = '${broken._id}') EXECUTE FUNCTION breaks()`)
    const bulk = await duringFirstRecord([good._id, gone._id, broken._id], async () => {
      assert.equal((await admin.delete(`/members/${gone._id}`)).status, 204)
    })
    await sql('DROP TRIGGER breaks ON member_states')
    assert.deepEqual(counts(bulk), ['done', 3, 1, 2, 0])
    assert.deepEqual(
      (await results(bulk)).map(({ label, reason }) => [label, reason]),
      [
        ['Boa', null],
        ['Saiu', 'Não foi encontrado.'],
        ['Avariada', 'Não foi possível concluir: a causa está no registo do servidor.'],
      ],
    )
    assert.equal([...app.takeErrors(), ...second.takeErrors()].length, 1)
  })

  test('retries a record after a deadlock', async () => {
    const [member] = (await makeMembers(1)) as [TestRecord]
    await sql('CREATE SEQUENCE collisions')
    await sql(`CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('collisions') < 3 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`)
    await sql('CREATE TRIGGER collide BEFORE INSERT ON member_states FOR EACH ROW EXECUTE FUNCTION collide()')
    const bulk = await readFinished(await create([member._id]))
    await sql('DROP TRIGGER collide ON member_states')
    assert.deepEqual(counts(bulk), ['done', 1, 1, 0, 0])
    assert.equal(await countStateChanges([member._id]), 1)
  })

  test('is created once for an idempotency key', async () => {
    const [member] = (await makeMembers(1)) as [TestRecord]
    const headers = { 'idempotency-key': 'tarefa-1' }
    const body = await bodyFor([member._id])
    const answers = [
      await admin.post('/bulk_actions', body, headers),
      await admin.post('/bulk_actions', body, headers),
    ]
    assert.equal(answers[0]?.body.data._id, answers[1]?.body.data._id)
    await jobsDone(app, 'bulkActions')
    assert.equal(await countStateChanges([member._id]), 1)
  })
})

test('the history of a task has its title, and no names of the program', async () => {
  const { _id } = await create([(await makeMembers(1))[0]!._id])
  const created = (await admin.get(`/bulk_actions/${_id}/audit_events`)).body.data.at(-1)
  const changes = created?.['changes'] as { field: string; to: string }[]
  const texts = new Map(changes.map(({ field, to }) => [field, to]))
  assert.equal(texts.get('title'), 'Mudar o estado')
  assert.deepEqual([texts.has('resource'), texts.has('action')], [false, false])
  await readFinished({ _id })
})

describe('stopping', () => {
  test('waits for the current record and leaves the others pending until it is resumed', async () => {
    const ids = (await makeMembers(3)).map(({ _id }) => _id)
    let stopping: Promise<unknown> | undefined
    const stopped = await duringFirstRecord(ids, async ({ _id }) => {
      stopping = editor.post(`/bulk_actions/${_id}/stop`)
      await waitersReach(app, 2, stopping)
    })
    succeeded((await stopping) as Answer)
    assert.deepEqual(counts(stopped), ['stopped', 3, 1, 0, 0])
    assert.equal(await countStateChanges(ids), 1)
    succeeded(await admin.post(`/bulk_actions/${stopped._id}/resume`))
    assert.deepEqual(counts(await readFinished(stopped)), ['done', 3, 3, 0, 0])
    assert.equal(await countStateChanges(ids), 3)
    const history = await sql(`SELECT action FROM audit_events WHERE record_id = $1 ORDER BY at, id`, [
      stopped._id,
    ])
    assert.deepEqual(
      history.map(({ action }) => action),
      ['created', 'stop', 'resume'],
    )
  })

  test('is rejected when the bulk action is finished, as are resume and retry', async () => {
    const [member] = (await makeMembers(1)) as [TestRecord]
    const bulk = await readFinished(await create([member._id]))
    const sentences = {
      stop: 'Esta tarefa já não está em curso.',
      resume: 'Só se continua uma tarefa parada.',
      retry: 'Nada falhou nesta tarefa.',
    }
    for (const [action, sentence] of Object.entries(sentences)) {
      const { status, body } = await admin.post(`/bulk_actions/${bulk._id}/${action}`)
      assert.deepEqual([status, body.message], [409, sentence])
    }
  })
})

describe('the account of the author', () => {
  const losses = [
    { loss: `UPDATE users SET role = 'member' WHERE id = $1`, message: /já não tem permissão/ },
    { loss: 'UPDATE users SET blocked = true WHERE id = $1', message: /está bloqueada/ },
    { loss: 'DELETE FROM users WHERE id = $1', message: /já não existe/ },
  ]
  for (const { loss, message } of losses)
    test(`losing access fails the bulk action, which another account can retry: ${loss}`, async () => {
      const other = await another('editor')
      const ids = (await makeMembers(3)).map(({ _id }) => _id)
      const bulk = await whileOpen(
        {
          when: 'AFTER INSERT ON member_states FOR EACH ROW',
          start: async () => readFinished(await create(ids, {}, other)),
        },
        () => sql(loss, [other.userId]),
      )
      assert.deepEqual(counts(bulk), ['failed', 3, 1, 0, 0])
      assert.match(String(bulk['problem']), message)
      assert.equal(await countStateChanges(ids), 1)

      succeeded(await editor.post(`/bulk_actions/${bulk._id}/retry`))
      const resumed = await readFinished(bulk)
      assert.deepEqual([counts(resumed), resumed['problem']], [['done', 3, 3, 0, 0], null])
      const authors = await sql<{ user_id: string }>(
        `SELECT user_id FROM audit_events WHERE record_id = ANY($1) AND action = 'changeState' ORDER BY at`,
        [ids],
      )
      assert.deepEqual(
        authors.map(({ user_id }) => user_id),
        [other.userId, editor.userId, editor.userId],
      )
    })
})

describe('a rejected bulk action', () => {
  const nothingWritten = async (work: () => Promise<unknown>) => {
    const [before] = await sql('SELECT count(*)::integer FROM bulk_actions')
    const jobs = (await addedJobs()).length
    await work()
    assert.deepEqual((await sql('SELECT count(*)::integer FROM bulk_actions'))[0], before)
    assert.equal((await addedJobs()).length, jobs)
  }

  test('gets 403 or 401 without access to the action, and writes nothing', async () => {
    const [target] = (await makeMembers(1)) as [TestRecord]
    const member = await as('member')
    await nothingWritten(async () => {
      assert.equal((await member.post('/bulk_actions', await bodyFor([target._id]))).status, 403)
      assert.equal((await app.visitor.post('/bulk_actions', await bodyFor([target._id]))).status, 401)
    })
    const bulk = await readFinished(await create([target._id]))
    for (const action of ['stop', 'resume', 'retry'])
      assert.equal((await member.post(`/bulk_actions/${bulk._id}/${action}`)).status, 403, action)
    assert.equal((await member.get(`/bulk_actions/${bulk._id}`)).status, 403)
    assert.equal((await member.get('/bulk_action_results')).status, 403)
  })

  test('gets errors by field, with those of the action as input.<field>, and writes nothing', async () => {
    const [target] = (await makeMembers(1)) as [TestRecord]
    const ids = [target._id]
    const wrong = [
      [{ resource: 'nothing' }, 'resource'],
      [{ resource: 'constructor' }, 'resource'],
      [{ action: 'nothing' }, 'action'],
      [{ action: 'toString' }, 'action'],
      [{ kind: 'nothing' }, 'kind'],
      [{ title: '' }, 'title'],
      [{ input: { stateNameId, date: 'ontem', reason: 'x' } }, 'input.date'],
      [{ input: { stateNameId, date: await today(), reason: 'x', other: 1 } }, 'input.other'],
      [{ audience: {} }, 'audience'],
      [{ audience: { query: { _nothing: '1' } } }, 'audience'],
      [{ audience: { ids: ['x'] } }, 'audience'],
    ] as const
    await nothingWritten(async () => {
      for (const [overrides, field] of wrong) {
        const { status, body } = await admin.post('/bulk_actions', await bodyFor(ids, overrides))
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], field)
      }
    })
  })
})

describe('two processes', () => {
  test('process each record once, also when the first loses its lock during one', async () => {
    const ids = (await makeMembers(6)).map(({ _id }) => _id)
    const bulk = await duringFirstRecord(ids, async () => {
      await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = 'agremia jobs' AND datname = current_database()`)
      await sql(`SELECT pg_notify('agremia_jobs', 'bulkActions')`)
      // The second process waits for the lock of the record that the first one processes.
      await waitersReach(app, 2)
    })
    assert.deepEqual(counts(bulk), ['done', 6, 6, 0, 0])
    assert.equal(await countStateChanges(ids), 6)
  })
})

describe('GET /work', () => {
  test('lists running background work with its progress, for staff only', async () => {
    const ids = (await makeMembers(2)).map(({ _id }) => _id)
    await duringFirstRecord(ids, async ({ _id }) => {
      const { data } = (await editor.get('/work')).body
      assert.deepEqual(
        data.map((work) => ({ ...work, _created_at: null, createdByName: null })),
        [
          {
            resource: 'bulkActions',
            _id,
            _created_at: null,
            state: 'running',
            createdByName: null,
            total: 2,
            done: 0,
            title: 'Mudar o estado',
          },
        ],
      )
    })
    assert.deepEqual((await editor.get('/work')).body.data, [])
    assert.equal((await (await as('member')).get('/work')).status, 403)
    assert.equal((await app.visitor.get('/work')).status, 401)
    assert.equal((await admin.get('/work?_page=1')).status, 400)
  })
})
