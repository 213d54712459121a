import { createHmac } from 'node:crypto'
import { roleLabel } from '@agremia/resources/definitions/users.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { isEmpty } from '@agremia/resources/coerce.ts'
import { described, either, oneOf } from '@agremia/resources/json-shape.ts'
import { email as emailRule } from '@agremia/resources/rules/email.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { personName } from '@agremia/resources/rules/names.ts'
import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import type { Terminology, TerminologyPreset } from '@agremia/resources/terminology.ts'
import {
  fillTerms,
  findTerminologyPreset,
  terminologyOf,
  terminologyPresets,
} from '@agremia/resources/terminology.ts'
import type { FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Account, Tokens } from '../auth/index.ts'
import {
  uncountAttempt,
  hashPassword,
  newPasswordProblem,
  startSession,
  limitAttempts,
} from '../auth/index.ts'
import type { Config } from '../config.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { execute, exists, many, prepared, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { withoutTransaction } from '../database/transaction.ts'
import { liftDeadline } from '../deadlines.ts'
import { ApiError, invalid, notFound, StartError } from '../errors.ts'
import { seedMemberLists } from '../members/index.ts'
import { insertActivities } from '../privacy/index.ts'
import { componentRef, data, withMore, openRoute } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { Area, World } from '../rest/modules.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { bodyOf } from '../rest/request.ts'
import { reportingFor } from '../reporting/index.ts'
import { insertSampleFiles } from '../treasury/index.ts'
import { seedSettings, writeSettings } from '../settings/index.ts'
import type { Login } from './demonstration.ts'
import { fillDemonstration } from './demonstration.ts'
import { insertSampleImages } from './sample-images.ts'

export type { Login } from './demonstration.ts'

/** The line that the program prints at the start for an account of the demonstration. */
export function loginLine({ name, email, role, password }: Login, terminology: Terminology): string {
  return `Demonstração: ${name} (${fillTerms(roleLabel(role), terminology)}), ${email}, palavra-passe ${password}`
}

const orgTypeShape = oneOf(['association', 'cooperative'])
const tag = 'Primeira configuração'
const readApi: Api = {
  name: 'readSetup',
  summary: 'Saber o que é preciso para criar a organização',
  tag,
  answers: {
    200: data({
      codeRequired: 'boolean',
      presets: [{ id: 'text', label: 'text', orgType: orgTypeShape }],
    }),
  },
  refuses: [404],
}
const setUpApi: Api = {
  name: 'setUp',
  summary: 'Criar a organização e quem a administra',
  tag,
  body: either(
    {
      name: 'text',
      orgType: orgTypeShape,
      terminology: 'text',
      adminName: 'text',
      email: 'text',
      password: 'text',
      'code?': either('text', 'number'),
      'demo?': 'boolean',
    },
    { demo: described('Uma organização com dados fictícios.', 'boolean'), 'code?': either('text', 'number') },
  ),
  answers: {
    201: withMore(componentRef('Tokens'), {
      'logins?': [{ name: 'text', email: 'text', password: 'text', role: 'text' }],
    }),
  },
  refuses: [404, 422],
}

export const setupArea: Area = {
  resources: [],
  routes(app, world) {
    app.get('/setup', openRoute(readApi), async () => {
      if (await hasUsers(world)) throw notFound('A organização já está criada.')
      return {
        data: {
          codeRequired: needsCode(world),
          presets: terminologyPresets.map(({ id, label, orgType }) => ({ id, label, orgType })),
        },
      }
    })
    const options = { config: { open: true, api: setUpApi }, bodyLimit: 64 * 1024 }
    app.post('/setup', options, async (request, reply) => {
      // Creating the demonstration takes longer than the deadline of requests.
      liftDeadline(request)
      const answer = await setUp(world, request)
      void reply.code(201)
      return answer
    })
  },
}

interface NewOrganisation {
  name: string
  orgType: 'association' | 'cooperative'
  terminology: TerminologyPreset
  admin: { name: string; email: string; password: string }
}

export async function hasUsers(world: World): Promise<boolean> {
  return exists(world.database.pool, sql`SELECT FROM users LIMIT 1`)
}

const worldsWithUsers = new WeakSet<World>()

