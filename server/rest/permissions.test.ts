import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccessRule, Caller, Decision, Verb } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import { auditEvents } from '@agremia/resources/definitions/audit-events.ts'
import { allScopes } from '@agremia/resources/api-scopes.ts'
import { allDefinitions, getDefinition } from '@agremia/resources/definitions/index.ts'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Answer, TestCaller } from '../testing/caller.ts'
import { callerOf } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { createTargets } from '../testing/targets.ts'
import { testApp } from '../testing/test-app.ts'
import { crossed } from '../testing/volume.ts'

/**
 * Routes that an area adds to those of the definitions, and the status that each caller gets without a body and with ids that nobody has.
 * Allowed callers get another one than 401 and 403, except where a secret of the body was wrong. A program needs the scope; `-`: it is
 * refused, or on open routes treated as a visitor.
 */
const table = `
route                                            admin    editor   auditor  member   visitor  program

GET    /                                         200      200      200      200      200    -
GET    /explainer                                200      200      200      200      200    -
GET    /openapi.json                             200      200      200      200      200    -
GET    /audit_events                             200      200      200      403      401    -
GET    /activity                                 200      403      403      403      401      -
POST   /audit_events/:id/restore                 404      404      403      403      401    -
GET    /work                                     200      200      200      403      401    -
GET    /files/:id/:variant                       404      404      404      404      404    -
POST   /websocket/auth                           400      400      400      400      401    -
GET    /setup                                    404      404      404      404      404    -
POST   /setup                                    404      404      404      404      404    -
GET    /setup/restore                            200      200      200      200      200    -
POST   /setup/restore                            404      404      404      404      404    -
GET    /backup_status                            200      403      403      403      401    -
GET    /backups/:id/link                         404      403      403      403      401    -
GET    /backups/:id/file                         404      404      404      404      404    -
POST   /auth                                     422      422      422      422      422    -
POST   /auth/refresh                             401      401      401      401      401    -
POST   /auth/logout                              204      204      204      204      204    -
POST   /auth/end_sessions                        422      422      422      422      401    -
GET    /auth/two_steps                           200      200      200      200      401    -
POST   /auth/two_steps/begin                     422      422      422      422      401    -
POST   /auth/two_steps/confirm                   422      422      422      422      401    -
POST   /auth/two_steps/recovery_codes            422      422      422      422      401    -
POST   /auth/two_steps/remove                    422      422      422      422      401    -
POST   /auth/passkeys/options                    422      422      422      422      401    -
POST   /auth/passkeys                            422      422      422      422      401    -
POST   /auth/passkeys/:id/remove                 422      422      422      422      401    -
POST   /auth/passkey_options                     200      200      200      200      200    -
POST   /auth/password                            422      422      422      422      401    -
POST   /auth/email                               422      422      422      422      401    -
POST   /auth/email/confirm                       403      403      403      403      403    -
POST   /server_messages                          422      403      403      403      401      -
POST   /api_secrets/:id/issue                    404      403      403      403      401      -
POST   /webhooks/:id/issue                       404      403      403      403      401      -
POST   /organisation_logo                        415      415      403      403      401    -
DELETE /organisation_logo                        204      204      403      403      401    -
GET    /organisation_logo/:id                    404      404      404      404      404    -
GET    /terminology                              200      200      200      200      200    -
POST   /users/:id/login_link                    422      403      403      403      401    -
POST   /user_accounts/preview                    200      200      403      403      401    -
POST   /user_accounts/left_out                   422      422      403      403      401    -
GET    /treasury_overview                        200      200      200      403      401    transactions:read
GET    /cost_centers/:id/years                  404      404      404      403      401    transactions:read
GET    /external_entities/:id/years             404      404      404      403      401    transactions:read
GET    /treasury_years/:year                     404      404      404      403      401    transactions:read
POST   /treasury_years/:year/close               404      403      403      403      401    -
POST   /treasury_years/:year/reopen              404      403      403      403      401    -
POST   /treasury_closing                         422      403      403      403      401    -
GET    /ledger/export                            400      400      400      403      401    transactions:read
GET    /cash_differences                         400      400      400      403      401    transactions:read
POST   /treasury_setup                           422      422      403      403      401    treasury_accounts:write
GET    /countries                                200      200      200      200      200    countries:read
GET    /people/:id/anonymisation                404      403      403      403      401    -
GET    /people/:id/fiscal_identity              404      403      403      403      401    -
GET    /processing_activities/document           200      403      403      403      401    -
GET    /data_breaches/:id/document               404      403      403      403      401    -
GET    /privacy_documents/:id/:variant           404      404      404      404      404    -
GET    /data_to_erase                           200      200      200      403      401    -
GET    /people_researcher                        200      200      200      403      401    people_researcher:read
GET    /people_researcher/locality               400      400      400      403      401    people_researcher:read
GET    /members/next_number                      200      200      403      403      401    members:read
POST   /members/change_state/preview             422      422      403      403      401    members:read
POST   /members/:id/charges/preview             404      404      403      403      401    members:read
POST   /member_exemptions/preview                422      422      403      403      401    member_exemptions:read
POST   /member_quota_terms/preview               422      422      403      403      401    member_quota_terms:read
POST   /member_categories/:id/charges/preview    404      404      403      403      401    member_categories:read
POST   /member_state_names/:id/charges/preview   404      404      403      403      401    member_state_names:read
POST   /quota_plans/:id/charges/preview          404      404      403      403      401    quota_plans:read
POST   /quota_plans/:id/prices/preview           404      404      403      403      401    quota_plans:read
POST   /member_states/preview                    422      422      403      403      401    member_states:read
GET    /members/:id/timeline                     404      404      404      403      401    -
POST   /record_files                             415      415      403      403      401    record_files:write
POST   /pdf_documents                            415      415      403      403      401    treasury_docs:write
POST   /treasury_docs/search                     200      200      200      403      401    treasury_docs:read
POST   /treasury_docs/download                   422      422      422      403      401    treasury_docs:read
POST   /bank_statements                         415      415      403      403      401    bank_statements:write
POST   /bank_statements/preview                 415      415      403      403      401    bank_statements:write
GET    /imports/example/:kind                   404      404      403      403      401    -
GET    /imports/:id/refused                     404      404      404      403      401    -
GET    /merges/preview                          400      400      403      403      401    -
POST   /duplicates/find                         200      200      403      403      401    duplicates:write
POST   /imports                                 415      415      403      403      401    -
GET    /treasury_accounts/:id/reconciliation    404      404      404      403      401    bank_statements:read
POST   /treasury_accounts/:id/suggest           404      404      403      403      401    bank_statements:write
GET    /debit_batches/readiness                 200      200      200      403      401    debit_batches:read
POST   /debit_batches/preview                   422      422      403      403      401    debit_batches:read
POST   /debit_batches/left_out                  422      422      403      403      401    debit_batches:read
GET    /debit_batches/:id/file                  404      404      404      403      401    debit_batches:read
GET    /debit_files/:id/pain008                 404      404      404      404      404    -
GET    /mandates/:id/document                   404      404      404      404      401    mandates:read
GET    /mandate_forms/:id/:variant              404      404      404      404      404    -
GET    /mandates/holders                        200      200      403      403      401    mandates:read
POST   /mandates/holder_answers                 415      415      403      403      401    mandates:write
POST   /debit_answers                           415      415      403      403      401    debit_batches:write
POST   /rounds/preview                           422      422      403      403      401    rounds:read
POST   /rounds/left_out                          422      422      403      403      401    rounds:read
GET    /rounds/:id/document                      404      404      404      404      401    rounds:read
GET    /round_documents/:id/:variant             404      404      404      404      404    -
GET    /kept_reports/:id/table                   404      404      404      403      401    kept_reports:read
GET    /kept_reports/:id/changes                 404      404      404      403      401    kept_reports:read
GET    /kept_reports/:id/export                  404      404      404      403      401    kept_reports:read
GET    /donations_in_kind/:id/receipt           404      404      404      403      401    donations_in_kind:read
GET    /donation_documents/:id/:variant         404      404      404      404      404    -
GET    /document_downloads/:id/:variant          404      404      404      404      404    -
POST   /quota_runs/preview                       422      422      403      403      401    quota_runs:read
POST   /quota_runs/left_out                      422      422      403      403      401    quota_runs:read
GET    /payment_advice                           400      400      400      400      401    payment_advice:read
GET    /payment_information/:publicId            404      404      404      404      404    -
POST   /payment_information/:publicId/reference  404      404      404      404      404    -
POST   /payment_information/:publicId/mbway      404      404      404      404      404    -
POST   /payment_intents                          400      400      403      400      401    payment_intents:write
POST   /mbway                                    400      400      403      400      401    payment_intents:write
GET    /mbway                                    200      200      200      200      401    mbway:read
GET    /mbway/:id                                404      404      404      404      401    mbway:read
GET    /pagamentos/ifthenpay                     403      403      403      403      403    -
GET    /pagamentos/eupago                        403      403      403      403      403    -
POST   /pagamentos/eupago                        403      403      403      403      403    -
POST   /gateways/test                            409      403      403      403      401    -
POST   /gateways/register_callback               409      403      403      403      401    -
POST   /payment_advice/send                      404      404      403      403      401    messages:write
GET    /payments/:id/receipt                     404      404      404      404      401    payments:read
GET    /documents/:id/:variant                   404      404      404      404      404    -
GET    /receipt_information/:code                404      404      404      404      404    -
GET    /cash_days/:date                          404      404      404      403      401    cash_sheets:read
GET    /cash_sheets/:id/document                 404      404      404      403      401    cash_sheets:read
GET    /credit_refunds/:id/document              404      404      404      404      401    credit_refunds:read
GET    /charges_by_member                        200      200      200      403      401    charges_by_member:read
GET    /charges_by_member/export                 200      200      200      403      401    charges_by_member:read
POST   /charges_by_member/export                 200      200      200      403      401    charges_by_member:read
GET    /members/:id/paid_for                     404      404      403      403      401    payments:read
GET    /members/:id/chargeable                   404      404      403      403      401    payments:read
POST   /receipt_runs                             422      422      422      403      401    payments:read
GET    /members/:id/statement                    404      404      404      404      401    payments:read
GET    /members/:id/declaration                  404      404      404      404      401    members:read
POST   /payment_notices/preview                  200      200      403      403      401    -
POST   /payment_notices/left_out                 422      422      403      403      401    -
POST   /payment_message/preview                  200      200      403      403      401    payment_message:read
POST   /payment_message/left_out                 422      422      403      403      401    payment_message:read
GET    /payment_message/:id/results              404      404      404      403      401    payment_message:read
GET    /reports/owedPerYear                      200      200      200      403      401    payments:read
GET    /reports/paymentsPerYear                  200      200      200      403      401    payments:read
GET    /reports/membershipsPerYear               200      200      200      403      401    payments:read
GET    /reports/cancelationsPerYear              200      200      200      403      401    payments:read
GET    /reports/nextYearQuotaExpectations        200      200      200      403      401    payments:read
GET    /reports                                  200      200      200      403      401    payments:read
GET    /reports/:name/table                      404      404      404      403      401    payments:read
GET    /reports/:name/export                     404      404      404      403      401    payments:read
GET    /reports/document                         400      400      400      403      401    payments:read
GET    /reports/donations/modelo25               200      200      200      403      401    -
GET    /income_warnings                          200      200      200      403      401    payments:read
GET    /payments_overview                        200      200      200      403      401    payments:read
POST   /card_images                              415      415      403      403      401    -
GET    /card_images/:id                          404      404      404      403      401    -
POST   /card_templates/preview                   400      400      403      403      401    card_templates:read
GET    /card_templates/previews                  200      200      200      403      401    card_templates:read
GET    /card_calibration                         200      200      200      403      401    -
GET    /card_calibration/:id/:variant            404      404      404      404      404    -
GET    /membership_cards/verify/*                404      404      404      404      404    membership_cards:read
GET    /membership_cards/known                   200      200      200      403      401    membership_cards:read
GET    /card_documents/:id/:variant              404      404      404      404      404    -
POST   /card_runs/preview                        200      200      403      403      401    card_runs:read
POST   /card_runs/left_out                       422      422      403      403      401    card_runs:read
GET    /membership_cards/:id/preview             404      404      404      404      401    membership_cards:read
GET    /membership_cards/:id/document            404      404      404      404      401    membership_cards:read
GET    /print_batches/:id/document               404      404      404      403      401    print_batches:read
GET    /print_batches/:id/file                   404      404      404      404      404    print_batches:read
GET    /membership_card_letters/sample           200      200      200      403      401    membership_card_letters:read
GET    /messages/held                            200      200      200      403      401    messages:read
POST   /messages/release                         422      422      403      403      401    messages:write
POST   /messages/discard                         422      422      403      403      401    messages:write
GET    /messages/letters                         200      200      200      403      401    messages:read
POST   /address_labels/preview                   422      422      403      403      401    members:read
POST   /address_labels/left_out                  422      422      403      403      401    members:read
POST   /address_labels/export                    422      422      403      403      401    members:read
POST   /letter_runs                              422      422      403      403      401    -
POST   /letter_runs/:id/printed                  404      404      403      403      401    -
GET    /letter_runs/:id/letters                  404      404      404      404      404    -
GET    /messages/:id/content                     404      404      404      404      401    messages:read
POST   /messages/test                            200      200      403      403      401    -
POST   /message_settings/:id/preview             404      404      404      403      401    message_settings:read
POST   /message_batches/preview                  422      422      403      403      401    message_batches:read
POST   /message_batches/left_out                 422      422      403      403      401    message_batches:read
GET    /message_batches/:id/left_out             200      200      200      403      401    message_batches:read
GET    /unsubscribe/:token                       200      200      200      200      200    -
POST   /unsubscribe/:token                       200      200      200      200      200    -
GET    /application_form                         200      200      200      200      200    -
POST   /application_form                         422      422      422      422      422    -
POST   /application_form/validate                200      200      200      200      200    -
POST   /member_applications/verifyEmail          200      200      200      200      200    member_applications:write
POST   /member_applications/resendVerification   204      204      204      204      204    member_applications:write
GET    /member_applications/waiting              200      200      200      403      401    member_applications:read
GET    /member_applications/:id/matches          404      404      404      403      401    member_applications:read
POST   /member_applications/:id/accept/preview   404      404      403      403      401    member_applications:read
POST   /application_form/photo                   415      415      415      415      415    -
GET    /member_photos/:id                        404      404      404      404      401    -
POST   /member_photos/:id                        404      404      403      404      401    -
DELETE /member_photos/:id                        404      404      403      404      401    -
GET    /person_photos/:id                        404      404      404      404      401    -
POST   /person_photos/:id                        404      404      403      404      401    -
DELETE /person_photos/:id                        404      404      403      404      401    -
GET    /member_application_photos/:id            404      404      404      403      401    -
POST   /member_application_photos/:id            404      404      403      403      401    -
DELETE /member_application_photos/:id            404      404      403      403      401    -
GET    /today                                    200      200      200      403      401    -
POST   /sentry                                   404      404      404      404      404    -
`

