import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { allScopes } from '@agremia/resources/api-scopes.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { isWithheld } from '@agremia/resources/define-resource.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { toCamelCase, toSnakeCase } from '@agremia/resources/letter-case.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { reports } from '../reports/reports.ts'
import { callerOf, type TestCaller } from '../testing/caller.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { createTargets } from '../testing/targets.ts'
import { testApp } from '../testing/test-app.ts'
import { isCrossed, volume } from '../testing/volume.ts'
import { messagesSent } from '../testing/wait.ts'

const testing = await testApp()
const { app, as, another, clock, make, sql, today } = testing
const admin = await as('admin')
const owner = await another('member')
const { personId, memberId } = owner
const member = `/members/${memberId}`

/** In every withheld text of the person. */
const mark = 'Zambujeira'
const nif = nifOf(77_777)
/** The account of the debits that the tests insert. */
const iban = 'PT50000201231234567890154'
const personal = {
  nif,
  birthDate: '1967-08-13',
  mobile: '939111222',
  email: `${mark}@exemplo.pt`,
  address: `Rua da ${mark}, 1`,
  postalCode: '7630-789',
  city: mark,
  profession: mark,
  personNotes: mark,
  notes: mark,
  section: mark,
  iban,
}
const withheld = new RegExp(`${mark}|939111222|7630-789|${nif}|${iban}|1967-08-13|13/08/1967`, 'i')
/** The law asks for the tax number on proofs of payment, which the person gets. */
const isProof = (address: string) => /^\/(payments|credit_refunds)\/[^/]+\/(receipt|document)$/.test(address)

const stored = allDefinitions.filter(({ kind }) => kind !== 'computed')
/** Accounts are for administrators; the others are made only with the installation, or by other records. */
const isMadeOtherwise = ({ name }: Definition) =>
  ['users', 'apiSecrets', 'sessions', 'creditUses', 'messageAttempts'].includes(name) ||
  /^memberApplication./.test(name.replace(/s$/, ''))

async function makeProgram(): Promise<TestCaller> {
  const { _id } = succeeded(
    await admin.post('/api_secrets', { name: 'Programa', scopes: allScopes().join(' ') }),
  )
  const { body } = await admin.post(`/api_secrets/${_id}/issue`, {})
  return callerOf(app, String(body.data['secret']))
}

const readers: Readonly<Record<string, TestCaller>> = {
  editor: await as('editor'),
  auditor: await as('auditor'),
  program: await makeProgram(),
}

before(async () => {
  succeeded(await admin.patch(member, personal))
  const targetOf = createTargets({ make, sql, today }, admin)
  for (const definition of stored) if (!isMadeOtherwise(definition)) await targetOf(definition.name, owner)
  await messagesSent(testing)
  const ofPerson = (statement: string) => sql(statement, [personId, mark])
  const ofMember = (statement: string) => sql(statement, [memberId, mark])
  await ofPerson('UPDATE contacts SET value = $2, notes = $2 WHERE person_id = $1')
  await ofPerson('UPDATE consents SET evidence = $2 WHERE person_id = $1')
  await ofPerson('UPDATE messages SET recipient = $2, subject = $2, body_text = $2 WHERE person_id = $1')
  await ofMember('UPDATE record_files SET name = $2, notes = $2 WHERE member_id = $1')
  await ofMember('UPDATE data_requests SET details = $2, requester_contact = $2 WHERE member_id = $1')
  await sql(`UPDATE payment_intents SET phone = '939111222' WHERE member_id = $1`, [memberId])
  const application = await make.application({ email: personal.email, city: mark })
  await sql('UPDATE member_applications SET person_id = $2, member_id = $3 WHERE id = $1', [
    application._id,
    personId,
    memberId,
  ])
})

