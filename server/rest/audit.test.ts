import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { v7 as newId } from 'uuid'
import type { TestRecord } from '../testing/caller.ts'
import { goodPassword, succeeded } from '../testing/make.ts'
import { createSamples } from '../testing/samples.ts'
import { testApp } from '../testing/test-app.ts'
import { isCrossed } from '../testing/volume.ts'

const app = await testApp()
const { as, make, sql, clock, visitor } = app
const admin = await as('admin')
const samples = createSamples(app)

interface Event {
  _id: string
  action: string
  userName: string
  restorable: boolean
  changes: { field: string; label: string; from: string; to: string; was?: unknown }[]
}

async function historyOf(path: string, id: string, query = ''): Promise<Event[]> {
  const { status, body } = await admin.get(`${path}/${id}/audit_events${query}`)
  assert.equal(status, 200)
  return body.data as unknown as Event[]
}

/** The values before a change, as a request sets them again. */
function formerValues(event: Event | undefined): Record<string, unknown> {
  return Object.fromEntries(
    event?.changes.flatMap(({ field, was }) => (was === undefined ? [] : [[field, was]])) ?? [],
  )
}

async function deletionOf(id: string): Promise<TestRecord> {
  const [event] = (await admin.get(`/audit_events?_recordId=${id}`)).body.data
  assert.ok(event)
  return event
}

