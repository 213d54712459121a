import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApplicationStateCode } from '@agremia/resources/application-states.ts'
import { applicationStateCodes } from '@agremia/resources/application-states.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { applicationTools } from '../testing/application-tools.ts'
import { jobsDone } from '../testing/wait.ts'

const tested = await testApp()
const { sql, make, as, today, visitor } = tested
const { admin, apply, read, act, codeOf, idOf, messagesAbout, set } = await applicationTools(tested)
const editor = await as('editor')

const stateIds = new Map(
  (
    await sql<{ code: ApplicationStateCode; id: string }>('SELECT code, id FROM member_application_states')
  ).map(({ code, id }) => [code, id]),
)

/** An application whose state is set directly in the database. */
async function inState(code: ApplicationStateCode) {
  const record = await make.application()
  await sql('UPDATE member_applications SET state_id = $2 WHERE id = $1', [record._id, stateIds.get(code)])
  return record
}

const decidable: ApplicationStateCode[] = ['submitted', 'review', 'information']
const open: ApplicationStateCode[] = [...decidable, 'unverified']

const actions: [action: string, to: ApplicationStateCode, input: object, from: ApplicationStateCode[]][] = [
  ['submit', 'submitted', {}, ['draft']],
  ['take_for_review', 'review', {}, ['submitted', 'unverified', 'information']],
  ['request_information', 'information', { message: 'Falta a morada.' }, decidable],
  ['refuse', 'refused', { reason: 'Fora do âmbito.' }, open],
  ['withdraw', 'withdrawn', {}, open],
  ['mark_duplicate', 'duplicate', {}, open],
  ['reopen', 'review', {}, ['refused', 'withdrawn', 'expired', 'duplicate']],
  ['accept', 'accepted', { newPerson: true }, decidable],
]

describe('state transitions', () => {
  for (const from of applicationStateCodes) {
    test(`${from}: allowed actions succeed, others get 409`, async () => {
      for (const [action, to, input, allowed] of actions) {
        const record = await inState(from)
        const { status, body } = await act(record, action, input)
        const after = await read(record)
        if (allowed.includes(from)) {
          assert.equal(status, 200, `${action}: ${JSON.stringify(body)}`)
          assert.equal(await codeOf(after), to)
          if (from !== to) assert.equal(after['stateSince'], await today())
        } else {
          assert.equal(status, 409, action)
          assert.match(body.message, /candidatura|rascunho/)
          assert.equal(await codeOf(after), from)
          assert.equal(after._version, record._version)
        }
      }
    })
  }

  test('of many leave out the applications whose state excludes them, each with its sentence', async () => {
    const records = [await inState('submitted'), await inState('review'), await inState('accepted')]
    const bulk = succeeded(
      await admin.post('/bulk_actions', {
        title: 'Analisar',
        resource: 'memberApplications',
        action: 'takeForReview',
        input: {},
        audience: { ids: records.map(({ _id }) => _id) },
      }),
    )
    await jobsDone(tested, 'bulkActions')
    const { body } = await admin.get(`/bulk_actions/${bulk._id}/bulk_action_results?_sort=place`)
    assert.deepEqual(
      body.data.map(({ outcome, reason }) => [outcome, reason]),
      [
        ['done', null],
        ['skipped', 'Esta candidatura já está em análise.'],
        ['skipped', 'Esta candidatura é um rascunho ou já está encerrada.'],
      ],
    )
  })

  test('are for staff only', async () => {
    const record = await make.application()
    const member = await as('member')
    for (const [action, , input] of [...actions, ['send_verification', 'unverified', {}] as const]) {
      assert.equal((await act(record, action, input, member)).status, 403, action)
      assert.equal((await act(record, action, input, visitor)).status, 401, action)
    }
    assert.equal((await member.get(`/member_applications/${record._id}/matches`)).status, 403)
    assert.equal((await member.get('/member_applications/waiting')).status, 403)
    assert.equal((await visitor.get('/member_applications/waiting')).status, 401)
    assert.deepEqual(await read(record), record)
  })
})