const { app, as, another, make, sql, today, visitor } = await testApp()
const admin = await as('admin')
const stranger = await another('member')
const users = {
  admin,
  editor: await as('editor'),
  auditor: await as('auditor'),
  member: await as('member'),
}
function roleOf(role: keyof typeof users): Caller {
  const { userId, personId } = users[role]
  return { id: userId, name: role, role, personId }
}
const callers: [caller: Caller, ask: TestCaller][] = [
  [roleOf('admin'), users.admin],
  [roleOf('editor'), users.editor],
  [roleOf('auditor'), users.auditor],
  [roleOf('member'), users.member],
  [{ id: null, name: 'visitor', role: 'visitor', personId: null }, visitor],
]

const unknownId = '0198c0de-0000-7000-8000-000000000000'
const routes = app.routes
  .filter(({ url }) => url.startsWith('/api'))
  .flatMap(({ method, url }) =>
    [method].flat().map((each) => ({ method: each, path: url.replace(/^\/api(?=\/|$)/, '') || '/' })),
  )
  .filter(({ method, path }) => method !== 'HEAD' && path !== '/websocket')

function send(ask: TestCaller, method: string, path: string) {
  switch (method) {
    case 'GET':
      return ask.get(path)
    case 'DELETE':
      return ask.delete(path)
    case 'PUT':
      return ask.put(path, {})
    case 'PATCH':
      return ask.patch(path, {})
    default:
      return ask.post(path, {})
  }
}