describe('every write is audited, and its former values can be set again', () => {
  for (const [name, sample] of Object.entries(samples).filter(([resource]) => isCrossed(resource))) {
    const path = `/${resourcePath(name)}`

    test(name, async () => {
      const created = succeeded(await admin.post(path, await sample.input()))
      succeeded(await admin.patch(`${path}/${created._id}`, sample.change))
      const before = formerValues((await historyOf(path, created._id))[0])
      assert.deepEqual(Object.keys(before).sort(), Object.keys(sample.change).sort())
      const reverted = succeeded(await admin.patch(`${path}/${created._id}`, before))
      for (const field of Object.keys(before)) assert.deepEqual(reverted[field], created[field], field)
      succeeded(await admin.put(`${path}/${created._id}`, { ...created, _version: undefined }))
      await admin.delete(`${path}/${created._id}`)
      const events = await historyOf(path, created._id)
      assert.deepEqual(
        events.map(({ action }) => action),
        ['deleted', 'updated', 'updated', 'created'],
      )
      const [deleted, back, changed, first] = events as [Event, Event, Event, Event]
      for (const event of events) assert.match(event.userName, /^admin /)
      const changedFields = Object.keys(sample.change).sort()
      assert.deepEqual(changed.changes.map(({ field }) => field).sort(), changedFields)
      for (const { field, label, from, to } of changed.changes) {
        assert.ok(label && from !== to, field)
        const opposite = back.changes.find((change) => change.field === field)
        assert.deepEqual([opposite?.from, opposite?.to], [to, from])
      }
      const { title } = definitions[name as ResourceName]
      assert.equal(first.changes.find(({ field }) => field === title)?.to, String(created[title]))
      assert.equal(deleted.changes.find(({ field }) => field === title)?.from, String(created[title]))
    })
  }

  test('with the IP address and the user’s id', async () => {
    const { _id } = await make.person()
    const rows = await sql(
      'SELECT user_id, address, resource, action FROM audit_events WHERE record_id = $1',
      [_id],
    )
    assert.deepEqual(rows, [
      { user_id: admin.userId, address: '127.0.0.1', resource: 'people', action: 'created' },
    ])
  })

  test('with labels and formatted values', async () => {
    const person = await make.person({ name: 'Luísa Reis', birthDate: '1980-05-20', gender: 'female' })
    await admin.patch(`/people/${person._id}`, {
      doNotContact: true,
      gender: 'other',
      birthDate: '1980-06-01',
    })
    const [event] = await historyOf('/people', person._id)
    assert.deepEqual(
      new Set(event?.changes.map(({ field, label, from, to }) => [field, label, from, to].join(' | '))),
      new Set([
        'birthDate | Data de nascimento | 20/05/1980 | 01/06/1980',
        'gender | Género | Feminino | Outro',
        'doNotContact | Não contactar | Não | Sim',
      ]),
    )
    const category = await make.category({ name: 'Atleta' })
    const member = await make.member()
    await admin.patch(`/members/${member._id}`, { categoryId: category._id, titles: ['A', 'B'] })
    const [moved] = await historyOf('/members', member._id)
    assert.deepEqual(
      moved?.changes.map(({ label, from, to }) => [label, from, to]),
      [
        ['Categoria', 'Fundador', 'Atleta'],
        ['Distinções', '', 'A, B'],
      ],
    )
  })

  test('formatted like elsewhere: telephones, countries, numbers; objects only when they change', async () => {
    const person = await make.person()
    await admin.patch(`/people/${person._id}`, { mobile: '912345678', country: 'fr', nif: '123456789' })
    const [event] = await historyOf('/people', person._id)
    const changes = Object.fromEntries((event?.changes ?? []).map(({ field, to }) => [field, to]))
    assert.deepEqual(changes, { mobile: '912 345 678', country: 'França', nif: '123 456 789' })
    const contact = await make.contact({ personId: person._id, type: 'mobile', value: '+351912345678' })
    await admin.delete(`/contacts/${contact._id}`)
    assert.equal((await deletionOf(contact._id))['title'], '912 345 678')
    const { _id } = succeeded(
      await admin.post('/message_batches', {
        subject: 'Olá',
        body: '<p>Olá</p>',
        audience: { ids: [(await make.member({ email: 'a@exemplo.pt' }))._id] },
      }),
    )
    const [sent] = await historyOf('/message_batches', _id)
    const changeTo = (name: string) => sent?.changes.find(({ field }) => field === name)?.to
    assert.deepEqual([changeTo('audience'), changeTo('body')], [undefined, 'Olá'])
  })

  test('for the person too, when a member’s form changes it', async () => {
    const member = await make.member()
    await admin.patch(`/members/${member._id}`, { city: 'Tomar', section: 'Sul' })
    const [ofMember] = await historyOf('/members', member._id)
    const [ofPerson] = await historyOf('/people', String(member['personId']))
    assert.deepEqual(ofMember?.changes.map(({ field }) => field).sort(), ['city', 'section'])
    assert.deepEqual(
      ofPerson?.changes.map(({ field, to }) => [field, to]),
      [['city', 'Tomar']],
    )
  })

  test('former values only for those who may set them, in events of changes, of records that exist', async () => {
    const user = await make.user({ name: 'Rui Alves' })
    await admin.patch(`/users/${user._id}`, { name: 'Rui Reis' })
    const formerName = async (caller: typeof admin, id: string, event = 0) => {
      const events = (await caller.get(`/users/${id}/audit_events`)).body.data as unknown as Event[]
      return formerValues(events[event])['name']
    }
    const [editor, auditor] = [await as('editor'), await as('auditor')]
    assert.equal(await formerName(admin, user._id), 'Rui Alves')
    assert.equal(await formerName(editor, user._id), 'Rui Alves')
    assert.equal(await formerName(auditor, user._id), undefined)
    assert.equal(await formerName(admin, user._id, 1), undefined, 'of its creation')
    const person = await make.person({ name: 'Luísa Reis' })
    await admin.patch(`/people/${person._id}`, { name: 'Luísa Alves' })
    await admin.delete(`/people/${person._id}`)
    for (const event of await historyOf('/people', person._id)) assert.deepEqual(formerValues(event), {})
  })

  test('settings, several in one list, by their labels; secrets without a former value', async () => {
    const names = ['revealUnknownAccounts', 'mailPassword']
    await admin.patch('/settings/organisationPhone', { value: '212345678' })
    await admin.patch('/settings/revealUnknownAccounts', { value: 'true' })
    await admin.patch('/settings/mailPassword', { value: 'abc' })
    await admin.patch('/settings/mailPassword', { value: 'def' })
    const events = await historyOf('/settings', 'organisationPhone', `?_with=${names.join(',')}`)
    assert.deepEqual(
      events
        .slice(0, 4)
        .map(({ changes: [change] }) => [change?.label, change?.from, change?.to, change?.was]),
      [
        ['Palavra-passe', '', 'Alterado', undefined],
        ['Palavra-passe', '', '••••••••', undefined],
        ['Dizer que uma conta não existe', 'Não', 'Sim', 'false'],
        ['Telefone', '', '212 345 678', ''],
      ],
    )
    assert.equal((await admin.get('/settings/organisationPhone/audit_events?_with=nada')).status, 404)
    await sql(`INSERT INTO settings (id, name, value) VALUES (new_id(), 'removedSetting', 'a')`)
    await admin.patch('/settings/removedSetting', { value: 'b' })
    const [removed] = await historyOf('/settings', 'removedSetting')
    assert.deepEqual(
      removed?.changes.map(({ label, to }) => [label, to]),
      [['Valor', 'b']],
    )
    const many = Array.from({ length: 101 }, () => names[0]).join(',')
    assert.equal((await admin.get(`/settings/organisationPhone/audit_events?_with=${many}`)).status, 400)
    await admin.patch('/settings/revealUnknownAccounts', { value: 'false' })
  })

  test('for changes of state, settings and passwords, without the password', async () => {
    const member = await make.member({ state: 'Licença' })
    const [changed] = await historyOf('/members', member._id)
    assert.equal(changed?.action, 'changeState')
    assert.deepEqual(changed?.changes[0], {
      field: 'currentStateId',
      label: 'Estado',
      from: 'Ativo',
      to: 'Licença',
    })

    const setting = succeeded(await admin.patch('/settings/organisationAddress', { value: 'Rua Nova, 1' }))
    assert.equal((await historyOf('/settings', setting._id))[0]?.changes[0]?.to, 'Rua Nova, 1')

    const user = await make.user({ password: goodPassword })
    const newPassword = { password: `${goodPassword} outra`, ownPassword: goodPassword }
    succeeded(await admin.patch(`/users/${user._id}`, newPassword))
    const events = await historyOf('/users', user._id)
    for (const event of events) {
      assert.ok(event.changes.some(({ field }) => field === 'password'))
      assert.ok(event.changes.every(({ field }) => field !== 'ownPassword'))
    }
    const [row] = await sql<{ text: string }>(
      `SELECT string_agg(changes::text || coalesce(rows::text, ''), ' ') AS text FROM audit_events`,
    )
    assert.ok(!row?.text.includes('cavalo'))
  })

  test('and nothing is audited when nothing was written', async () => {
    const person = await make.person()
    const count = async () =>
      (await sql<{ count: number }>('SELECT count(*)::int AS count FROM audit_events'))[0]?.count
    const before = await count()
    await admin.patch(`/people/${person._id}`, { name: `  ${String(person['name'])}  ` })
    await admin.patch(`/people/${person._id}`, { name: '' })
    await admin.patch(`/people/${person._id}`, { _version: 99, name: 'Outro' })
    await admin.delete(`/people/${newId()}`)
    await admin.post('/people/validate', person)
    assert.equal(await count(), before)
  })

  test('a contact that stops being the preferred one is audited', async () => {
    const { _id: personId } = await make.person()
    const first = await make.contact({ personId, preferred: true })
    await make.contact({ personId, preferred: true })
    const [event] = await historyOf('/contacts', first._id)
    assert.deepEqual(
      event?.changes.map(({ field, from, to }) => [field, from, to]),
      [['preferred', 'Sim', 'Não']],
    )
  })
})

