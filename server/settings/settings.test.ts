import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { fillTerms, terminologyOf, terminologyPresets } from '@agremia/resources/terminology.ts'
import { callerOf } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const here = await testApp({ schedulesBackups: true })
const there = await testApp({ with: here, schedulesBackups: true })
const { as, make, visitor, today } = here
const admin = await as('admin')

const set = (name: SettingName, value: unknown) => admin.patch(`/settings/${name}`, { value })
const explain = async () => (await admin.get('/explainer')).body as unknown as Explainer

const storedSettings = async () =>
  Object.fromEntries(
    (await here.sql('SELECT name, value FROM settings')).map(({ name, value }) => [name, value]),
  )

describe('settings', () => {
  test('all exist from the start, with their defaults', async () => {
    const { data, meta } = (await admin.get('/settings?_limit=-1&_sort=name')).body
    assert.deepEqual(
      data.map(({ name }) => name),
      settingNames.toSorted((one, other) => (one < other ? -1 : 1)),
    )
    assert.ok(meta.total >= 15)
    for (const { name, value } of data) assert.equal(value, settingOf(name as SettingName).default)
  })

  test('are addressed by name or id, and cannot be renamed', async () => {
    const byName = (await admin.get('/settings/orgType')).body.data
    assert.deepEqual((await admin.get(`/settings/${byName._id}`)).body.data, byName)
    succeeded(await admin.put('/settings/orgType', { ...byName, value: 'cooperative' }))
    assert.equal((await admin.get(`/settings/${byName._id}`)).body.data['value'], 'cooperative')
    assert.equal((await admin.patch('/settings/orgType', { name: 'outro' })).status, 422)
    for (const name of ['nada', 'OrgType', 'constructor', '%00', '']) {
      assert.notEqual((await admin.get(`/settings/${name}`)).status, 500)
      if (name) assert.equal((await admin.get(`/settings/${name}`)).status, 404)
    }
    await set('orgType', 'association')
  })

  test('a Multibanco entity requires its sub-entity, which cannot be cleared before it', async () => {
    const refusal = async (name: SettingName, value: string) =>
      (await set(name, value)).body.errors?.['value']
    assert.deepEqual(await refusal('multibancoEntity', '12345'), [
      'Preencha também «Subentidade Multibanco».',
    ])
    succeeded(await set('multibancoSubEntity', '123'))
    succeeded(await set('multibancoEntity', '12345'))
    assert.deepEqual(await refusal('multibancoSubEntity', ''), [
      'Sem este valor «Entidade Multibanco» não serve: preencha-o, ou retire os dois.',
    ])
    succeeded(await set('multibancoSubEntity', '12'))
    succeeded(await set('multibancoEntity', ''))
    succeeded(await set('multibancoSubEntity', ''))
  })

  test('concurrent requests leave no Multibanco entity without its sub-entity', async () => {
    const elsewhere = await there.as('admin')
    for (let tries = 0; tries < 5; tries++) {
      succeeded(await set('multibancoSubEntity', '123'))
      await Promise.all([
        set('multibancoEntity', '12345'),
        elsewhere.patch('/settings/multibancoSubEntity', { value: '' }),
      ])
      const { multibancoEntity, multibancoSubEntity } = await storedSettings()
      assert.ok(multibancoEntity === '' || multibancoSubEntity !== '')
      await set('multibancoEntity', '')
    }
  })

  test('are validated by their own rules', async () => {
    const cases: [SettingName, unknown, boolean][] = [
      ['name', '', false],
      ['name', 'x'.repeat(201), false],
      ['name', ' Clube  do   Bairro ', true],
      ['orgType', 'company', false],
      ['orgType', 'constructor', false],
      ['orgType', '', false],
      ['orgType', 'cooperative', true],
      ['timeZone', 'Europe/Paris', false],
      ['timeZone', 'Atlantic/Azores', true],
      ['hasTreasury', 'sim', false],
      ['hasTreasury', true, false],
      ['hasTreasury', 'false', true],
      ['organisationNif', '123', false],
      ['organisationNif', '501 442 600', true],
      ['organisationNif', '', true],
      ['organisationEmail', 'nada', false],
      ['organisationPhone', '12', false],
      ['foundationDate', '1950-02-30', false],
      ['foundationDate', '1950-02-28', true],
      ['membersFirstNumber', '0', false],
      ['membersFirstNumber', '1.5', false],
      ['membersFirstNumber', '', false],
      ['membersFirstNumber', '1000', true],
      ['memberGender', 'x', false],
      ['memberPlural', '', false],
      ['memberPlural', '...', false],
      ['memberPlural', 'tesouraria', false],
      ['memberPlural', 'Cópias', false],
      ['memberPlural', 'Módulos', true],
      ['memberPlural', 'Pagamentos', false],
      ['memberPlural', 'quotas', false],
      ['membershipPayments', 'Sócios', false],
      ['memberPlural', 'associados', true],
      ['membershipPayments', 'x'.repeat(41), false],
    ]
    for (const [name, value, good] of cases) {
      const before = (await admin.get(`/settings/${name}`)).body.data
      const validated = await admin.post('/settings/validate', { ...before, value })
      assert.deepEqual(Object.keys(validated.body.errors), good ? [] : ['value'], `${name} ${String(value)}`)
      const { status, body } = await set(name, value)
      assert.equal(status, good ? 200 : 422, `${name} ${String(value)}`)
      if (!good) assert.deepEqual(Object.keys(body.errors), ['value'])
      if (good) await set(name, settingOf(name).default)
    }
    assert.equal((await admin.get('/settings/organisationNif')).body.data['value'], '')
  })

  test('can be validated by name without writing', async () => {
    const validate = async (name: string, value: string) => {
      const { status, body } = await admin.post('/settings/validate', { name, value })
      return [status, Object.keys(body.errors ?? {})]
    }
    assert.deepEqual(await validate('organisationNif', '123'), [200, ['value']])
    assert.deepEqual(await validate('organisationNif', '501442600'), [200, []])
    assert.equal((await validate('nada', '1'))[0], 403)
    assert.equal((await admin.get('/settings/organisationNif')).body.data['value'], '')
    const editor = await as('editor')
    const theirs = await editor.post('/settings/validate', { name: 'mailFrom', value: 'a@exemplo.pt' })
    assert.equal(theirs.status, 403)
  })

  test('are stored normalised', async () => {
    assert.equal(succeeded(await set('organisationNif', 'PT 501 442 600'))['value'], '501442600')
    assert.equal(succeeded(await set('organisationNif', null))['value'], '')
  })

  test('lists of fields reject unknown fields', async () => {
    for (const name of ['membersRequiredFields', 'membersHiddenFields'] as const) {
      assert.equal((await set(name, 'nif, email ,city')).status, 200)
      for (const value of ['nada', 'nif,nada', 'constructor']) {
        const { status, body } = await set(name, value)
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['value']], value)
      }
      await set(name, settingOf(name).default)
    }
  })

  test('a change reaches other processes', async () => {
    await set('name', 'Sociedade Filarmónica')
    assert.equal((await visitor.get('/terminology')).body.data['name'], 'Sociedade Filarmónica')
    const elsewhere = callerOf(there.app)
    for (let tries = 0; tries < 1500; tries++) {
      if ((await elsewhere.get('/terminology')).body.data['name'] === 'Sociedade Filarmónica') return
      await sleep(20)
    }
    assert.fail('the other process was not notified')
  })

  test('the time zone decides the current day', async () => {
    const { clock } = here
    const hour = () =>
      clock().toLocaleTimeString('pt-PT', { timeZone: 'Europe/Lisbon', hour: '2-digit', hourCycle: 'h23' })
    // After midnight on the mainland it is before midnight in the Azores, in winter and in summer.
    while (Number(hour()) !== 0) clock.advance({ minutes: 30 })
    await set('timeZone', 'Europe/Lisbon')
    const mainland = await today()
    await set('timeZone', 'Atlantic/Azores')
    const azores = await today()
    await set('timeZone', 'Europe/Lisbon')
    assert.ok(azores < mainland, `${azores} ${mainland}`)
  })
})