/** Access to the parent is checked first. */
function below(parent: AccessRule, child: AccessRule): AccessRule {
  return (caller) => {
    const decision = parent(caller)
    return decision === true ? child(caller) : decision
  }
}

/** The rule of each route that the definitions cause. */
const ruleOf = new Map<string, AccessRule>()
for (const { name, kind, access, parents = {}, actions = {} } of allDefinitions) {
  if (kind === 'computed') continue
  const path = `/${resourcePath(name)}`
  const verb = (of: Verb, from = access): AccessRule => {
    return (caller) => decide(from, of, caller)
  }
  const rules: Record<string, AccessRule> = {
    [`GET ${path}`]: verb('list'),
    [`GET ${path}/values/:field`]: verb('list'),
    [`GET ${path}/:id`]: verb('read'),
    [`GET ${path}/:id/audit_events`]: below(auditEvents.access.read, verb('read')),
    [`GET ${path}/export`]: verb('export'),
    [`POST ${path}/export`]: verb('export'),
    [`POST ${path}`]: verb('create'),
    // Without an id it is a new record.
    [`POST ${path}/validate`]: verb('create'),
    [`POST ${path}/order`]: verb('update'),
    [`PUT ${path}/:id`]: verb('update'),
    [`PATCH ${path}/:id`]: verb('update'),
    [`DELETE ${path}/:id`]: verb('delete'),
    [`GET ${path}/:id/deletion`]: verb('delete'),
  }
  for (const parent of Object.keys(parents)) {
    const nested = `/${resourcePath(parent)}/:parentId${path}`
    const ofParent = verb('read', getDefinition(parent).access)
    rules[`GET ${nested}`] = below(ofParent, verb('list'))
    rules[`POST ${nested}`] = below(ofParent, verb('create'))
  }
  for (const [action, { access: rule, preview }] of Object.entries(actions)) {
    rules[`POST ${path}/:id/${resourcePath(action)}`] = rule
    if (preview) rules[`POST ${path}/:id/${resourcePath(action)}/preview`] = rule
  }
  for (const [route, rule] of Object.entries(rules)) ruleOf.set(route, rule)
}

