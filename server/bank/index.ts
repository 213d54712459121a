import { staffReaders, staffWriters } from '@agremia/resources/access.ts'
import { bankLines, bankStatements } from '@agremia/resources/definitions/bank-statements.ts'
import { orNull } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import { exists, execute, maybeOne, sql } from '../database/sql.ts'
import { conflict, notFound } from '../errors.ts'
import { data, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { euros } from '../rest/euros.ts'
import type { Area, World } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { write } from '../rest/write-request.ts'
import { visibleId } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { acceptSuggestion, bookedColumn, bookLine, undoLine } from './book.ts'
import { importRoutes } from './import.ts'
import { suggestLines } from './suggest.ts'

export { decodeBankFile } from './decode.ts'

const reconciliationShape = {
  closingDate: orNull('day'),
  closingBalance: orNull('euros'),
  accountBalance: orNull('euros'),
  open: 'integer',
  sure: 'integer',
  openAmount: 'euros',
  unreconciled: 'integer',
  unreconciledAmount: 'euros',
} as const

const reconciliationApi: Api = {
  name: 'readReconciliation',
  summary: 'Ler a conciliação de uma conta',
  description:
    'O saldo do último extrato, o da conta nesse dia, as linhas por conciliar e as transações até esse dia que o banco ainda não confirmou.',
  tag: bankStatements.label.many,
  answers: { 200: data(reconciliationShape) },
}
const suggestApi: Api = {
  name: 'suggestBankLines',
  summary: 'Procurar outra vez o que é cada linha por conciliar',
  tag: bankLines.label.many,
  idempotent: true,
  body: {},
  answers: { 204: null },
}

export { insertSampleStatement } from './sample-statement.ts'

/** Area of bank statements: import, suggestions, booking and the account's balance against the statement's. */
export const bankArea: Area = {
  async routes(app, world) {
    await importRoutes(app, world)
    reconciliationRoutes(app, world)
  },
  resources: [
    resourceModule({
      definition: bankStatements,
      replaces: ['create'],
      hooks: {
        async beforeDelete({ db, record }) {
          if (
            await exists(
              db,
              sql`SELECT FROM bank_lines WHERE statement_id = ${record._id} AND status = 'booked'`,
            )
          )
            throw conflict('Há linhas deste extrato que já foram conciliadas: desfaça-as primeiro.')
        },
      },
    }),
    resourceModule({
      definition: bankLines,
      actions: { accept: acceptSuggestion, book: bookLine, undo: undoLine },
      computed: { transactions: bookedColumn },
    }),
  ],
}

function reconciliationRoutes(app: FastifyInstance, world: World): void {
  app.get<WithId>(
    '/treasury_accounts/:id/reconciliation',
    route(reconciliationApi, 'bank_statements:read'),
    async (request) => {
      requireAccess(staffReaders(request.caller), request.caller)
      const id = await visibleId(world, 'treasuryAccounts', request)
      return { data: await readReconciliation(world, id) }
    },
  )
  app.post<WithId>(
    '/treasury_accounts/:id/suggest',
    route(suggestApi, 'bank_statements:write'),
    async (request, reply) => {
      requireAccess(staffWriters(request.caller), request.caller)
      const id = await visibleId(world, 'treasuryAccounts', request)
      return write(world, request, reply, async ({ db, changes }) => {
        // Bookings and imports of the account wait for it.
        await execute(db, sql`SELECT FROM treasury_accounts WHERE id = ${id} FOR NO KEY UPDATE`)
        await suggestLines(db, id)
        changes.push({ resource: bankLines.name, action: 'updated', id, version: 1 })
        return { status: 204 }
      })
    },
  )
}

async function readReconciliation(world: World, id: string) {
  const found = await maybeOne(
    world.database.pool,
    sql`WITH last AS (
          SELECT closing_date, closing_balance FROM bank_statements WHERE account_id = ${id} AND closing_balance IS NOT NULL
          ORDER BY closing_date DESC, created_at DESC LIMIT 1),
        waiting AS (SELECT count(*)::integer AS open, count(*) FILTER (WHERE is_sure)::integer AS sure, coalesce(sum(amount), 0) AS amount
          FROM bank_lines WHERE account_id = ${id} AND status = 'open'),
        loose AS (SELECT count(*)::integer AS records, coalesce(sum(effect), 0) AS amount FROM transactions t
          WHERE account_id = ${id} AND reconciled_on IS NULL AND status = 'registered' AND t.date <= (SELECT closing_date FROM last))
        SELECT l.closing_date AS "closingDate", ${euros('l.closing_balance')} AS "closingBalance",
          CASE WHEN l.closing_date IS NOT NULL THEN ${euros(`a.opening_balance
            + coalesce((SELECT sum(x.effect) FROM transactions_by_day x WHERE x.account_id = a.id AND x.date <= l.closing_date), 0)`)} END AS "accountBalance",
          w.open, w.sure, ${euros('w.amount')} AS "openAmount", o.records AS unreconciled, ${euros('o.amount')} AS "unreconciledAmount"
        FROM treasury_accounts a LEFT JOIN last l ON true CROSS JOIN waiting w CROSS JOIN loose o WHERE a.id = ${id}`,
    {
      closingDate: 'day?',
      closingBalance: 'euros?',
      accountBalance: 'euros?',
      open: 'integer',
      sure: 'integer',
      openAmount: 'euros',
      unreconciled: 'integer',
      unreconciledAmount: 'euros',
    },
  )
  if (!found) throw notFound()
  return found
}