test('a person is protected only where the organisation protects people', async () => {
  const refused = await admin.post(`${member}/protect`, { reason: 'Ameaças.' })
  assert.equal(refused.status, 409)
  assert.match(String(refused.body.message), /Proteger pessoas/)
  succeeded(await admin.patch('/settings/protectsPeople', { value: 'true' }))
  assert.equal((await readers['editor']!.post(`${member}/protect`, { reason: 'x' })).status, 403)
  succeeded(await admin.post(`${member}/protect`, { reason: 'Ameaças.' }))
  const off = await admin.patch('/settings/protectsPeople', { value: 'false' })
  assert.deepEqual(off.body.errors, { value: ['Há pessoas protegidas: deixe primeiro de as proteger.'] })
})

/** The newest records of each resource that are opened: with one, it is the person's. */
const recordsOfEach = volume({ short: 1, long: 25 })

/** Ids of records of a resource, and of the person. */
async function idsOf(path: string): Promise<string[]> {
  const definition = stored.find(({ name }) => resourcePath(name) === path)
  const rows = definition
    ? await sql<{ id: string }>(
        `SELECT id FROM ${toSnakeCase(definition.name)} ORDER BY created_at DESC LIMIT ${recordsOfEach}`,
      )
    : []
  return [...rows.map(({ id }) => id), String(memberId), String(personId)]
}

/** Addresses of a route with each id and each other value that it may take. */
async function addressesOf(url: string): Promise<string[]> {
  const parts = url.slice('/api/'.length).split('/')
  const definition = stored.find(({ name }) => resourcePath(name) === parts[0])
  let addresses = ['']
  for (const [index, part] of parts.entries()) {
    let values = [part]
    if (/^:(id|parentId)$/.test(part)) values = await idsOf(parts[index - 1] ?? '')
    else if (part === ':field') values = Object.keys(definition?.fields ?? {})
    else if (part === ':name') values = reports.map(({ name }) => name)
    else if (part === ':date') values = [await today()]
    addresses = addresses.flatMap((address) => values.map((value) => `${address}/${value}`))
  }
  return addresses.flatMap(withQueries)
}

function withQueries(address: string): string[] {
  const reportNames = reports.map(({ name }) => `?reports=${name}`)
  const queries: [RegExp, string[]][] = [
    [/\/export$/, ['?format=csv', '?format=pdf']],
    [/^\/rounds\/.*\/document$/, ['?kind=route', '?kind=slips', '?kind=settlement']],
    [/^\/payment_advice$/, [`?memberId=${memberId}`]],
    [/^\/reports\/document$/, reportNames],
    [
      /^\/people_researcher$/,
      [`?_search=${mark}`, `?nif=${nif}`, '?_search=939111222', `?email=${personal.email}`],
    ],
    [/^\/people_researcher\/locality$/, [`?postalCode=${personal.postalCode}`]],
  ]
  const [, given = ['']] = queries.find(([pattern]) => pattern.test(address)) ?? []
  return given.map((query) => `${address}${query}`)
}

async function leakIn(text: string, bytes?: Buffer): Promise<string | undefined> {
  const isPdf = bytes?.subarray(0, 5).toString() === '%PDF-'
  const content = (isPdf ? (await readPdf(bytes)).pages.join(' ') : text).replaceAll(/\s/g, '')
  const found = withheld.exec(content)
  return found ? content.slice(Math.max(0, found.index - 200), found.index + 60) : undefined
}

/** Withheld data in the answer or in the document of its link. */
async function leakOf(caller: TestCaller, address: string): Promise<string | undefined> {
  let answer = await caller.get(address)
  if (answer.status === 429) {
    // The calls of a program in one minute are limited.
    clock.advance({ minutes: 1 })
    answer = await caller.get(address)
  }
  assert.notEqual(answer.status, 429, address)
  const leak = await leakIn(answer.text)
  const link = /"url":"([^"]+)"/.exec(answer.text)?.[1]
  if (leak !== undefined || link === undefined) return leak
  const { pathname, search } = new URL(link, 'http://localhost')
  const document = await app.inject({ url: pathname + search })
  return leakIn(document.body, document.rawPayload)
}

