import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, TestCaller, TestRecord } from '../testing/caller.ts'
import { jobsDone, recordJobs } from '../testing/wait.ts'
import { succeeded } from '../testing/make.ts'
import { pausing, waitersReach } from '../testing/lock-waits.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
// A second process on the same database, which works on the same queue.
const second = await testApp({ with: app })
const { as, another, make, sql, today } = app
const admin = await as('admin')
const editor = await as('editor')
const whileOpen = await pausing(app)
const addedJobs = await recordJobs(app)

const [suspended] = await sql<{ id: string }>(
  `SELECT id FROM member_state_names WHERE name = 'Suspenso (quotas)'`,
)
const stateNameId = suspended?.id ?? ''

/** Asks for a change of state of these members, unless something else is given. */
async function asked(ids: string[], given: object = {}): Promise<object> {
  const input = { stateNameId, date: await today(), reason: 'Quotas em atraso' }
  return {
    title: 'Mudar o estado',
    resource: 'members',
    action: 'changeState',
    input,
    audience: { ids },
    ...given,
  }
}

const ask = async (ids: string[], given: object = {}, caller: TestCaller = admin) =>
  succeeded(await caller.post('/bulk_actions', await asked(ids, given)))

async function members(count: number, names: string[] = []): Promise<TestRecord[]> {
  const made: TestRecord[] = []
  for (let index = 0; index < count; index++)
    made.push(await make.member(names[index] === undefined ? {} : { name: names[index] }))
  return made
}

/** The bulk action, once no job of it is left. */
async function ended({ _id }: Pick<TestRecord, '_id'>): Promise<TestRecord> {
  await jobsDone(app, 'bulkActions')
  return succeeded(await admin.get(`/bulk_actions/${_id}`))
}

async function results({ _id }: Pick<TestRecord, '_id'>, filter = ''): Promise<TestRecord[]> {
  const { body } = await admin.get(`/bulk_actions/${_id}/bulk_action_results?_sort=place${filter}`)
  return body.data
}

/** Asks for a change of state and does `work` while its first record is being done; the bulk action, once it has ended. */
async function whileRecordIsDone(
  ids: string[],
  work: (bulk: TestRecord) => Promise<unknown>,
): Promise<TestRecord> {
  let bulk: TestRecord | undefined
  return whileOpen(
    {
      when: 'AFTER INSERT ON member_states FOR EACH ROW',
      start: async () => {
        bulk = await ask(ids)
        return ended(bulk)
      },
    },
    () => work(bulk as TestRecord),
  )
}

const counts = ({ state, total, done, failed, skipped }: TestRecord) => [state, total, done, failed, skipped]
const changesOfState = async (ids: string[]) =>
  (
    await sql(`SELECT FROM member_states WHERE member_id = ANY($1) AND state_name_id = $2`, [
      ids,
      stateNameId,
    ])
  ).length

