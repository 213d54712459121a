import { staffWriters } from '@agremia/resources/access.ts'
import { costCenters } from '@agremia/resources/definitions/cost-centers.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { settings } from '@agremia/resources/definitions/settings.ts'
import { transactionCategories } from '@agremia/resources/definitions/transaction-categories.ts'
import { treasuryAccounts } from '@agremia/resources/definitions/treasury-accounts.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance } from 'fastify'
import { exists, execute, one, sql } from '../database/sql.ts'
import { ApiError, conflict, invalid } from '../errors.ts'
import { data, inputOf, recordOf, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { planOf } from '../rest/modules.ts'
import { write } from '../rest/write-request.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { saveRecord } from '../rest/write.ts'
import type { Context, World } from '../rest/modules.ts'

const setUpApi: Api = {
  name: 'setUpTreasury',
  summary: 'Começar a tesouraria',
  description:
    'Cria as contas e os centros de custos numa só operação. Os pagamentos desde o saldo inicial são lançados a seguir.',
  tag: 'Tesouraria',
  body: {
    accounts: [inputOf(treasuryAccounts)],
    'inactiveCategoryIds?': ['uuid'],
    'hasCostCenters?': 'boolean',
    'costCenters?': ['text'],
    'fiscalYearStart?': 'text',
  },
  answers: { 201: data({ accounts: [recordOf(treasuryAccounts)] }) },
  refuses: [409, 422],
  idempotent: true,
}

/** Records of one request. */
const maxRecords = 50

/** `POST /treasury_setup` creates the first accounts, while there are none. */
export function setupRoutes(app: FastifyInstance, world: World): void {
  app.post('/treasury_setup', route(setUpApi, 'treasury_accounts:write'), (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    const body = bodyOf(request)
    return write(world, request, reply, async (writing) => ({
      status: 201,
      data: { accounts: await setUp(writing, body) },
    }))
  })
}

async function setUp(writing: Context, body: Record<string, unknown>): Promise<unknown[]> {
  const { world, db } = writing
  const known = ['accounts', 'inactiveCategoryIds', 'hasCostCenters', 'costCenters', 'fiscalYearStart']
  const unknown = Object.keys(body).filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw invalid(
      Object.fromEntries(unknown.slice(0, 10).map((name) => [name.slice(0, 60), [fieldErrors.unknown]])),
    )
  const accounts = listIn(body, 'accounts', isObject)
  const inactive = listIn(body, 'inactiveCategoryIds', (id) => isId(id))
  const centers = listIn(body, 'costCenters', (name) => typeof name === 'string')
  const { hasCostCenters = false } = body
  if (typeof hasCostCenters !== 'boolean') throw invalid({ hasCostCenters: ['Indique sim ou não.'] })
  const { fiscalYearStart } = body
  if (fiscalYearStart !== undefined && typeof fiscalYearStart !== 'string')
    throw invalid({ fiscalYearStart: ['Indique um texto.'] })
  if (fiscalYearStart !== undefined && writing.caller.role !== 'admin')
    throw invalid({ fiscalYearStart: ['Só quem administra muda o começo do exercício: deixe-o como está.'] })
  if (accounts.length === 0) throw invalid({ accounts: ['Indique pelo menos uma conta.'] })
  // Of two people who begin at the same time one waits, and then finds the accounts of the other.
  await execute(db, sql`LOCK TABLE treasury_accounts IN SHARE ROW EXCLUSIVE MODE`)
  if (await exists(db, sql`SELECT FROM treasury_accounts`))
    throw conflict('A tesouraria já está configurada: acrescente contas nas configurações.')
  if (fiscalYearStart !== undefined) await saveSetting(writing, 'fiscalYearStart', fiscalYearStart)
  const made = []
  for (const [index, input] of accounts.entries())
    made.push(
      await under(`accounts.${index}`, () =>
        saveRecord(writing, planOf(world, treasuryAccounts.name), {
          id: null,
          input: { order: 10 * (index + 1), ...(input as object) },
          mode: 'create',
        }),
      ),
    )
  for (const id of inactive)
    await under('inactiveCategoryIds', () =>
      saveRecord(writing, planOf(world, transactionCategories.name), {
        id: String(id).toLowerCase(),
        input: { active: false },
        mode: 'modify',
      }),
    )
  for (const [index, name] of centers.entries())
    await under(`costCenters.${index}`, () =>
      saveRecord(writing, planOf(world, costCenters.name), {
        id: null,
        input: { name: name as string },
        mode: 'create',
      }),
    )
  await saveSetting(writing, 'treasuryHasCostCenters', String(hasCostCenters))
  return made
}

async function saveSetting(writing: Context, name: SettingName, value: string): Promise<void> {
  const { id } = await one(writing.db, sql`SELECT id FROM settings WHERE name = ${name}`, { id: 'uuid' })
  const plan = planOf(writing.world, settings.name)
  try {
    await saveRecord(writing, plan, { id, input: { value }, mode: 'modify' })
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error
    throw invalid({ [name]: Object.values(error.errors).flat() })
  }
}

const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item)

function listIn(body: Record<string, unknown>, name: string, isItem: (item: unknown) => boolean): unknown[] {
  const list = body[name] ?? []
  if (!Array.isArray(list) || !list.every(isItem)) throw invalid({ [name]: ['Indique uma lista.'] })
  if (list.length > maxRecords) throw invalid({ [name]: [`No máximo ${maxRecords}.`] })
  return list
}

/** Puts the field errors of a part below its name: `accounts.0.name`. */
async function under<T>(name: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error
    throw invalid(
      Object.fromEntries(
        Object.entries(error.errors).map(([field, messages]) => [`${name}.${field}`, messages]),
      ),
    )
  }
}
