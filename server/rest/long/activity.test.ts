import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { v7 as newId } from 'uuid'
import type { TestRecord } from '../../testing/caller.ts'
import { goodPassword, succeeded } from '../../testing/make.ts'
import { codesIn } from '../../testing/audit-words.ts'
import { testApp } from '../../testing/test-app.ts'

const { as, make, sql, today, visitor, another } = await testApp()
const admin = await as('admin')

async function activity(query = ''): Promise<TestRecord[]> {
  const { status, body } = await admin.get(`/activity?${query}`)
  assert.equal(status, 200, body.message)
  return body.data as unknown as TestRecord[]
}
/** Waits for events that are written after an answer. */
async function eventsOf(query: string, count: number): Promise<TestRecord[]> {
  for (;;) {
    const events = await activity(query)
    if (events.length >= count) return events
  }
}
const actionsOf = (events: TestRecord[]) => events.map(({ action }) => action)

describe('the activity log', () => {
  test('has what everybody wrote, with the titles of the records', async () => {
    const editor = await another('editor')
    const { _id } = succeeded(await editor.post('/member_categories', { name: 'Pescadores' }))
    succeeded(await editor.patch(`/member_categories/${_id}`, { name: 'Pescadores do rio' }))
    assert.equal((await editor.get('/member_categories/export')).status, 200)
    const events = await activity(`_userId=${editor.userId}`)
    assert.deepEqual(actionsOf(events), ['exported', 'updated', 'created', 'signedIn'])
    const [, updated, created] = events
    assert.deepEqual([updated?.['recordId'], updated?.['title']], [_id, 'Pescadores do rio'])
    assert.deepEqual(
      [created?.['resource'], created?.['title'], created?.['address']],
      ['memberCategories', 'Pescadores do rio', '127.0.0.1'],
    )
    const changes = updated?.['changes'] as { label: string; from: string; to: string }[]
    assert.deepEqual(
      [changes[0]?.label, changes[0]?.from, changes[0]?.to],
      ['Nome', 'Pescadores', 'Pescadores do rio'],
    )
  })

  test('has sign-ins with their device, and refused ones of known accounts', async () => {
    const user = await make.user({ password: goodPassword })
    const email = user['email']
    assert.equal((await visitor.post('/auth', { email, password: 'errada errada' })).status, 403)
    assert.equal((await visitor.post('/auth', { email: 'ninguem@exemplo.pt', password: 'x' })).status, 403)
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    assert.equal((await visitor.post('/auth', { email, password: goodPassword }, agent)).status, 200)
    const [signedIn] = await activity(`_userId=${user._id}`)
    assert.equal(signedIn?.['action'], 'signedIn')
    assert.match(JSON.stringify(signedIn), /Palavra-passe.*Firefox · Linux/)
    const refused = (await activity('_resource=users')).filter(({ action }) => action === 'signInRefused')
    assert.deepEqual(
      refused.map(({ recordId, userName }) => [recordId, userName]),
      [[user._id, 'Visitante']],
    )
    assert.ok(!JSON.stringify(await activity()).includes('errada'))
  })

  test('has requests that a user had no right to, without their parameters', async () => {
    const member = await another('member')
    assert.equal((await member.get('/payments_overview?_segredo=1')).status, 403)
    const [refused] = await eventsOf(`_userId=${member.userId}&_resource=users`, 1)
    assert.deepEqual(actionsOf([refused as TestRecord]), ['refused'])
    const [change] = (refused?.['changes'] ?? []) as { label: string; to: string }[]
    assert.deepEqual([change?.label, change?.to], ['Pedido', 'Ler o resumo dos pagamentos do ano'])
    assert.deepEqual(codesIn(refused as TestRecord), [])
  })

  test('has exports in the words of the list: rows, format, search, filters and columns', async () => {
    const editor = await another('editor')
    const member = await make.member({ city: 'Serpa' })
    await make.member({ city: 'Serpa', state: 'Licença' })
    const stateId = String(member['currentStateId'])
    const exported = async (address: string) => {
      assert.equal((await editor.get(address)).status, 200)
      const [event] = await activity(`_userId=${editor.userId}`)
      assert.ok(event)
      const { action, title, details, isList, recordId } = event
      assert.deepEqual([action, recordId], ['exported', null])
      const changes = event['changes'] as { label: string; to: string }[]
      return { title, details, isList, columns: changes.map(({ label, to }) => `${label}: ${to}`) }
    }
    const list = { title: 'a lista de sócios', isList: true }
    const own = `/members/export?format=csv&_currentStateId=${stateId}&_city=Serpa&_columns=memberNumber,name`
    assert.deepEqual(await exported(own), {
      ...list,
      details: '1 linha, CSV, estado ativo, localidade Serpa',
      columns: ['Colunas: N.º de sócio, Nome completo'],
    })
    assert.deepEqual(
      await exported('/members/export?format=xlsx&_search=ninguem&_admissionDate_from=2020-01-01&_nif=null'),
      {
        ...list,
        details: '0 linhas, Excel, pesquisa «ninguem», data de admissão desde 01/01/2020, NIF em branco',
        columns: [],
      },
    )
    assert.deepEqual(
      await exported(`/unsettled_payments/export?_memberId.currentStateId=${newId()}&_status=open`),
      {
        title: 'a lista de dívidas',
        isList: true,
        details: '0 linhas, CSV, estado que já não existe, estado por pagar',
        columns: [],
      },
    )
    assert.deepEqual(await exported(`/members/export?_id=${member._id}`), {
      ...list,
      details: '1 linha, CSV, 1 escolhida',
      columns: [],
    })
  })

  test('says no key and no id, whatever the event, action, field and resource', async () => {
    const id = newId()
    for (const { name, fields, actions } of allDefinitions) {
      await sql('DELETE FROM audit_events')
      const kinds = ['created', 'updated', 'deleted', 'restored', ...Object.keys(actions ?? {})]
      for (const action of kinds) {
        const changed = Object.entries({ ...fields, ...actions?.[action]?.fields })
        const changes = changed.map(([field, { options }]) => ({
          field,
          from: options?.[0]?.value ?? null,
          to: id,
        }))
        await sql(
          `INSERT INTO audit_events (id, resource, record_id, action, changes) VALUES (new_id(), $1, $2, $3, $4)`,
          [name, id, action, JSON.stringify(changes)],
        )
      }
      const events = await activity(`_limit=500&_resource=${toSnakeCase(name)}`)
      assert.equal(events.length, kinds.length, name)
      for (const event of events) assert.deepEqual(codesIn(event), [], `${name}: ${String(event['action'])}`)
    }
  })

  test('is filtered by days, and continues before an event', async () => {
    const day = await today()
    const all = await activity('_limit=500')
    assert.equal((await activity(`_limit=500&_from=${day}&_to=${day}`)).length, all.length)
    assert.deepEqual(await activity(`_to=2001-01-01`), [])
    await sql(
      `UPDATE audit_events SET at = '2020-05-01T12:00:00Z' WHERE id = (SELECT id FROM audit_events LIMIT 1)`,
    )
    assert.equal((await activity('_from=2020-05-01&_to=2020-05-01')).length, 1)
    const pages: unknown[] = []
    for (let before = ''; ;) {
      const { body } = await admin.get(`/activity?_limit=3${before}`)
      pages.push(...(body.data as TestRecord[]).map(({ _id }) => _id))
      if (!(body.meta as unknown as { more: boolean }).more) break
      before = `&_before=${String(pages.at(-1))}`
    }
    assert.deepEqual(
      pages,
      (await activity('_limit=500')).map(({ _id }) => _id),
    )
  })

  test('rejects wrong filters, and is for administrators', async () => {
    for (const query of [
      '_from=ontem',
      '_userId=x',
      '_before=x',
      '_x=1',
      '_to=2020-13-45',
      '_from=2026-02-30',
    ])
      assert.equal((await admin.get(`/activity?${query}`)).status, 400, query)
    assert.equal((await (await as('editor')).get('/activity')).status, 403)
  })
})