function linesOf(written: string) {
  const [, ...rows] = written.trim().split('\n')
  return rows.filter(Boolean).map((line) => {
    const [method = '', path = '', ...columns] = line.split(/\s+/)
    const program = columns.findLast((column) => Number.isNaN(Number(column))) ?? '-'
    const statuses = columns.filter((column) => column !== program).map(Number)
    return { route: `${method} ${path}`, method, path, statuses, program }
  })
}
const lines = linesOf(table)
// Operations that an area replaces: the table says who may do them.
for (const { route } of lines) ruleOf.delete(route)

test('each route is in the table or caused by a definition, and each line of the table is a route', () => {
  const written = new Set(lines.map(({ route }) => route))
  const registered = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  for (const route of registered)
    assert.ok(written.has(route) !== ruleOf.has(route), `${route}: write in the table who may use it`)
  for (const route of written) assert.ok(registered.has(route), `${route}: there is no such route`)
})

test('outside of /api there are only files and /mcp, which is for secrets of any scope', async () => {
  const others = app.routes.filter(({ url }) => !url.startsWith('/api'))
  const writing = others.flatMap(({ method, url }) => [method].flat().map((each) => `${each} ${url}`))
  assert.deepEqual(
    writing.filter((route) => !/^(GET|HEAD) /.test(route)),
    ['POST /mcp', 'DELETE /mcp'],
  )
  const { _id } = succeeded(await admin.post('/api_secrets', { name: 'Programa', scopes: 'countries:read' }))
  const secret = String((await admin.post(`/api_secrets/${_id}/issue`, {})).body.data['secret'])
  const people = Object.values(users).map(({ tokens }) => tokens.access)
  for (const [token, status] of [...people.map((access) => [access, 401] as const), [secret, 405]] as const) {
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await app.inject({ url: '/mcp', headers })).statusCode, status)
  }
})

