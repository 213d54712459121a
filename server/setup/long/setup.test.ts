import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { roles } from '@agremia/resources/access.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { ageAt } from '@agremia/resources/rules/dates.ts'
import { iban as ibanRule } from '@agremia/resources/rules/iban.ts'
import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import { terminologyOf, terminologyPresets } from '@agremia/resources/terminology.ts'
import { buildApp } from '../../app.ts'
import { attemptLimits } from '../../limits.ts'
import { readConfig } from '../../config.ts'
import { openKeys } from '../../keys.ts'
import { codesIn } from '../../testing/audit-words.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { callerOf } from '../../testing/caller.ts'
import { goodPassword, succeeded } from '../../testing/make.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testApp } from '../../testing/test-app.ts'
import { isSearchable } from '../../rest/write-row.ts'
import type { Login } from '../index.ts'
import { loginLine, setupCode } from '../index.ts'

const first = await testApp({ empty: true })
const second = await testApp({ empty: true, with: first })
const open = await testApp({ empty: true, config: { host: '0.0.0.0', logLevel: 'warn' } })
const printed = open.takeErrors()
const demonstration = await testApp({ empty: true })

const admin = { email: 'chefia@exemplo.pt', password: goodPassword }
const unattended = await testApp({
  empty: true,
  config: {
    admin,
    organisation: { name: 'Cooperativa Sol', type: 'cooperative', terminology: 'cooperative' },
  },
})
const plain = await testApp({ empty: true, config: { admin: { ...admin, email: 'Chefia@Exemplo.PT' } } })
const byArgument = await testApp({ empty: true, config: { demo: true } })

const organisation = {
  name: 'Clube dos Amigos',
  orgType: 'association',
  terminology: 'club',
  adminName: 'Teresa Lobo',
  email: 'Teresa@Exemplo.pt',
  password: goodPassword,
}

