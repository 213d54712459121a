import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, addMonths } from '@agremia/resources/rules/dates.ts'
import { duesTools } from '../dues/testing.ts'
import { maintain } from '../maintenance.ts'
import { succeeded } from '../testing/make.ts'
import { readZip } from '../testing/read-zip.ts'
import { insertRecordFile } from '../testing/samples.ts'
import { samplePhoto } from '../testing/sample-photo.ts'
import { testApp } from '../testing/test-app.ts'
import { jobsDone } from '../testing/wait.ts'

const tested = await testApp()
const { app, as, make, sql, clock, today } = tested
const admin = await as('admin')
const editor = await as('editor')
const { charge, pay } = await duesTools(tested)
const received = '2026-01-31'

const request = async (given: Record<string, unknown> = {}) =>
  succeeded(
    await editor.post('/data_requests', {
      memberId: (await make.member())._id,
      right: 'access',
      receivedOn: received,
      ...given,
    }),
  )
const answer = {
  outcome: 'granted',
  closedOn: '2026-02-10',
  identityCheck: 'Cartão de Cidadão, à vista',
  decision: 'Entregou-se a cópia.',
}

describe('a request about data', () => {
  test('is due one month after it was received, and takes the name of the member', async () => {
    const member = await make.member({ name: 'Balbina Roçadas' })
    const [one, other] = [await request({ memberId: member._id }), await request()]
    assert.deepEqual(
      [one['requesterName'], one['status'], one['dueOn']],
      ['Balbina Roçadas', 'open', '2026-02-28'],
    )
    assert.equal(other['number'], Number(one['number']) + 1)
    const moved = succeeded(await editor.patch(`/data_requests/${one._id}`, { receivedOn: '2026-01-10' }))
    assert.equal(moved['dueOn'], '2026-02-10')
  })

  test('of somebody without a record needs a name', async () => {
    const { status, body } = await editor.post('/data_requests', { right: 'erasure', receivedOn: received })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['requesterName']])
    assert.equal((await request({ memberId: null, requesterName: 'Ilda Pombal' }))['memberLabel'], null)
  })

  test('is extended once by two months, with the reason and the notice, within the first month', async () => {
    const late = await request()
    const extension = { reason: 'Muitos pedidos.', notice: 'Email de 3 de fevereiro' }
    const refused = await editor.post(`/data_requests/${late._id}/extend`, extension)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['reason']])
    const day = await today()
    const { _id } = await request({ receivedOn: day })
    const extended = succeeded(await editor.post(`/data_requests/${_id}/extend`, extension))
    assert.deepEqual(
      [extended['dueOn'], extended['extendedOn'], extended['extensionNotice']],
      [addMonths(day, 3), day, extension.notice],
    )
    assert.equal((await editor.post(`/data_requests/${_id}/extend`, extension)).status, 409)
  })

  test('that is extended without a notice sends a message, or a letter without an email, once', async () => {
    const day = await today()
    const extend = (id: string) => editor.post(`/data_requests/${id}/extend`, { reason: 'São muitos.' })
    const messagesAbout = (id: string) =>
      sql<object>(
        `SELECT channel, recipient, state, body_text LIKE '%São muitos.%' AS "hasReason" FROM messages WHERE about_id = $1`,
        [id],
      )
    const reachable = { email: 'muitos@exemplo.pt', address: 'Rua A, 1' }
    const byEmail = await request({ receivedOn: day, memberId: (await make.member(reachable))._id })
    const { extensionNotice } = succeeded(await extend(byEmail._id))
    assert.equal(extensionNotice, 'Mensagem para muitos@exemplo.pt')
    assert.equal((await extend(byEmail._id)).status, 409)
    const [message, ...others] = await messagesAbout(byEmail._id)
    assert.deepEqual(
      [message, others],
      [{ ...message, channel: 'email', recipient: 'muitos@exemplo.pt', hasReason: true }, []],
    )
    const address = { email: null, mobile: null, address: 'Rua B, 2', postalCode: '4050-262', city: 'Porto' }
    const byLetter = await request({ receivedOn: day, memberId: (await make.member(address))._id })
    assert.equal(succeeded(await extend(byLetter._id))['extensionNotice'], 'Carta para imprimir')
    assert.deepEqual(
      (await messagesAbout(byLetter._id)).map((one) => ({ ...one, recipient: null })),
      [{ channel: 'letter', recipient: null, state: 'toPrint', hasReason: true }],
    )
    const stranger = { receivedOn: day, memberId: null, requesterName: 'Ilda Pombal' }
    const written = await request({ ...stranger, requesterContact: 'ilda@exemplo.pt' })
    assert.equal(succeeded(await extend(written._id))['extensionNotice'], 'Mensagem para ilda@exemplo.pt')
    const unreachable = await extend((await request(stranger))._id)
    assert.deepEqual([unreachable.status, Object.keys(unreachable.body.errors)], [422, ['notice']])
  })

  test('is answered with how the identity was checked, and can be reopened', async () => {
    const { _id, memberId } = await request()
    const path = `/data_requests/${_id}`
    for (const [input, field] of [
      [{ ...answer, identityCheck: null }, 'identityCheck'],
      [{ ...answer, decision: null }, 'decision'],
      [{ ...answer, closedOn: '2026-01-30' }, 'closedOn'],
    ] as const) {
      const { status, body } = await editor.post(`${path}/answer`, input)
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
    }
    const documentId = await insertRecordFile(sql, {})
    await sql('UPDATE record_files SET unused_since = now() WHERE id = $1', [documentId])
    const closed = succeeded(await editor.post(`${path}/answer`, { ...answer, documentId }))
    assert.deepEqual([closed['status'], closed['closedOn']], ['granted', '2026-02-10'])
    assert.ok(closed['handlerName'])
    const file = succeeded(await editor.get(`/record_files/${documentId}`))
    assert.deepEqual([file['memberId'], file['kind']], [memberId, 'dataRequest'])
    assert.equal((await editor.post(`${path}/answer`, answer)).status, 409)
    const reopened = succeeded(await editor.post(`${path}/reopen`))
    assert.deepEqual([reopened['status'], reopened['closedOn']], ['open', null])
  })

  test('is work of the day ten days before it is due', async () => {
    const due = async () =>
      (await editor.get('/today')).body as unknown as { data: { dataRequestsDue: number } }
    const before = (await due()).data.dataRequestsDue
    const day = await today()
    await request({ receivedOn: day })
    assert.equal((await due()).data.dataRequestsDue, before)
    await request({ receivedOn: addMonths(addDays(day, 10), -1) })
    assert.equal((await due()).data.dataRequestsDue, before + 1)
  })

  test('that is open prevents the erasure of the data', async () => {
    const { memberId } = await request()
    const member = succeeded(await admin.get(`/members/${String(memberId)}`))
    const preview = succeeded(await admin.get(`/people/${String(member['personId'])}/anonymisation`))
    assert.match(String(preview['obstacles']), /pedido de titular por responder/)
  })
})