describe('routes of areas: the status of each caller', () => {
  for (const { route, method, path, statuses } of lines)
    test(route, async () => {
      for (const [place, [{ role }, ask]] of callers.entries()) {
        const { status, text } = await send(ask, method, path.replaceAll(/:\w+|\*/g, unknownId))
        assert.equal(status, statuses[place], `${role}: ${text}`)
      }
    })
})

/** A record of a resource where there is one. Each resource with nested routes has one. */
const targetOf = createTargets({ make, sql, today }, admin)
const parents = new Set(allDefinitions.flatMap(({ parents: names = {} }) => Object.keys(names)))
async function someId(name: string): Promise<string> {
  const [first] = (await admin.get(`/${resourcePath(name)}?_limit=1`)).body.data
  return first?._id ?? (parents.has(name) ? (await targetOf(name, stranger)).id : unknownId)
}

const served = allDefinitions.filter(({ kind }) => kind !== 'computed')

/** The routes of definitions whose path begins with that of the resource, with their rules. */
function routesBelow(name: string) {
  const path = `/${resourcePath(name)}`
  return routes.flatMap(({ method, path: template }) => {
    const rule =
      template === path || template.startsWith(`${path}/`) ? ruleOf.get(`${method} ${template}`) : undefined
    return rule ? [{ method, template, rule }] : []
  })
}