/** Terminology and other data embedded in the page; undefined while the database is not reachable, so that the page still loads. */
export async function readEmbeddedWords(world: World): Promise<EmbeddedWords | undefined> {
  try {
    // Caches only that there are users, since it does not change back.
    const isFirstRun = !worldsWithUsers.has(world) && !(await hasUsers(world))
    if (!isFirstRun) worldsWithUsers.add(world)
    const [terminology, currentStates] = await Promise.all([
      world.organisation.terminology(),
      currentStateIds(world),
    ])
    const reporting = reportingFor(world.config)
    return { terminology, isFirstRun, currentStates, ...(reporting && { reporting }) }
  } catch (error) {
    world.log.warn({ err: error }, 'could not read the settings that the page embeds')
    return undefined
  }
}

async function currentStateIds({ database }: World): Promise<string[]> {
  const rows = await many(
    database.pool,
    prepared(sql`SELECT id FROM member_state_names WHERE NOT marks_end ORDER BY "order", id`),
    { id: 'uuid' },
  )
  return rows.map(({ id }) => id)
}

/** Whether others on the network could reach the set-up page before the owner. */
function needsCode(world: World): boolean {
  return !['127.0.0.1', 'localhost', '::1'].includes(world.config.host)
}

/** The set-up code, the same in every process. Logged while there are no users. */
export function setupCode({ keys }: Pick<World, 'keys'>): string {
  const digest = createHmac('sha256', keys.signing('setup')).digest()
  return String(10_000_000 + (digest.readUIntBE(0, 6) % 90_000_000))
}

/** Throws 404 when there is an organisation, and 422 when the set-up code is needed and wrong. */
export async function checkMaySetUp(world: World, code: unknown, address: string): Promise<void> {
  if (await hasUsers(world)) throw notFound('A organização já está criada.')
  if (needsCode(world)) await checkCode(world, code, address)
}

async function setUp(world: World, request: FastifyRequest): Promise<Tokens & { logins?: Login[] }> {
  const body = bodyOf(request)
  await checkMaySetUp(world, body['code'], request.ip)
  const { admin, logins } =
    body['demo'] === true
      ? await setUpDemonstration(world)
      : { admin: await setUpOrganisation(world, readOrganisation(body)), logins: undefined }
  const tokens = await startSession(world, withoutTransaction(world.database), admin, {
    method: 'password',
    request,
  })
  return { ...tokens, ...(logins && { logins }) }
}

async function checkCode(world: World, input: unknown, address: string): Promise<void> {
  const subject = ['setup', address] as const
  await limitAttempts(world, [subject])
  const code = setupCode(world)
  if ((typeof input !== 'string' && typeof input !== 'number') || String(input).replace(/\s/g, '') !== code)
    throw invalid({ code: ['O código não está certo: está no registo do servidor.'] })
  await uncountAttempt(world, [subject])
}

function readOrganisation(body: Record<string, unknown>): NewOrganisation {
  const text = (name: string) =>
    typeof body[name] === 'string' ? body[name].replaceAll('\u0000', '').normalize('NFC').trim() : ''
  const errors: Record<string, string[]> = {}
  const terminology = findTerminologyPreset(text('terminology'))
  const admin = {
    name: personName.normalize(text('adminName')),
    email: emailRule.normalize(text('email')).toLowerCase(),
    // Not trimmed or normalised: signing in compares it as typed.
    password: typeof body['password'] === 'string' ? body['password'].replaceAll('\u0000', '') : '',
  }
  for (const name of ['name', 'orgType', 'terminology', 'adminName', 'email', 'password']) {
    if (isEmpty(text(name))) errors[name] = [fieldErrors.required]
  }
  const problems: Record<string, string | undefined> = {
    name: text('name').length > 200 ? 'No máximo 200 caracteres.' : undefined,
    orgType: ['association', 'cooperative'].includes(text('orgType')) ? undefined : fieldErrors.option,
    terminology: terminology ? undefined : fieldErrors.option,
    adminName: personName.problem(admin.name),
    email: emailRule.problem(admin.email),
    password: newPasswordProblem(admin.password, { ...admin, organisation: text('name') }),
  }
  for (const [name, problem] of Object.entries(problems)) if (problem) errors[name] ??= [problem]
  for (const name of Object.keys(body))
    if (!Object.hasOwn(problems, name) && name !== 'code' && name !== 'demo')
      errors[name] = [fieldErrors.unknown]
  if (Object.keys(errors).length > 0 || !terminology) throw invalid(errors)
  return { name: text('name'), orgType: text('orgType') as NewOrganisation['orgType'], terminology, admin }
}