describe('fields that the organisation requires or hides', () => {
  const category = async () => (await admin.get('/member_categories?_name=Fundador')).body.data[0]?._id
  const input = async () => ({ name: 'Ana Reis', categoryId: await category(), admissionDate: '2020-01-01' })

  test('required fields are required in the explainer and in validation', async () => {
    await set('membersRequiredFields', 'email,nationality')
    const { members, people } = (await explain()).data
    assert.ok(members?.['email']?.validation.includes('required'))
    assert.ok(members?.['nationality']?.validation.includes('required'))
    assert.notEqual(members?.['nationality']?.hidden, true, 'required overrides hidden')
    assert.ok(!people?.['email']?.validation.includes('required'), 'other resources do not change')

    const missing = await admin.post('/members', await input())
    assert.deepEqual(
      [missing.status, Object.keys(missing.body.errors).sort()],
      [422, ['email', 'nationality']],
    )
    const complete = { ...(await input()), email: 'ana@exemplo.pt', nationality: 'PT' }
    const member = succeeded(await admin.post('/members', complete))
    assert.equal((await admin.patch(`/members/${member._id}`, { email: null })).status, 422)
    await set('membersRequiredFields', '')
    succeeded(await admin.patch(`/members/${member._id}`, { email: null }))
  })

  test('newly required fields are checked by PUT, but not by PATCH of other fields', async () => {
    const member = await make.member()
    await set('membersRequiredFields', 'email')
    succeeded(await admin.patch(`/members/${member._id}`, { city: 'Viana' }))
    const record = (await admin.get(`/members/${member._id}`)).body.data
    const { status, body } = await admin.put(`/members/${member._id}`, { ...record, city: 'Braga' })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['email']])
    await set('membersRequiredFields', '')
  })

  test('NISS and identity document are hidden until switched on; death, silence and notes are always shown', async () => {
    const optional = ['niss', 'idDocumentType', 'idDocumentNumber', 'idDocumentExpiry']
    const fixed = ['deathDate', 'doNotContact', 'personNotes']
    const hidden = async () => {
      const { members } = (await explain()).data
      return [...optional, ...fixed].filter((name) => members?.[name]?.hidden)
    }
    assert.deepEqual(await hidden(), optional)
    await set('membersHiddenFields', '')
    assert.deepEqual(await hidden(), [])
    for (const list of ['membersHiddenFields', 'membersRequiredFields'] as const)
      for (const name of fixed) assert.equal((await set(list, name)).status, 422, `${list}: ${name}`)
    await set('membersHiddenFields', settingOf('membersHiddenFields').default)
  })

  test('hidden fields can still be written and read', async () => {
    await set('membersHiddenFields', 'city,name,memberNumber')
    const { members } = (await explain()).data
    assert.equal(members?.['city']?.hidden, true)
    assert.notEqual(members?.['name']?.hidden, true, 'required fields are never hidden')
    assert.equal(members?.['memberNumber']?.hidden, true)
    assert.notEqual(members?.['nationality']?.hidden, true, 'not hidden any more')
    assert.equal((await make.member({ city: 'Faro' }))['city'], 'Faro')
    await set('membersHiddenFields', settingOf('membersHiddenFields').default)
  })
})