describe('a person whose data must not be used', () => {
  test('is not in lists, gets no messages, and its record does not change until that ends', async () => {
    const member = await make.member({ name: 'Quirina Valadim', email: 'quirina@exemplo.pt' })
    const path = `/members/${member._id}`
    const { personId } = member
    const listed = async (query = '') =>
      (await editor.get(`/members?_search=quirina${query}`)).body.meta.total
    const all = async () => (await editor.get('/members?_limit=1')).body.meta.total
    const [before, reason] = [await all(), 'Contesta os dados']
    assert.equal((await editor.post(`${path}/restrict`, {})).status, 422)
    succeeded(await editor.post(`${path}/restrict`, { reason }))
    assert.deepEqual([await listed(), await listed('&_processingRestricted=true')], [0, 1])
    assert.equal(await all(), before - 1)
    assert.equal((await editor.patch(path, { city: 'Faro' })).status, 403)
    assert.equal((await editor.patch(`/people/${String(personId)}`, { city: 'Faro' })).status, 409)
    const contact = { type: 'email', value: 'outro@exemplo.pt' }
    assert.equal((await editor.post(`/people/${String(personId)}/contacts`, contact)).status, 409)
    const texts = { subject: 'Convite', body: '<p>Olá.</p>', audience: { ids: [member._id] } }
    const preview = succeeded(await editor.post('/message_batches/preview', texts)) as unknown as {
      byChannel: Record<string, number>
    }
    assert.equal(preview.byChannel['email'] ?? 0, 0)
    const obstacles = succeeded(await admin.get(`/people/${String(personId)}/anonymisation`))['obstacles']
    assert.match(String(obstacles), /tratamento está limitado/)
    succeeded(await editor.post(`${path}/unrestrict`))
    assert.deepEqual([await listed(), await all()], [1, before])
    succeeded(await editor.patch(path, { city: 'Faro' }))
  })

  test('still sees the own record', async () => {
    const user = await tested.another('member')
    succeeded(await editor.post(`/members/${user.memberId}/restrict`, { reason: 'Contesta' }))
    assert.equal((await user.get('/members')).body.meta.total, 1)
  })

  test('is so after a granted request, and an objection withdraws the consents to news', async () => {
    const member = await make.member({ email: 'oposicao@exemplo.pt' })
    const { personId } = member
    for (const purpose of ['newsletter', 'imageUse'])
      succeeded(await editor.post('/consents', { personId, purpose, status: 'given' }))
    clock.advance({ minutes: 1 })
    for (const right of ['objection', 'restriction']) {
      const { _id } = await request({ memberId: member._id, right })
      succeeded(await editor.post(`/data_requests/${_id}/answer`, answer))
    }
    const latest = await sql(
      `SELECT DISTINCT ON (purpose) purpose, status FROM consents WHERE person_id = $1 ORDER BY purpose, at DESC`,
      [personId],
    )
    assert.deepEqual(latest, [
      { purpose: 'imageUse', status: 'given' },
      { purpose: 'newsletter', status: 'withdrawn' },
    ])
    assert.equal(succeeded(await editor.get(`/members/${member._id}`))['processingRestricted'], true)
  })
})