/** Creates the organisation and its first administrator. Throws 404 when there are users already. */
export async function setUpOrganisation(world: World, organisation: NewOrganisation): Promise<Account> {
  const passwordHash = await hashPassword(organisation.admin.password)
  const { id } = await runFirstSetup(world, (tx) => writeOrganisation(tx, organisation, passwordHash))
  const { name } = organisation.admin
  return { id, name, role: 'admin', personId: null, blocked: false, generation: 1 }
}

/** Resources that a set-up writes: all processes clear their caches of them. */
const writtenResources = [
  'settings',
  'memberStateNames',
  'memberCategories',
  'memberApplications',
  'memberBalances',
  'members',
  'paymentAgreements',
  'payments',
  'people',
  'processingActivities',
  'quotaPrices',
  'unsettledPayments',
  'users',
]

/** Runs `work` in a transaction under a lock that makes other set-ups wait. Throws 404 when there are users already. */
async function runFirstSetup<T>(world: World, work: (tx: Tx) => Promise<T>): Promise<T> {
  return writeInTransaction(world, async (tx, changes) => {
    await execute(tx, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.setup})`)
    if (await exists(tx, sql`SELECT FROM users LIMIT 1`)) throw notFound('A organização já está criada.')
    for (const resource of writtenResources) changes.push({ resource, action: 'updated', id: '', version: 0 })
    return work(tx)
  })
}

async function writeOrganisation(
  tx: Tx,
  { name, orgType, terminology, admin }: NewOrganisation,
  passwordHash: string,
): Promise<{ id: string }> {
  const words = terminologyOf(terminology, { name })
  await writeSettings(tx, {
    name,
    orgType,
    memberSingular: words.memberSingular,
    memberPlural: words.memberPlural,
    memberGender: words.memberGender,
    membershipPayments: words.membershipPayments,
    showsFirstSteps: 'true',
  })
  await seedMemberLists(tx)
  await insertActivities(tx, { terminology: words, orgType })
  const id = newId()
  await execute(
    tx,
    sql`INSERT INTO users (id, name, email, role, password_hash, search_text) VALUES (${id}, ${admin.name}, ${admin.email}, 'admin', ${passwordHash}, ${` ${foldText(`${admin.name} ${admin.email}`)}`})`,
  )
  return { id }
}

async function setUpDemonstration(world: World): Promise<{ logins: Login[]; admin: Account }> {
  const made = await runFirstSetup(world, (tx) => fillDemonstration(world, tx))
  await insertSampleImages(world)
  await insertSampleFiles(world)
  return made
}

/** Runs at start: inserts missing rows of settings and areas, and does a set-up requested by the environment. */
export async function prepareOrganisation(world: World): Promise<{ logins?: Login[] }> {
  await seedSettings(world.database.pool)
  for (const { prepare } of world.areas) await prepare?.(world.database.pool)
  if (await hasUsers(world)) return {}
  if (world.config.demo)
    return ignoreAlreadyDone(async () => ({ logins: (await setUpDemonstration(world)).logins }))
  const { admin, organisation } = world.config
  if (!admin) {
    if (needsCode(world)) world.log.warn(`Código para a configuração inicial: ${setupCode(world)}`)
    return {}
  }
  return ignoreAlreadyDone(async () => {
    await setUpOrganisation(world, organisationFromConfig(admin, organisation))
    return {}
  })
}

/** The organisation of the environment variables. Throws StartError when a value is not valid. */
function organisationFromConfig(
  admin: NonNullable<Config['admin']>,
  organisation: Config['organisation'],
): NewOrganisation {
  const terminology =
    terminologyPresets.find(({ id }) => id === organisation.terminology) ?? terminologyPresets[0]
  const name = organisation.name ?? 'A minha organização'
  const owner = { name: 'Administração', email: admin.email.toLowerCase() }
  const problem = newPasswordProblem(admin.password, { ...owner, organisation: name })
  if (problem) throw new StartError(`ADMIN_PASSWORD tem um valor que não serve (não se mostra): ${problem}`)
  return {
    name,
    orgType: organisation.type ?? terminology.orgType,
    terminology,
    admin: { ...owner, password: admin.password },
  }
}

/** Ignores the 404 of a set-up that another process has done meanwhile. */
async function ignoreAlreadyDone<T extends object>(
  work: () => Promise<T>,
): Promise<T | Record<string, never>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return {}
    throw error
  }
}