describe('decisions', () => {
  test('store reviewer, date and reason, and notify the applicant', async () => {
    const record = await make.application()
    succeeded(await act(record, 'take_for_review', {}, editor))
    succeeded(await act(record, 'request_information', { message: 'Falta a morada.' }, editor))
    const inInformation = await read(record)
    assert.deepEqual(
      [inInformation['informationRequested'], inInformation['reviewerId']],
      ['Falta a morada.', editor.userId],
    )
    const decision = { reason: 'Fora do âmbito.', decisionBody: 'Direção', minuteRef: '12/2026' }
    const refused = succeeded(await act(record, 'refuse', { ...decision, decisionDate: '2026-03-01' }))
    const { refusalReason, decisionBody, minuteRef, decisionDate, reviewerId } = refused
    assert.deepEqual(
      { reason: refusalReason, decisionBody, minuteRef, decisionDate, reviewerId },
      { ...decision, decisionDate: '2026-03-01', reviewerId: admin.userId },
    )
    assert.deepEqual(await messagesAbout(record), [
      'applicationReceived',
      'applicationInformationNeeded',
      'applicationRefused',
    ])
    const messages = await sql<{ body_text: string }>(
      `SELECT body_text FROM messages WHERE about_id = $1 AND cause = 'applicationRefused'`,
      [record._id],
    )
    assert.match(messages[0]?.body_text ?? '', /Fora do âmbito/)
    const history = (await admin.get(`/member_applications/${record._id}/audit_events`)).body.data
    assert.deepEqual(
      history.map((event) => event['action']),
      ['refuse', 'requestInformation', 'takeForReview', 'created'],
    )
  })

  test('are rejected without a required message or reason', async () => {
    const record = await make.application()
    const empty = await act(record, 'request_information', {})
    assert.deepEqual([empty.status, Object.keys(empty.body.errors)], [422, ['message']])
    const unexplained = await act(record, 'refuse', {})
    assert.deepEqual([unexplained.status, Object.keys(unexplained.body.errors)], [422, ['reason']])
    const state = `/member_application_states/${stateIds.get('refused')}`
    succeeded(await admin.patch(state, { needsReason: false }))
    await set('orgType', 'cooperative')
    assert.equal((await act(record, 'refuse', {})).status, 422, 'the law requires a reason in cooperatives')
    await set('orgType', 'association')
    succeeded(await act(record, 'refuse', {}))
    succeeded(await admin.patch(state, { needsReason: true }))
  })

  test('notify the applicant only if the state sends a message', async () => {
    const state = `/member_application_states/${stateIds.get('refused')}`
    succeeded(await admin.patch(state, { sendsMessage: false }))
    const record = await make.application()
    succeeded(await act(record, 'refuse', { reason: 'x' }))
    assert.deepEqual(await messagesAbout(record), ['applicationReceived'])
    succeeded(await admin.patch(state, { sendsMessage: true }))
  })

  test('are cleared when the application is reopened', async () => {
    const record = await make.application()
    succeeded(await act(record, 'refuse', { reason: 'Engano.' }))
    const reopened = succeeded(await act(record, 'reopen'))
    assert.deepEqual([reopened['refusalReason'], reopened['decisionDate']], [null, null])
    assert.equal(await codeOf(reopened), 'review')
  })
})

describe('applications written by staff', () => {
  test('are numbered, checked and store the given consents; missing consents are warnings', async () => {
    const first = await make.application({ newsletter: true })
    const second = await make.application()
    assert.ok(Number(second['number']) > Number(first['number']))
    assert.deepEqual([first['source'], await codeOf(first)], ['counter', 'submitted'])
    const consents = (await admin.get(`/member_applications/${first._id}/member_application_consents`)).body
      .data
    assert.deepEqual(
      consents.map((row) => [row['purpose'], row['accepted'], row['method'], row['address']]),
      [['newsletter', true, 'counter', null]],
    )
    const young = { name: 'Miúdo', birthDate: await today() }
    const { status, body } = await admin.post('/member_applications', young)
    assert.deepEqual([status, Object.keys(body.errors).sort()], [422, ['guardianConsent', 'guardianName']])
    const validated = await admin.post('/member_applications/validate', { name: 'Sem assinatura' })
    assert.deepEqual(
      [validated.body.errors, Object.keys(validated.body.warnings)],
      [{}, ['terms', 'privacyNotice']],
    )
  })

  test('send no acknowledgement without an email', async () => {
    const record = await make.application({ email: null })
    assert.deepEqual(await messagesAbout(record), [])
  })

  test('drafts may be incomplete until they are submitted, and may be deleted', async () => {
    const draft = await make.application({ draft: true, birthDate: await today(), categoryId: null })
    assert.deepEqual([await codeOf(draft), draft['submittedAt']], ['draft', null])
    const { status, body } = await act(draft, 'submit')
    assert.deepEqual([status, Object.keys(body.errors).sort()], [422, ['guardianConsent', 'guardianName']])
    succeeded(
      await admin.patch(`/member_applications/${draft._id}`, { guardianName: 'Rosa', guardianConsent: true }),
    )
    const submitted = succeeded(await act(draft, 'submit'))
    assert.ok(submitted['submittedAt'])
    const refusal = await admin.delete(`/member_applications/${draft._id}`)
    assert.deepEqual([refusal.status, /rascunhos/.test(refusal.body.message)], [409, true])
    const other = await make.application({ draft: true, terms: true })
    assert.equal((await admin.delete(`/member_applications/${other._id}`)).status, 204)
    assert.deepEqual(
      await sql('SELECT FROM member_application_consents WHERE application_id = $1', [other._id]),
      [],
    )
  })

  test('start as draft or submitted, and in no other state', async () => {
    for (const code of applicationStateCodes) {
      const stateId = stateIds.get(code)
      const { status, body } = await admin.post('/member_applications', { name: 'Alguém', stateId })
      assert.equal(status, code === 'draft' || code === 'submitted' ? 201 : 422, code)
      if (status === 422) assert.deepEqual(Object.keys(body.errors), ['stateId'])
    }
  })

  test('once decided, allow changes of the internal notes only', async () => {
    const record = await make.application()
    const path = `/member_applications/${record._id}`
    succeeded(await admin.patch(path, { city: 'Ovar' }))
    succeeded(await act(record, 'refuse', { reason: 'x' }))
    const { status, body } = await admin.patch(path, { city: 'Aveiro' })
    assert.deepEqual([status, /encerrada \(«Recusada»\)/.test(body.message)], [409, true])
    succeeded(await admin.patch(path, { internalNotes: 'Pode voltar em 2027.' }))
    assert.equal((await read(record))['city'], 'Ovar')
  })

  test('are validated on update only for the changed fields', async () => {
    const record = await make.application()
    await set('applicationsProposers', '1')
    succeeded(await admin.patch(`/member_applications/${record._id}`, { city: 'Ovar' }))
    const fresh = await admin.post('/member_applications', { name: 'Sem proponente' })
    assert.deepEqual([fresh.status, Object.keys(fresh.body.errors)], [422, ['proposer1Id']])
    const gone = await make.member({ state: 'Exonerado' })
    const former = await admin.post('/member_applications', { name: 'Outro', proposer1Id: gone._id })
    assert.deepEqual(former.body.errors['proposer1Id'], ['Já saiu e não pode propor ninguém.'])
    await make.application({ proposer1Id: (await make.member())._id })
    await set('applicationsProposers', '0')
  })
})