describe('the terminology', () => {
  test('is readable by visitors, with its URL forms', async () => {
    await set('memberSingular', 'irmã')
    await set('memberPlural', 'Irmãs da Caridade')
    await set('memberGender', 'f')
    await set('membershipPayments', 'Contribuições')
    const { name, ...words } = (await visitor.get('/terminology')).body.data
    assert.ok(name)
    assert.deepEqual(words, {
      memberSingular: 'irmã',
      memberPlural: 'Irmãs da Caridade',
      memberURLSingular: 'irma',
      memberURLPlural: 'irmasdacaridade',
      membershipPayments: 'Contribuições',
      membershipPaymentsURL: 'contribuicoes',
      memberGender: 'f',
    })
  })

  test('is used in every label of the explainer', async () => {
    const all = Object.values(definitions) as unknown as Definition[]
    for (const preset of terminologyPresets) {
      const terminology = terminologyOf(preset, { name: 'Agremiação', gender: 'both' })
      for (const name of [
        'name',
        'memberSingular',
        'memberPlural',
        'memberGender',
        'membershipPayments',
      ] as const) {
        assert.equal((await set(name, terminology[name])).status, 200, terminology[name])
      }
      const { data, resources } = await explain()
      for (const definition of all) {
        const filled = (template: string) => fillTerms(template, terminology)
        assert.equal(resources[definition.name]?.label.one, filled(definition.label.one))
        assert.equal(resources[definition.name]?.label.many, filled(definition.label.many))
        for (const [name, field] of Object.entries(definition.fields)) {
          const described = data[definition.name]?.[name]
          assert.equal(described?.label, filled(field.label), `${definition.name}.${name}`)
          assert.equal(described?.group, filled(field.group))
        }
      }
      assert.ok(
        !/[{}]/.test(
          JSON.stringify(
            Object.values(data).flatMap((fields) =>
              Object.values(fields).map(({ label, group, help }) => [label, group, help]),
            ),
          ),
        ),
      )
    }
  })

  test('is used in error messages', async () => {
    await set('memberPlural', 'militantes')
    await set('memberSingular', 'militante')
    const member = await make.member()
    const { body } = await admin.delete(`/member_categories/${String(member['categoryId'])}`)
    assert.match(body.message, /1 militante depende|\d+ militantes dependem/)
  })
})

test('editors can change settings, except those of payments, mail servers and gateways', async () => {
  const editor = await as('editor')
  const mayChange: [SettingName, string][] = [
    ['memberSingular', 'associado'],
    ['supportEmail', 'apoio@exemplo.pt'],
    ['staging', 'true'],
    ['organisationNif', '501442600'],
    ['client', 'outeiro'],
    ['filesDir', 'ficheiros'],
    ['hasMemberApplication', 'false'],
    ['hasTreasury', 'false'],
    ['treasuryHasCostCenters', 'true'],
  ]
  for (const [name, value] of mayChange)
    assert.equal((await editor.patch(`/settings/${name}`, { value })).status, 200, name)
  const mayNot: SettingName[] = [
    'mailHost',
    'mailPassword',
    'smsUrl',
    'smsToken',
    'transferIban',
    'transferNipc',
    'multibancoEntity',
    'closedUntil',
    'automatedMemberPayments',
    'showsFirstSteps',
  ]
  for (const name of mayNot)
    assert.equal((await editor.patch(`/settings/${name}`, { value: '' })).status, 403, name)
  for (const caller of [await as('auditor'), await as('member')])
    for (const name of [...mayChange.map(([one]) => one), ...mayNot])
      assert.equal((await caller.patch(`/settings/${name}`, { value: '' })).status, 403, name)
  for (const [name] of mayChange) await set(name, settingOf(name).default)
})