const isNestedOrAction = (template: string) => /:parentId|:id\/(?!deletion)/.test(template)

describe('programs', () => {
  const scopes = allScopes()
  /** A caller with a secret that has these scopes. */
  async function programWith(names: readonly string[]): Promise<TestCaller> {
    const { _id } = succeeded(await admin.post('/api_secrets', { name: 'Programa', scopes: names.join(' ') }))
    const { body } = await admin.post(`/api_secrets/${_id}/issue`, {})
    return callerOf(app, String(body.data['secret']))
  }
  /** For a route: a program with its scope alone, and one with all others. Programs with the same scopes are the same. */
  const known = new Map<string, Promise<[only: TestCaller, others: TestCaller]>>()
  function programsOf(scope: string): Promise<[only: TestCaller, others: TestCaller]> {
    const pair =
      known.get(scope) ??
      Promise.all([programWith([scope]), programWith(scopes.filter((other) => other !== scope))])
    known.set(scope, pair)
    return pair
  }
  const open = new Set(app.routes.filter(({ config }) => config?.open).map(({ url }) => url))

  for (const { route, method, path, statuses, program } of lines)
    test(`${route}: ${program}`, async () => {
      const [only, others] = await programsOf(program === '-' ? 'members:read' : program)
      const address = path.replaceAll(/:\w+|\*/g, unknownId)
      const [editor, visitorStatus] = [statuses[1], statuses[4]]
      const refused = open.has(`/api${path === '/' ? '' : path}`) ? visitorStatus : 403
      const allowed = program === '-' ? refused : editor
      const first = await send(only, method, address)
      assert.equal(first.status, allowed, `with ${program} alone: ${first.text}`)
      const second = await send(others, method, address)
      assert.equal(second.status, refused, `with all but ${program}: ${second.text}`)
    })

  for (const { name } of crossed(served))
    test(`routes of ${name}`, async () => {
      const path = resourcePath(name)
      const isScoped = scopes.some((scope) => scope.startsWith(`${path}:`))
      for (const { method, template, rule } of routesBelow(name)) {
        // In words: program-scopes.test.ts.
        if (isNestedOrAction(template)) continue
        const verb = method === 'GET' || /\/(export|validate)$/.test(template) ? 'read' : 'write'
        const scope = [`${path}:${verb}`].find((one) => isScoped && scopes.includes(one))
        const address = template.replaceAll(/:\w+/g, unknownId)
        const [only, others] = await programsOf(scope ?? 'countries:read')
        const about = `${method} ${address} with ${scope}`
        const { status, text } = await send(others, method, address)
        assert.equal(status, 403, `all but: ${about}: ${text}`)
        const mayEdit = scope !== undefined && rule(roleOf('editor')) !== false
        const answer = await send(only, method, address)
        // The parent is looked up first.
        const isRefused = answer.status === 403 || (!mayEdit && answer.status === 404)
        assert.equal(isRefused, !mayEdit, `${about}: ${answer.status} ${answer.text}`)
      }
    })
})