test('waiting counts the submitted applications and those in review', async () => {
  const waiting = async () => Number((await admin.get('/member_applications/waiting')).body.data['count'])
  const before = await waiting()
  const record = await make.application()
  await make.application({ draft: true })
  await apply()
  assert.equal(await waiting(), before + 1)
  succeeded(await act(record, 'request_information', { message: 'x' }))
  assert.equal(await waiting(), before)
  succeeded(await act(record, 'take_for_review'))
  assert.equal(await waiting(), before + 1)
  succeeded(await act(record, 'withdraw'))
  assert.equal(await waiting(), before)
})

describe('matches of an application', () => {
  test('list similar people and applications with reasons and compared fields', async () => {
    const person = {
      name: 'Álvaro Conde',
      nif: nifOf(9001),
      birthDate: '1970-01-31',
      email: 'alvaro@exemplo.pt',
    }
    const member = await make.member({ ...person, city: 'Ovar' })
    const other = await make.application({ name: 'Outro Nome', email: 'ALVARO@exemplo.pt' })
    await make.application({ name: 'Ninguém Parecido' })
    const record = await make.application({ ...person, name: 'ALVARO CONDE', city: 'Ílhavo' })
    const { data } = (await editor.get(`/member_applications/${record._id}/matches`)).body
    assert.deepEqual(
      data.map(({ _id, resource, reasons, memberNumber, number, stateLabel }) => ({
        _id,
        resource,
        reasons,
        memberNumber,
        number,
        stateLabel,
      })),
      [
        {
          _id: member['personId'],
          resource: 'people',
          reasons: ['nif', 'nameBirth', 'email'],
          memberNumber: member['memberNumber'],
          number: null,
          stateLabel: 'Ativo',
        },
        {
          _id: other._id,
          resource: 'memberApplications',
          reasons: ['email'],
          memberNumber: null,
          number: other['number'],
          stateLabel: 'Submetida',
        },
      ],
    )
    const fields = data[0]?.['fields'] as {
      field: string
      isSame: boolean
      application: unknown
      known: unknown
    }[]
    const same = Object.fromEntries(fields.map(({ field, isSame }) => [field, isSame]))
    assert.deepEqual([same['name'], same['nif'], same['city'], same['mobile']], [true, true, false, false])
    const city = fields.find(({ field }) => field === 'city')
    assert.deepEqual([city?.application, city?.known], ['Ílhavo', 'Ovar'])
  })

  test('are empty without similar records, and 404 for unknown applications', async () => {
    const record = await make.application({ nif: null })
    assert.deepEqual((await admin.get(`/member_applications/${record._id}/matches`)).body, { data: [] })
    for (const id of ['nada', '01890a5d-ac96-774b-bcce-b302099a8057'])
      assert.equal((await admin.get(`/member_applications/${id}/matches`)).status, 404)
  })
})

test('states can be renamed, but not redefined, added or deleted', async () => {
  const path = `/member_application_states/${stateIds.get('review')}`
  succeeded(await admin.patch(path, { name: 'Na Direção', colour: 'amber' }))
  const record = await make.application()
  const after = succeeded(await act(record, 'take_for_review'))
  assert.deepEqual([after['stateLabel'], after['stateTone']], ['Na Direção', 'amber'])
  assert.equal((await admin.patch(path, { isFinal: true })).status, 422)
  assert.equal((await admin.patch(path, { code: 'outro' })).status, 422)
  assert.equal((await admin.post('/member_application_states', { name: 'Outro' })).status, 403)
  assert.equal((await admin.delete(path)).status, 403)
  assert.ok(await idOf('/member_application_states', 'Na Direção'))
})