describe('a bulk action', () => {
  test('does the action to each record, in the name of who asked', async () => {
    const made = await members(3, ['Ana', 'Bruno', 'Carla'])
    const ids = made.map(({ _id }) => _id).toReversed()
    const bulk = await ended(await ask(ids, {}, editor))
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
    assert.equal(await changesOfState(ids), 3)
  })

  test('takes all that a search finds, in the order of the list', async () => {
    const names = ['Zulmira Pesquisada', 'Amélia Pesquisada', 'Maria Pesquisada']
    const made = await members(3, names)
    const audience = { query: { _search: 'pesquisada', _sort: 'name' } }
    const bulk = await ended(await ask([], { audience }))
    assert.deepEqual(
      (await results(bulk)).map(({ label }) => label),
      names.toSorted(),
    )
    assert.equal(await changesOfState(made.map(({ _id }) => _id)), 3)
  })

  test('says of each refused record why, and tries those again', async () => {
    const [good, refused] = (await members(2, ['Boa', 'Recusada'])) as [TestRecord, TestRecord]
    const state = { stateNameId, date: await today(), reason: 'antes' }
    succeeded(await admin.post(`/members/${refused._id}/change_state`, state))
    const bulk = await ended(await ask([refused._id, good._id]))
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
    assert.deepEqual(counts(await ended(bulk)), ['done', 2, 2, 0, 0])
    assert.equal((await admin.post(`/bulk_actions/${bulk._id}/retry`)).status, 409)
    assert.equal(await changesOfState([good._id]), 1)
  })

  test('fails the records that are gone or meet an unexpected error, and does the others', async () => {
    const [gone, broken, good] = (await members(3, ['Saiu', 'Avariada', 'Boa'])) as [
      TestRecord,
      TestRecord,
      TestRecord,
    ]
    await sql(
      `CREATE FUNCTION breaks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`,
    )
    await sql(`CREATE TRIGGER breaks BEFORE INSERT ON member_states FOR EACH ROW
               WHEN (NEW.member_id = '${broken._id}') EXECUTE FUNCTION breaks()`)
    const bulk = await whileRecordIsDone([good._id, gone._id, broken._id], async () => {
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

  test('tries again what collided with another transaction', async () => {
    const [member] = (await members(1)) as [TestRecord]
    await sql('CREATE SEQUENCE collisions')
    await sql(`CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('collisions') < 3 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`)
    await sql('CREATE TRIGGER collide BEFORE INSERT ON member_states FOR EACH ROW EXECUTE FUNCTION collide()')
    const bulk = await ended(await ask([member._id]))
    await sql('DROP TRIGGER collide ON member_states')
    assert.deepEqual(counts(bulk), ['done', 1, 1, 0, 0])
    assert.equal(await changesOfState([member._id]), 1)
  })

  test('repeated with its key is one', async () => {
    const [member] = (await members(1)) as [TestRecord]
    const headers = { 'idempotency-key': 'tarefa-1' }
    const body = await asked([member._id])
    const answers = [
      await admin.post('/bulk_actions', body, headers),
      await admin.post('/bulk_actions', body, headers),
    ]
    assert.equal(answers[0]?.body.data._id, answers[1]?.body.data._id)
    await jobsDone(app, 'bulkActions')
    assert.equal(await changesOfState([member._id]), 1)
  })
})

describe('stopping', () => {
  test('waits for the record that is being done, leaves the others, and they are done when it is resumed', async () => {
    const ids = (await members(3)).map(({ _id }) => _id)
    let stopping: Promise<unknown> | undefined
    const stopped = await whileRecordIsDone(ids, async ({ _id }) => {
      stopping = editor.post(`/bulk_actions/${_id}/stop`)
      await waitersReach(app, 2, stopping)
    })
    succeeded((await stopping) as Answer)
    assert.deepEqual(counts(stopped), ['stopped', 3, 1, 0, 0])
    assert.equal(await changesOfState(ids), 1)
    succeeded(await admin.post(`/bulk_actions/${stopped._id}/resume`))
    assert.deepEqual(counts(await ended(stopped)), ['done', 3, 3, 0, 0])
    assert.equal(await changesOfState(ids), 3)
    const history = await sql(`SELECT action FROM audit_events WHERE record_id = $1 ORDER BY at, id`, [
      stopped._id,
    ])
    assert.deepEqual(
      history.map(({ action }) => action),
      ['created', 'stop', 'resume'],
    )
  })

  test('is refused once there is nothing left', async () => {
    const [member] = (await members(1)) as [TestRecord]
    const bulk = await ended(await ask([member._id]))
    for (const action of ['stop', 'resume', 'retry'])
      assert.equal((await admin.post(`/bulk_actions/${bulk._id}/${action}`)).status, 409, action)
  })
})

describe('the account that asked', () => {
  const losses = [
    { loss: `UPDATE users SET role = 'member' WHERE id = $1`, said: /já não tem permissão/ },
    { loss: 'UPDATE users SET blocked = true WHERE id = $1', said: /está bloqueada/ },
    { loss: 'DELETE FROM users WHERE id = $1', said: /já não existe/ },
  ]
  for (const { loss, said } of losses)
    test(`ends it when it loses the right to it: ${loss}`, async () => {
      const other = await another('editor')
      const ids = (await members(3)).map(({ _id }) => _id)
      const bulk = await whileOpen(
        {
          when: 'AFTER INSERT ON member_states FOR EACH ROW',
          start: async () => ended(await ask(ids, {}, other)),
        },
        () => sql(loss, [other.userId]),
      )
      assert.deepEqual(counts(bulk), ['failed', 3, 1, 0, 0])
      assert.match(String(bulk['problem']), said)
      assert.equal(await changesOfState(ids), 1)

      succeeded(await editor.post(`/bulk_actions/${bulk._id}/resume`))
      const resumed = await ended(bulk)
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

describe('a bulk action that is refused', () => {
  const nothingWritten = async (work: () => Promise<unknown>) => {
    const [before] = await sql('SELECT count(*)::integer FROM bulk_actions')
    const jobs = (await addedJobs()).length
    await work()
    assert.deepEqual((await sql('SELECT count(*)::integer FROM bulk_actions'))[0], before)
    assert.equal((await addedJobs()).length, jobs)
  }

  test('to who may not act', async () => {
    const [target] = (await members(1)) as [TestRecord]
    const member = await as('member')
    await nothingWritten(async () => {
      assert.equal((await member.post('/bulk_actions', await asked([target._id]))).status, 403)
      assert.equal((await app.visitor.post('/bulk_actions', await asked([target._id]))).status, 401)
    })
    const bulk = await ended(await ask([target._id]))
    for (const action of ['stop', 'resume', 'retry'])
      assert.equal((await member.post(`/bulk_actions/${bulk._id}/${action}`)).status, 403, action)
    assert.equal((await member.get(`/bulk_actions/${bulk._id}`)).status, 403)
    assert.equal((await member.get('/bulk_action_results')).status, 403)
  })

  test('says by field what is wrong, as the action itself does', async () => {
    const [target] = (await members(1)) as [TestRecord]
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
      for (const [given, field] of wrong) {
        const { status, body } = await admin.post('/bulk_actions', await asked(ids, given))
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], field)
      }
    })
  })
})

describe('two processes', () => {
  test('do each record once, also when the first loses its lock in the middle of one', async () => {
    const ids = (await members(6)).map(({ _id }) => _id)
    const bulk = await whileRecordIsDone(ids, async () => {
      await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = 'agremia jobs' AND datname = current_database()`)
      await sql(`SELECT pg_notify('agremia_jobs', 'bulkActions')`)
      // The second one waits for the record that the first is doing.
      await waitersReach(app, 2)
    })
    assert.deepEqual(counts(bulk), ['done', 6, 6, 0, 0])
    assert.equal(await changesOfState(ids), 6)
  })
})

describe('what is under way', () => {
  test('is told to all the staff, with how far it got, and to nobody else', async () => {
    const ids = (await members(2)).map(({ _id }) => _id)
    await whileRecordIsDone(ids, async ({ _id }) => {
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