async function counts({ sql }: TestApp): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM member_categories) AS categories,
            (SELECT count(*)::int FROM member_state_names) AS states, (SELECT count(*)::int FROM members) AS members`,
  )
  return row ?? {}
}

async function settingsOf({ sql }: TestApp): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; value: string }>('SELECT name, value FROM settings')
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const nobody = { users: 0, categories: 0, states: 0, members: 0 }
const lists = { categories: 12, states: 13, members: 0 }

describe('the first run', () => {
  test('offers every terminology, and requires no code on a local address', async () => {
    const { status, body } = await first.visitor.get('/setup')
    assert.equal(status, 200)
    const { codeRequired, presets } = body.data as unknown as { codeRequired: boolean; presets: TestRecord[] }
    assert.equal(codeRequired, false)
    assert.deepEqual(
      presets,
      terminologyPresets.map(({ id, label, orgType }) => ({ id, label, orgType })),
    )
  })

  test('the server answers before there is an organisation', async () => {
    assert.equal((await first.visitor.get('/')).status, 200)
    assert.equal((await first.visitor.get('/terminology')).body.data['name'], 'Agremia')
    assert.ok((await first.visitor.get('/settings')).body.data.length > 0)
    assert.equal((await first.visitor.post('/auth', admin)).status, 403)
  })

  test('rejects invalid input by field, and writes nothing', async () => {
    const empty = await first.visitor.post('/setup', {})
    assert.equal(empty.status, 422)
    assert.deepEqual(Object.keys(empty.body.errors).sort(), Object.keys(organisation).sort())
    const wrong: [string, unknown][] = [
      ['name', 'x'.repeat(201)],
      ['name', '   '],
      ['name', 5],
      ['orgType', 'company'],
      ['orgType', 'constructor'],
      ['terminology', 'nada'],
      ['terminology', 'toString'],
      ['adminName', 'A'],
      ['adminName', '123'],
      ['email', 'nada'],
      ['email', ['a@b.pt']],
      ['password', 'curta'],
      ['password', '0123456789'],
      ['password', 'password123'],
      ['password', 'Teresa Lobo'],
      ['password', { toString: 1 }],
      ['naoExiste', 'x'],
      ['constructor', 'x'],
      ['toString', 'x'],
    ]
    for (const [field, value] of wrong) {
      const { status, body } = await first.visitor.post('/setup', { ...organisation, [field]: value })
      assert.deepEqual(
        [status, Object.keys(body.errors)],
        [422, [field]],
        `${field}: ${JSON.stringify(value)}`,
      )
    }
    for (const body of ['null', '[]', '"demo"']) {
      assert.equal((await first.visitor.send('POST', '/setup', body)).status, 400)
    }
    assert.equal(
      (await first.visitor.post('/setup', { ...organisation, name: 'x'.repeat(70_000) })).status,
      413,
    )
    assert.deepEqual(await counts(first), nobody)
  })

  test('stores the words of every terminology', async () => {
    for (const { id } of terminologyPresets) {
      const { status, body } = await first.visitor.post('/setup', { ...organisation, terminology: id })
      assert.equal(status, 201, body.message)
      const terminology = (await first.visitor.get('/terminology')).body.data
      assert.deepEqual(terminology, terminologyOf(id, { name: organisation.name }), id)
      await first.sql('TRUNCATE users, member_categories, member_state_names CASCADE')
    }
  })

  test('happens once with concurrent requests in two processes', async () => {
    const answers = await Promise.all([
      first.visitor.post('/setup', organisation),
      second.visitor.post('/setup', { ...organisation, email: 'outra@exemplo.pt' }),
      first.visitor.post('/setup', organisation),
      second.visitor.post('/setup', organisation),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404, 404])
    assert.deepEqual(await counts(first), { users: 1, ...lists })
    await first.sql(
      'TRUNCATE users, people, members, member_states, member_categories, member_state_names CASCADE',
    )
  })

  test('creates the organisation and signs its administrator in', async () => {
    const { status, body } = await first.visitor.post('/setup', organisation)
    assert.equal(status, 201)
    assert.deepEqual(await counts(first), { users: 1, ...lists })
    const settings = await settingsOf(first)
    assert.equal(settings['showsFirstSteps'], 'true')
    assert.deepEqual(
      [settings['name'], settings['orgType'], settings['memberPlural'], settings['staging']],
      ['Clube dos Amigos', 'association', 'sócios', 'false'],
    )
    const teresa = callerOf(first.app, body.access)
    const [user] = (await teresa.get('/users?_search=teresa')).body.data
    assert.deepEqual(
      [user?.['name'], user?.['email'], user?.['role']],
      ['Teresa Lobo', 'teresa@exemplo.pt', 'admin'],
    )
    assert.equal(
      (await first.visitor.post('/auth', { email: organisation.email, password: goodPassword })).status,
      200,
    )
    assert.equal((await first.visitor.post('/auth/refresh', { refreshToken: body.refresh })).status, 200)
    succeeded(
      await teresa.post('/members', {
        name: 'Primeiro Sócio',
        categoryId: (await teresa.get('/member_categories?_name=Efetivo')).body.data[0]?._id,
        admissionDate: '2020-01-01',
      }),
    )
  })

  test('gets 404 once there is an organisation', async () => {
    for (const visitor of [first.visitor, second.visitor]) {
      assert.equal((await visitor.get('/setup')).status, 404)
      assert.equal((await visitor.post('/setup', organisation)).status, 404)
      assert.equal((await visitor.post('/setup', { demo: true })).status, 404)
    }
    assert.deepEqual(await counts(first), { users: 1, ...lists, members: 1 })
  })
})

describe('a server with a public address', () => {
  const codeOf = (lines: string[]) =>
    /Código para a configuração inicial: (\d{8})/.exec(lines.join('\n'))?.[1]

  test('logs the set-up code, which is the same in every process', async () => {
    assert.equal(codeOf(printed), setupCode({ keys: await openKeys(open.database, {}) }))
  })

  test('requires the code for every set-up', async () => {
    const { codeRequired } = (await open.visitor.get('/setup')).body.data
    assert.equal(codeRequired, true)
    for (const code of [undefined, '', '00000000', 0, null, {}, [], { toString: 1 }, true]) {
      for (const body of [
        { ...organisation, code },
        { demo: true, code },
      ]) {
        const { status, body: answer } = await open.visitor.post('/setup', body)
        assert.equal(status, 422)
        assert.deepEqual(Object.keys(answer.errors), ['code'])
      }
    }
    assert.deepEqual(await counts(open), nobody)
  })

  test('limits attempts at the code, also concurrent ones', async () => {
    await open.sql('DELETE FROM login_attempts')
    const guesses = Array.from({ length: attemptLimits.setup.maxAttempts + 20 }, (_, index) =>
      open.visitor.post('/setup', { ...organisation, code: String(index) }),
    )
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status)
    assert.equal(statuses.filter((one) => one === 422).length, attemptLimits.setup.maxAttempts)
    assert.equal(statuses.filter((one) => one === 429).length, 20)
    const { status, headers } = await open.visitor.post('/setup', { ...organisation, code: codeOf(printed) })
    assert.equal(status, 429)
    assert.ok(Number(headers['retry-after']) > 0)
    assert.deepEqual(await counts(open), nobody)
    open.clock.advance({ minutes: 16 })
    for (const line of open.takeErrors()) assert.match(line, /a limit refused a request/)
  })

  test('accepts the code with spaces', async () => {
    const code = codeOf(printed)?.replace(/(\d{4})/, '$1 ')
    const wrong = await open.visitor.post('/setup', { ...organisation, code, name: '' })
    assert.deepEqual(Object.keys(wrong.body.errors), ['name'])
    assert.equal((await open.visitor.post('/setup', { ...organisation, code })).status, 201)
  })
})

describe('an unattended set-up', () => {
  test('creates the organisation of the environment variables', async () => {
    assert.deepEqual(await counts(unattended), { users: 1, ...lists })
    const settings = await settingsOf(unattended)
    assert.deepEqual(
      [settings['name'], settings['orgType'], settings['memberPlural']],
      ['Cooperativa Sol', 'cooperative', 'cooperadores'],
    )
    assert.equal((await unattended.visitor.post('/auth', admin)).status, 200)
    assert.equal((await unattended.visitor.get('/setup')).status, 404)
  })

  test('requires only the administrator', async () => {
    const settings = await settingsOf(plain)
    assert.deepEqual(
      [settings['name'], settings['orgType'], settings['memberPlural']],
      ['A minha organização', 'association', 'sócios'],
    )
    assert.equal((await plain.visitor.post('/auth', admin)).status, 200)
  })

  test('is not repeated by the next start', async () => {
    const { app, database, clock } = unattended
    const config = {
      ...app.world.config,
      organisation: { ...app.world.config.organisation, name: 'Outra' },
    }
    const again = await buildApp({ config, database, clock, logTo: { write: () => {} } })
    await again.close()
    assert.deepEqual(await counts(unattended), { users: 1, ...lists })
    assert.equal((await settingsOf(unattended))['name'], 'Cooperativa Sol')
  })

  test('with an invalid password fails naming the variable, and writes nothing', async () => {
    const { database, clock } = demonstration
    const base = readConfig({ LOG_LEVEL: 'silent' }, [])
    const start = buildApp({
      config: { ...base, admin: { ...admin, password: 'password123' } },
      database,
      clock,
    })
    await assert.rejects(
      start,
      ({ message }: Error) =>
        /^ADMIN_PASSWORD .*não se mostra/.test(message) && !message.includes('password123'),
    )
    assert.deepEqual(await counts(demonstration), nobody)
  })
})

describe('the demonstration', () => {
  let logins: Login[] = []
  let everyMember: TestRecord[] = []
  const signIn = ({ email, password }: Login) => demonstration.visitor.post('/auth', { email, password })

  test('is created by the set-up request, which answers its logins', async () => {
    const { status, body } = await demonstration.visitor.post('/setup', { demo: true })
    assert.equal(status, 201)
    logins = (body as unknown as { logins: Login[] }).logins
    assert.deepEqual(
      logins.map(({ role }) => role),
      [...roles],
    )
    everyMember = (await callerOf(demonstration.app, body.access).get('/members?_limit=-1')).body.data
    assert.equal((await demonstration.visitor.get('/setup')).status, 404)
  })

  test('is created by an argument at the start', async () => {
    assert.equal(byArgument.app.logins?.length, roles.length)
    assert.deepEqual(await counts(byArgument), { users: roles.length, ...lists, members: 300 })
  })

  test('has logins of each role, which see what the role may', async () => {
    for (const login of logins) {
      const { status, body } = await signIn(login)
      assert.equal(status, 200)
      const { total } = (await callerOf(demonstration.app, body.access).get('/members')).body.meta
      assert.equal(total, login.role === 'member' ? 1 : 300)
    }
  })

  test('shows the staging banner, and sends no messages', async () => {
    const settings = await settingsOf(demonstration)
    assert.deepEqual([settings['staging'], settings['SendMessages']], ['true', 'false'])
    assert.equal(settings['showsFirstSteps'], 'false')
  })

  test('has a logo, portraits on cards, a NIPC, an IBAN and Multibanco references', async () => {
    const { organisationLogo, organisationNif, transferIban, ...settings } = await settingsOf(demonstration)
    const logo = await demonstration.app.inject(`/api/organisation_logo/${organisationLogo}`)
    assert.deepEqual([logo.statusCode, logo.headers['content-type']], [200, 'image/png'])
    assert.equal(nifRule.problem(String(organisationNif)), undefined)
    assert.equal(ibanRule.problem(String(transferIban)), undefined)
    assert.deepEqual([settings['multibancoEntity'], settings['multibancoSubEntity']], ['99999', '123'])
    const [boss] = logins
    assert.ok(boss)
    const caller = callerOf(demonstration.app, (await signIn(boss)).body.access)
    const pictured = (await caller.get('/membership_cards?_hasPhoto=true&_status=delivered')).body.data
    assert.ok(pictured.length >= 10)
    const photo = await demonstration.app.inject(String(pictured[0]?.['photoUrl']))
    assert.equal(photo.statusCode, 200)
  })

  test('prints each login with its role', () => {
    const terminology = terminologyOf('club', { name: 'Clube' })
    assert.deepEqual(
      logins.map((login) => loginLine(login, terminology).replace(login.name, 'N')),
      [
        'Demonstração: N (Administrador), helena@exemplo.pt, palavra-passe Demonstracao-2026',
        'Demonstração: N (Editor), rui@exemplo.pt, palavra-passe Demonstracao-2026',
        'Demonstração: N (Auditor (conselho fiscal)), auditoria@exemplo.pt, palavra-passe Demonstracao-2026',
        'Demonstração: N (Sócio), socio@exemplo.pt, palavra-passe Demonstracao-2026',
      ],
    )
  })

  test('has an activity log without ids and names of columns', async () => {
    const [boss] = logins
    assert.ok(boss)
    const caller = callerOf(demonstration.app, (await signIn(boss)).body.access)
    const events: TestRecord[] = []
    for (let more = true; more;) {
      const before = events.length > 0 ? `&_before=${events.at(-1)?._id}` : ''
      const { body } = await caller.get(`/activity?_limit=500${before}`)
      events.push(...(body.data as unknown as TestRecord[]))
      more = (body.meta as unknown as { more: boolean }).more
    }
    assert.ok(events.length > 100)
    assert.deepEqual(events.flatMap(codesIn), [])
  })

  test('has 300 plausible members of different states and ages', async () => {
    assert.equal(everyMember.length, 300)
    const today = await demonstration.today()
    const states = new Set(everyMember.map((member) => member['currentStateLabel']))
    assert.ok(states.size >= 5, [...states].join(', '))
    const numbers = everyMember
      .map((member) => Number(member['memberNumber']))
      .sort((one, other) => one - other)
    assert.deepEqual(
      numbers,
      Array.from({ length: 300 }, (_, index) => index + 1),
    )
    const nifs = everyMember.map((member) => member['nif']).filter(Boolean) as string[]
    assert.equal(new Set(nifs).size, nifs.length)
    for (const nif of nifs) assert.equal(nifRule.problem(nif), undefined)
    const known = everyMember.filter((member) => !member['anonymisedAt'])
    assert.equal(known.length, 299)
    const ages = known.map((member) => ageAt(String(member['birthDate']), today))
    assert.ok(ages.some((age) => age < 18) && ages.some((age) => age > 65))
    for (const member of known) {
      assert.ok(String(member['admissionDate']) > String(member['birthDate']))
      assert.ok(String(member['admissionDate']) <= today)
      assert.match(String(member['email'] ?? 'x@exemplo.pt'), /@exemplo\.pt$/)
    }
  })

  test('has members that pass validation', async () => {
    const [boss] = logins
    assert.ok(boss)
    const caller = callerOf(demonstration.app, (await signIn(boss)).body.access)
    const first = await demonstration.sql<{ id: string; category: string }>(
      'SELECT member_id AS id, category_id AS category FROM member_quota_terms WHERE start_date IS NULL',
    )
    const categoryAtAdmission = new Map(first.map(({ id, category }) => [id, category]))
    for (const member of everyMember.filter((one) => !one['anonymisedAt'])) {
      // Without `_id` all fields are validated, as for a new record.
      const { _id, ...record } = { ...member, categoryId: categoryAtAdmission.get(member._id) }
      const input = Object.fromEntries(
        Object.entries(record).filter(
          ([name]) =>
            !/^(_|personId|memberNumber|nif|currentState|stateSince|end|photoUrl)|Label$|Tone$/.test(name),
        ),
      )
      const { body } = await caller.post('/members/validate', input)
      assert.deepEqual(body.errors, {}, `${_id} ${JSON.stringify(member)}`)
    }
  })

  test('has histories that agree with the states of members', async () => {
    const wrong = await demonstration.sql(
      `SELECT m.member_number FROM members m
       LEFT JOIN member_states s ON s.member_id = m.id AND s.end_date IS NULL
       WHERE s.state_name_id IS DISTINCT FROM m.current_state_id OR s.start_date <> m.state_since
          OR (SELECT min(start_date) FROM member_states WHERE member_id = m.id) <> m.admission_date
          OR (m.end_date IS NOT NULL) <> (SELECT marks_end FROM member_state_names WHERE id = m.current_state_id)`,
    )
    assert.deepEqual(wrong, [])
  })

  test('has applications in every state that pass validation', async () => {
    const [boss] = logins
    assert.ok(boss)
    const caller = callerOf(demonstration.app, (await signIn(boss)).body.access)
    const applications = (await caller.get('/member_applications?_limit=-1')).body.data
    const labels = new Set(applications.map((application) => application['stateLabel']))
    const states = (await caller.get('/member_application_states')).body.data
    assert.deepEqual([...labels].sort(), states.map((state) => state['name']).sort())
    assert.ok(applications.some(({ kind }) => kind === 'legal'))
    assert.ok(applications.some(({ guardianConsent }) => guardianConsent === true))
    for (const application of applications) {
      const { name, memberId, stateLabel } = application
      assert.equal(memberId !== null, stateLabel === 'Aceite', String(name))
      const programFields =
        /^(_|number|state|submittedAt|source|decision|photoUrl|reviewer|member|person|emailV|minute|refusal|information)|(Label|Tone)$/
      const input = Object.fromEntries(
        Object.entries(application).filter(([field]) => !programFields.test(field)),
      )
      const { body } = await caller.post('/member_applications/validate', input)
      assert.deepEqual(body.errors, {}, String(name))
    }
    const returning = applications.find(({ email }) => email === 'regresso@exemplo.pt')
    const matches = (await caller.get(`/member_applications/${returning?._id}/matches`)).body.data
    assert.equal(matches[0]?.['stateLabel'], 'Exonerado')
    const { count } = (await caller.get('/member_applications/waiting')).body.data
    assert.ok(Number(count) >= 5)
    const found = (await caller.get('/member_applications?_search=aurora caldeira')).body.data
    assert.equal(found[0]?.['name'], 'Aurora Caldeira')
  })

  test('has records of each resource, which searches find', async () => {
    const madeByWork = [
      'backups',
      'bulkActionResults',
      'bulkActions',
      'cashSheets',
      'chargeDifferences',
      'contacts',
      'creditRefunds',
      'creditUses',
      'importRows',
      'imports',
      'membershipCardLetters',
      'quotaRuns',
    ]
    const missing: string[] = []
    for (const definition of allDefinitions) {
      if (definition.kind === 'computed') continue
      const text = isSearchable(definition) ? 'search_text' : `'any'`
      const [row] = await demonstration.sql<{ shortest: number | null }>(
        `SELECT min(length(${text})) AS shortest FROM ${toSnakeCase(definition.name)}`,
      )
      if (!row?.shortest) missing.push(definition.name)
    }
    const wrong = [...new Set(missing).symmetricDifference(new Set(madeByWork))]
    const where =
      'write demonstration data in a function that server/setup/demonstration.ts calls, or this list'
    assert.equal(wrong.length, 0, `${wrong.join(', ')}: ${where}`)
  })

  test('has the same people in every installation', async () => {
    const names = (app: TestApp) => app.sql('SELECT name, nif FROM people ORDER BY search_text')
    assert.deepEqual(await names(demonstration), await names(byArgument))
  })
})