describe('long histories are paged', () => {
  const pages = async (path: string, limit: number) => {
    const read = []
    for (let page = 1, total = 1; (page - 1) * limit < total; page++) {
      const { body } = await admin.get(`${path}_page=${page}&_limit=${limit}`)
      assert.deepEqual([body.meta.page, body.meta.limit], [page, limit])
      assert.ok(body.data.length <= limit)
      read.push(...body.data)
      total = body.meta.total
    }
    return read
  }

  test('newest first, each event once', async () => {
    const { _id } = await make.category({ name: 'Muitas mudanças' })
    await sql(
      `INSERT INTO audit_events (id, at, resource, record_id, action, changes)
       SELECT gen_random_uuid(), at + interval '1 second', resource, record_id, 'updated',
         jsonb_build_array(jsonb_build_object('field', 'name', 'from', 'a', 'to', n))
       FROM audit_events, generate_series(1, 250) n WHERE record_id = $1`,
      [_id],
    )
    const events = await pages(`/member_categories/${_id}/audit_events?`, 100)
    assert.equal(new Set(events.map((event) => event._id)).size, 251)
    assert.equal(events.at(-1)?.['action'], 'created')
    const usual = (await admin.get(`/member_categories/${_id}/audit_events`)).body
    assert.deepEqual([usual.data.length, usual.meta.total], [100, 251])
    for (const wrong of ['_page=0', '_limit=muitos', '_sort=at'])
      assert.equal((await admin.get(`/member_categories/${_id}/audit_events?${wrong}`)).status, 400, wrong)
  })

  test('deleted records are paged too', async () => {
    const { _id: personId } = await make.person()
    const gone = []
    for (const value of ['um', 'dois', 'três']) {
      gone.push((await make.contact({ personId, type: 'other', value }))._id)
      await admin.delete(`/contacts/${gone.at(-1)}`)
    }
    const events = await pages(`/audit_events?_resource=contacts&_partOf=${personId}&`, 2)
    assert.deepEqual(new Set(events.map((event) => event['recordId'])), new Set(gone))
    assert.equal(events.length, 3)
  })
})