describe('payments of somebody whose processing is restricted', () => {
  test('go on, and only administrators change those that there are', async () => {
    const { _id: memberId } = await make.member()
    await charge({ memberId, amount: 24 })
    const paid = await pay({ memberId, amount: 24 as never })
    succeeded(await admin.post(`/members/${memberId}/restrict`, { reason: 'Contesta os dados' }))
    const path = `/payments/${paid._id}`
    for (const refused of [
      await editor.patch(path, { reference: 'TRF 1' }),
      await editor.post(`${path}/cancel`, { reason: 'Engano' }),
      await editor.post(`${path}/return`, { date: await today(), reason: 'AM04' }),
    ])
      assert.deepEqual([refused.status, /só quem administra/.test(refused.body.message)], [409, true])
    await charge({ memberId, amount: 12 })
    succeeded(await editor.post('/payments', { memberId, date: await today(), amount: 12, method: 'cash' }))
    succeeded(await admin.patch(path, { reference: 'TRF 1' }))
    succeeded(await admin.post(`${path}/cancel`, { reason: 'Engano' }))
  })

  test('count in reports without a name, but in those that the law asks for by name', async () => {
    const { _id: memberId } = await make.member({ name: 'Zeferino Quintanilha' })
    await charge({ memberId, amount: 24 })
    await pay({ memberId, amount: 12 as never })
    succeeded(await admin.post(`/members/${memberId}/restrict`, { reason: 'Contesta os dados' }))
    const reports = (await admin.get('/reports')).body.data as unknown as { name: string }[]
    assert.ok(reports.length > 8)
    for (const { name } of reports) {
      const { status, text } = await admin.get(`/reports/${name}/table`)
      assert.equal(status, 200, name)
      if (name !== 'donations' && name !== 'capital') assert.doesNotMatch(text, /Quintanilha/, name)
    }
  })
})