describe('routes of definitions: callers whom the rule denies are refused, and others are not', () => {
  for (const { name } of crossed(served))
    test(name, async () => {
      const id = await someId(name)
      for (const { method, template, rule } of routesBelow(name))
        for (const [caller, ask] of callers) {
          const decision: Decision = rule(caller)
          // Callers who may have only some records, and records that exist: access.test.ts.
          if (typeof decision === 'object') continue
          const address: string = template.replaceAll(/:\w+/g, decision ? unknownId : id)
          const { status, text } = await send(ask, method, address)
          const about: string = `${caller.role}, ${method} ${address}: ${status} ${text}`
          if (decision) assert.ok(status !== 401 && status !== 403, about)
          else assert.equal(status, caller.role === 'visitor' ? 401 : 403, about)
        }
    })
})

/** Routes of areas whose answer to a member depends on the record: the status with one of their own, and with one of another member. */
const ofMembers = `
route                                                own  another

GET   /members/:members/timeline                     403  403
GET   /members/:members/statement                    200  404
GET   /members/:members/declaration                  200  404
GET   /members/:members/paid_for                     403  403
GET   /members/:members/chargeable                   403  403
GET   /payment_advice?memberId=:members&type=joia    200  404
GET   /payments/:payments/receipt                    200  404
GET   /credit_refunds/:credit_refunds/document       200  404
GET   /mandates/:mandates/document                   200  404
GET   /membership_cards/:membership_cards/preview    200  404
GET   /membership_cards/:membership_cards/document   200  404
GET   /messages/:messages/content                    200  404
POST  /member_photos/:members                        415  404
POST  /person_photos/:people                         415  404
`

describe('a member, with a record of their own and one of another', () => {
  for (const { route, method, path, statuses } of linesOf(ofMembers))
    test(route, async () => {
      for (const [place, owner] of [users.member, stranger].entries()) {
        const [, name = ''] = /:(\w+)/.exec(path) ?? []
        const { id } = await targetOf(toCamelCase(name), owner)
        const { status, text } = await send(users.member, method, path.replace(`:${name}`, id))
        assert.equal(status, statuses[place], `${place === 0 ? 'own' : 'another'}: ${text}`)
      }
    })
})

describe('an auditor', () => {
  const { auditor, editor } = users
  for (const { name } of crossed(served))
    test(`gets the answers that an editor gets: ${name}`, async () => {
      const id = await someId(name)
      for (const { method, template, rule } of routesBelow(name)) {
        if (method !== 'GET' || rule(roleOf('auditor')) === false) continue
        const address = template.replaceAll(/:\w+/g, id)
        const [own, other] = [await auditor.get(address), await editor.get(address)]
        assert.equal(own.status, other.status, address)
        // Links are signed for a time.
        const comparable = ({ text }: Answer) => text.replaceAll(/\?[^"]*/g, '')
        assert.equal(comparable(own), comparable(other), address)
      }
    })

  test('is in the history only with exports, and with its own account', async () => {
    const actions = await sql(
      `SELECT DISTINCT action FROM audit_events WHERE user_id = $1 AND resource <> 'sessions' AND (resource <> 'users' OR record_id <> $1)`,
      [auditor.userId],
    )
    assert.deepEqual(actions, [{ action: 'exported' }])
  })

  test('changes their own name, and neither their role nor another account', async () => {
    const own = `/users/${auditor.userId}`
    assert.equal((await auditor.patch(own, { name: 'Nome Novo' })).status, 200)
    for (const change of [{ role: 'admin' }, { blocked: true }, { personId: stranger.personId }])
      assert.equal((await auditor.patch(own, change)).status, 422, JSON.stringify(change))
    assert.equal((await auditor.patch(`/users/${stranger.userId}`, { name: 'Outro Nome' })).status, 403)
  })
})