describe('access to histories', () => {
  test('staff, within the records that they may read', async () => {
    const editor = await as('editor')
    const [boss, colleague] = [await make.user({ role: 'admin' }), await make.user({ role: 'editor' })]
    assert.equal((await editor.get(`/users/${colleague._id}/audit_events`)).status, 200)
    assert.equal((await editor.get(`/users/${boss._id}/audit_events`)).status, 404)
    assert.equal((await admin.get(`/users/${boss._id}/audit_events`)).status, 200)
  })

  test('neither members nor visitors', async () => {
    const member = await as('member')
    for (const path of ['/audit_events', `/members/${member.memberId}/audit_events`]) {
      assert.equal((await member.get(path)).status, 403)
      assert.equal((await visitor.get(path)).status, 401)
    }
    const restore = `/audit_events/${newId()}/restore`
    assert.equal((await member.post(restore)).status, 403)
    assert.equal((await visitor.post(restore)).status, 401)
  })
})

describe('deleted records', () => {
  for (const [name, sample] of Object.entries(samples).filter(([resource]) => isCrossed(resource))) {
    const path = `/${resourcePath(name)}`

    test(`${name}: restored unchanged, once`, async () => {
      const created = succeeded(await admin.post(path, await sample.input()))
      const before = succeeded(await admin.patch(`${path}/${created._id}`, sample.change))
      await admin.delete(`${path}/${created._id}`)
      const event = await deletionOf(created._id)
      const { status, body } = await admin.post(`/audit_events/${event._id}/restore`)
      assert.equal(status, 200, body.message)
      assert.deepEqual(body.data, before)
      assert.deepEqual(succeeded(await admin.get(`${path}/${created._id}`)), before)
      assert.equal((await historyOf(path, created._id))[0]?.action, 'restored')
      assert.equal((await admin.post(`/audit_events/${event._id}/restore`)).status, 409)
    })
  }

  test('can be restored from the history while they are deleted', async () => {
    const category = await make.category({ name: 'Visitas' })
    const path = '/member_categories'
    const restorable = async () =>
      (await historyOf(path, category._id)).map(({ action, restorable }) => [action, restorable])
    await admin.delete(`${path}/${category._id}`)
    assert.deepEqual(await restorable(), [
      ['deleted', true],
      ['created', false],
    ])
    await admin.post(`/audit_events/${(await deletionOf(category._id))._id}/restore`)
    assert.deepEqual((await admin.get(`/audit_events?_recordId=${category._id}`)).body.data, [])
    await admin.delete(`${path}/${category._id}`)
    assert.deepEqual(await restorable(), [
      ['deleted', true],
      ['restored', false],
      ['deleted', false],
      ['created', false],
    ])
  })

  test('parts are listed by the record that contained them, with their former title', async () => {
    const [one, two] = [await make.person(), await make.person()]
    const [mine, other] = [
      await make.contact({ personId: one._id, type: 'email', value: 'antigo@exemplo.pt' }),
      await make.contact({ personId: two._id }),
    ]
    for (const { _id } of [mine, other]) await admin.delete(`/contacts/${_id}`)
    const listed = await admin.get(`/audit_events?_resource=contacts&_partOf=${one._id}`)
    assert.deepEqual(
      listed.body.data.map((event) => [event['recordId'], event['title']]),
      [[mine._id, 'antigo@exemplo.pt']],
    )
    for (const wrong of [
      `_partOf=${one._id}`,
      '_resource=contacts&_partOf=x',
      `_resource=members&_partOf=${one._id}`,
    ])
      assert.equal((await admin.get(`/audit_events?${wrong}`)).status, 400, wrong)
  })

  test('are listed by resource and by record', async () => {
    const { _id } = await make.category()
    await admin.delete(`/member_categories/${_id}`)
    const listed = (await admin.get('/audit_events?_resource=member_categories')).body.data
    assert.ok(listed.some((event) => event['recordId'] === _id))
    assert.ok(listed.every((event) => event['resource'] === 'memberCategories'))
    assert.equal((await admin.get(`/audit_events?_resource=people&_recordId=${_id}`)).body.data.length, 0)
  })

  test('are restored with their parts: a member’s states, a person’s contacts', async () => {
    const member = await make.member()
    const states = (await admin.get(`/members/${member._id}/member_states`)).body.data
    await admin.delete(`/members/${member._id}`)
    assert.equal((await admin.get(`/member_states?_memberId=${member._id}`)).body.meta.total, 0)
    await admin.post(`/audit_events/${(await deletionOf(member._id))._id}/restore`)
    assert.deepEqual((await admin.get(`/members/${member._id}/member_states`)).body.data, states)
    const changed = await admin.post(`/members/${member._id}/change_state`, {
      stateNameId: (await make.stateName())._id,
      date: '2024-01-01',
    })
    assert.equal(changed.status, 200)

    const person = await make.person()
    const contact = await make.contact({ personId: person._id })
    await admin.delete(`/people/${person._id}`)
    assert.equal((await admin.get(`/contacts/${contact._id}`)).status, 404)
    await admin.post(`/audit_events/${(await deletionOf(person._id))._id}/restore`)
    assert.deepEqual((await admin.get(`/people/${person._id}/contacts`)).body.data, [contact])
  })

  test('are searchable by current data after restoring', async () => {
    const member = await make.member({ name: 'Hermengarda Pato' })
    await admin.delete(`/members/${member._id}`)
    await admin.patch(`/people/${String(member['personId'])}`, { name: 'Hermengarda Ganso' })
    await admin.post(`/audit_events/${(await deletionOf(member._id))._id}/restore`)
    assert.equal((await admin.get('/members?_search=hermengarda%20ganso')).body.meta.total, 1)
    assert.equal((await admin.get('/members?_search=hermengarda%20pato')).body.meta.total, 0)
  })

  test('cannot be restored if a unique value was taken or a referenced record is deleted', async () => {
    const category = await make.category({ name: 'Visitante' })
    await admin.delete(`/member_categories/${category._id}`)
    await make.category({ name: 'Visitante' })
    const taken = await admin.post(`/audit_events/${(await deletionOf(category._id))._id}/restore`)
    assert.equal(taken.status, 409)

    const person = await make.person()
    const contact = await make.contact({ personId: person._id })
    await admin.delete(`/contacts/${contact._id}`)
    await admin.delete(`/people/${person._id}`)
    const orphan = await admin.post(`/audit_events/${(await deletionOf(contact._id))._id}/restore`)
    assert.equal(orphan.status, 409)
    assert.equal((await admin.get(`/contacts/${contact._id}`)).status, 404)
  })

  test('are restored only by callers who may create them', async () => {
    const editor = await as('editor')
    const boss = await make.user({ role: 'admin' })
    await admin.delete(`/users/${boss._id}`)
    const event = await deletionOf(boss._id)
    assert.equal((await editor.post(`/audit_events/${event._id}/restore`)).status, 403)
    assert.equal((await admin.get(`/users/${boss._id}`)).status, 404)
    assert.equal((await admin.post(`/audit_events/${event._id}/restore`)).status, 200)
  })

  test('can be restored for 30 days', async () => {
    const [early, late] = [await make.person(), await make.person()]
    for (const { _id } of [early, late]) await admin.delete(`/people/${_id}`)
    const events = [await deletionOf(early._id), await deletionOf(late._id)]
    clock.advance({ days: 29 })
    const then = await app.another('admin')
    assert.equal((await then.post(`/audit_events/${events[0]?._id}/restore`)).status, 200)
    clock.advance({ days: 2 })
    const after = await app.another('admin')
    const { status, body } = await after.post(`/audit_events/${events[1]?._id}/restore`)
    assert.deepEqual([status, body.message], [404, 'Já não é possível recuperar este registo.'])
    assert.equal((await after.get(`/audit_events?_recordId=${late._id}`)).body.data.length, 0)
  })
})