describe('the copy of the data', () => {
  test('has all that is stored of the person, and nothing of others', async () => {
    const member = await make.member({
      name: 'Gualdina Sobral Teixo',
      nif: '123456789',
      email: 'gualdina@exemplo.pt',
      notes: '=HIPERLIGACAO',
    })
    const personId = String(member['personId'])
    await make.contact({ personId, value: 'segunda@exemplo.pt' })
    await make.consent({ personId })
    await make.batch({ audience: { ids: [member._id] }, subject: 'Convite à Gualdina' })
    await charge({ memberId: member._id, description: 'Bilhete do baile' })
    await pay({ memberId: member._id, amount: 24 as never })
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await samplePhoto(4))]), 'foto.png')
    const body = new Response(form)
    const uploaded = await app.inject({
      method: 'POST',
      url: `/api/member_photos/${member._id}`,
      headers: {
        authorization: `Bearer ${admin.tokens.access}`,
        'content-type': body.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    assert.equal(uploaded.statusCode, 201)
    await make.member({ name: 'Outra Pessoa Alheia' })
    const { _id: dataRequestId } = await request({ memberId: member._id })
    const made = succeeded(await editor.post('/data_packages', { dataRequestId }))
    await jobsDone({ sql }, 'dataPackages')
    const done = succeeded(await editor.get(`/data_packages/${made._id}`))
    assert.equal(done['state'], 'done', String(done['problem']))
    const { url } = succeeded(await editor.post(`/data_packages/${made._id}/link`)) as unknown as {
      url: string
    }
    const link = new URL(url)
    const { statusCode, rawPayload } = await app.inject({ url: link.pathname + link.search })
    assert.equal(statusCode, 200)
    const files = readZip(rawPayload)
    assert.deepEqual(Object.keys(files).toSorted(), [
      'consentimentos.csv',
      'fotografia.jpg',
      'leia-me.txt',
      'mensagens.csv',
      'pagamentos.csv',
      'pessoa.json',
      'quotas.csv',
      'socio.json',
    ])
    const [pessoa, socio] = [JSON.parse(files['pessoa.json'] ?? ''), JSON.parse(files['socio.json'] ?? '')]
    assert.deepEqual(
      [pessoa.name, pessoa.nif, pessoa.contactos[0].value, socio.inscricoes[0].memberNumber],
      ['Gualdina Sobral Teixo', '123456789', 'segunda@exemplo.pt', member['memberNumber']],
    )
    assert.equal(socio.estados.length, 1)
    assert.match(files['quotas.csv'] ?? '', /Bilhete do baile/)
    assert.match(files['pagamentos.csv'] ?? '', /24/)
    assert.match(files['mensagens.csv'] ?? '', /Convite à Gualdina/)
    assert.match(files['consentimentos.csv'] ?? '', /newsletter/)
    assert.match(files['leia-me.txt'] ?? '', /name: Nome completo/)
    assert.doesNotMatch(JSON.stringify(files), /Alheia|password/)

    // The link ends, and the file with it.
    clock.advance({ days: 8 })
    await maintain(app.world)
    assert.equal((await app.inject({ url: link.pathname + link.search })).statusCode, 404)
    assert.equal((await editor.post(`/data_packages/${made._id}/link`)).status, 409)
    assert.equal((await sql('SELECT FROM data_packages WHERE file_id IS NOT NULL')).length, 0)
  })

  test('is not made for somebody without a record, and only staff reach it', async () => {
    const { _id: dataRequestId } = await request({ memberId: null, requesterName: 'Ilda Pombal' })
    const { status, body } = await editor.post('/data_packages', { dataRequestId })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['dataRequestId']])
    assert.equal((await (await as('member')).get('/data_packages')).status, 403)
  })
})