describe('withheld data of a protected person', () => {
  const crossing = volume({ short: ['editor'], long: Object.keys(readers) })
  for (const role of crossing) {
    const caller = readers[role]!
    test(`${role}: no GET route answers them`, { timeout: 1_200_000 }, async () => {
      const leaks: string[] = []
      let answered = 0
      for (const { url, method } of app.routes) {
        const [, part = ''] = /^\/api\/(\w+)/.exec(url) ?? []
        if (![method].flat().includes('GET') || !isCrossed(toCamelCase(part))) continue
        for (const address of await addressesOf(url)) {
          const leak = isProof(address) ? undefined : await leakOf(caller, address)
          if (leak !== undefined) leaks.push(`${address}: …${leak}…`)
          answered++
        }
      }
      assert.ok(answered > volume({ short: 100, long: 1000 }), `${answered} addresses`)
      assert.deepEqual(leaks, [])
    })
  }

  test('no preview answers them', async () => {
    const editor = readers['editor']!
    const audience = { ids: [memberId] }
    const [category] = await sql<{ id: string }>('SELECT category_id AS id FROM members WHERE id = $1', [
      memberId,
    ])
    const { _id: applicationId } = await make.application({ nif, email: personal.email })
    const previews: [path: string, body: object][] = [
      [
        '/message_batches/preview',
        { kind: 'service', channel: 'email', subject: 'Aviso', body: '<p>{nome}</p>', audience },
      ],
      ['/message_settings/welcome/preview', { subject: '{nome}', body: '<p>{nome}</p>', memberId }],
      ['/payment_notices/preview', { memberIds: [memberId], includeEnded: true }],
      ['/card_runs/preview', { audience }],
      ['/members/change_state/preview', { ids: [memberId] }],
      [`/member_applications/${applicationId}/accept/preview`, { personId, categoryId: category?.id }],
    ]
    for (const [path, body] of previews) {
      const { text } = await editor.post(path, body)
      assert.equal(await leakIn(text), undefined, path)
    }
  })

  test('lists have the name and the number alone, for administrators too, and find nobody by the rest', async () => {
    for (const caller of [admin, readers['editor']!]) {
      const { data } = (await caller.get(`/members?_id=${memberId}`)).body
      const [row] = data
      assert.equal(row?.['isProtected'], true)
      assert.ok(row?.['name'])
      assert.ok(row['memberNumber'])
      for (const field of ['email', 'mobile', 'city', 'nif', 'birthDate'])
        assert.equal(row[field], null, field)
      for (const query of [
        `_search=${mark}`,
        `_search=939111222`,
        `_search=${nif}`,
        `_nif=${nif}`,
        `_city=${mark}`,
      ])
        assert.equal((await caller.get(`/members?${query}`)).body.meta.total, 0, query)
      const name = encodeURIComponent(String(row['name']))
      assert.ok((await caller.get(`/members?_search=${name}`)).body.meta.total > 0)
      const byCity = (await caller.get('/members?_sort=city&_limit=500')).body.data
      const last = byCity.findLastIndex(({ city }) => city !== null)
      assert.ok(byCity.findIndex(({ _id }) => _id === memberId) > last, 'sorted as one without the value')
      assert.equal(await leakIn((await caller.get('/members/export?format=csv')).text), undefined)
      assert.equal(await leakIn((await caller.get('/members?_limit=-1')).text), undefined)
    }
  })

  test('every field of a person is withheld, unless its definition says otherwise', () => {
    const shown = Object.keys(people.fields).filter((name) => !isWithheld(people, name))
    assert.deepEqual(shown.toSorted(), [
      'anonymisedAt',
      'birthDecade',
      'deathDate',
      'doNotContact',
      'isProtected',
      'kind',
      'name',
    ])
  })

  test('staff who see no data change and add none', async () => {
    const editor = readers['editor']!
    assert.equal((await editor.patch(member, { city: 'Faro' })).status, 403)
    assert.equal((await editor.patch(`/people/${personId}`, { city: 'Faro' })).status, 403)
    const contact = { personId, type: 'web', value: 'https://exemplo.pt' }
    const refused = await editor.post('/contacts', contact)
    assert.equal(refused.status, 403)
    assert.match(String(refused.body.message), /protegida/)
    await sql(
      `INSERT INTO messages (id, cause, channel, person_id, subject, body_text, state)
       VALUES (new_id(), 'batch', 'letter', $1, 'Aviso', 'Texto', 'toPrint')`,
      [personId],
    )
    assert.equal((await editor.post('/letter_runs', { all: true })).status, 409, 'letters have the address')
    for (const path of ['/imports', '/merges', '/merges/preview'])
      assert.equal((await editor.get(path)).status, 403, path)
    const charged = succeeded(await editor.post(`${member}/use_credit`))
    assert.equal(await leakIn(JSON.stringify(charged)), undefined, 'the record after an action')
  })

  test('administrators open the record, and the history says who did and when', async () => {
    const readings = () =>
      sql(`SELECT user_id FROM audit_events WHERE action = 'read' AND record_id = $1`, [personId])
    assert.equal((await readings()).length, 0)
    const record = succeeded(await admin.get(member))
    assert.equal(record['email'], personal.email)
    assert.equal(record['nif'], nif)
    succeeded(await admin.get(member))
    succeeded(await admin.get(`/people/${personId}`))
    assert.equal((await readings()).length, 1, 'readings at one time are one')
    const other = await another('admin')
    succeeded(await other.get(member))
    assert.equal((await readings()).length, 2)
    succeeded(await admin.patch(member, { city: mark }))
    const timeline = (await admin.get(`${member}/timeline?_kind=change`)).body.data
    assert.equal(timeline.filter(({ event }) => event === 'read').length, 2)
    const unprotected = await make.member()
    succeeded(await admin.get(`/members/${unprotected._id}`))
    const all = await sql(`SELECT FROM audit_events WHERE action = 'read'`)
    assert.equal(all.length, 2, 'others are read without a trace')
  })

  test('the person reads and changes the own record, without a trace', async () => {
    const before = await sql(`SELECT FROM audit_events WHERE action = 'read'`)
    assert.equal(succeeded(await owner.get(member))['email'], personal.email)
    succeeded(await owner.patch(member, { phone: '213456789' }))
    assert.ok((await owner.get('/contacts')).body.data.length > 0)
    assert.equal((await sql(`SELECT FROM audit_events WHERE action = 'read'`)).length, before.length)
  })

  test('nobody is sent to the door, and only two protected records are merged', async () => {
    const collector = await make.collector({})
    await make.charge({ memberId })
    await sql('UPDATE members SET collector_id = $2 WHERE id = $1', [memberId, collector._id])
    const preview = await admin.post('/rounds/preview', {
      collectorId: collector._id,
      dueUntil: '2099-12-31',
    })
    assert.deepEqual(
      (succeeded(preview)['leftOut'] as { reason: string }[]).map(({ reason }) => reason),
      ['protected'],
    )
    const labels = await readers['editor']!.post('/address_labels/preview', { audience: { ids: [memberId] } })
    assert.equal(succeeded(labels)['count'], 0)
    const lost = await make.person()
    const query = `personId=${personId}&lostPersonId=${lost._id}`
    const { data } = (await admin.get(`/merges/preview?${query}`)).body
    assert.ok((data['obstacles'] as string[]).some((text) => text.includes('protegida')))
  })

  test('are shown again when the person is no longer protected', async () => {
    succeeded(await admin.post(`${member}/unprotect`))
    const editor = readers['editor']!
    assert.equal(succeeded(await editor.get(member))['email'], personal.email)
    assert.equal((await editor.get(`/members?_search=939111222`)).body.meta.total, 2)
    succeeded(await admin.patch('/settings/protectsPeople', { value: 'false' }))
  })
})
