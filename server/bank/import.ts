import { staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { bankLines, bankStatements } from '@agremia/resources/definitions/bank-statements.ts'
import { described, mapOf, orNull } from '@agremia/resources/json-shape.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { formatIban } from '@agremia/resources/rules/iban.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import { execute, jsonOf, maybeOne, one, prepared, sql } from '../database/sql.ts'
import type { Querying } from '../database/querying.ts'
import { ApiError, invalid } from '../errors.ts'
import { acceptUploads, readUploadForm, uploadField } from '../files/uploads.ts'
import { isXml } from '../read-xml.ts'
import { data, recordOf, uploadOf } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { write } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import { sealValue } from '../rest/sealed-values.ts'
import type { WriteContext } from '../rest/write.ts'
import { saveRecord } from '../rest/write.ts'
import { readCamt } from './read-camt.ts'
import type { ColumnMapping, ColumnRole, CsvTable } from './read-csv.ts'
import {
  columnRoles,
  decodeText,
  findMapping,
  mappingProblem,
  readCsvStatement,
  readTable,
} from './read-csv.ts'
import type { Statement, UnreadLine } from './statement-lines.ts'
import { maxStatementLines } from './statement-lines.ts'
import { suggestLines } from './suggest.ts'

const previewShape = {
  format: 'text',
  columns: described('As colunas do ficheiro CSV.', ['text']),
  mapping: described('A coluna de cada informação.', mapOf('text')),
  roles: described('O que uma coluna pode ter.', mapOf('text')),
  problem: described('Porque não pode ser importado assim; nulo quando pode.', 'text?'),
  warnings: ['text'],
  total: 'integer',
  known: described('Linhas que já cá estão, de outro ficheiro.', 'integer'),
  unread: [{ line: 'integer', reason: 'text' }],
  fromDate: orNull('day'),
  toDate: orNull('day'),
  closingBalance: orNull('euros'),
  lines: described('As primeiras linhas.', [
    { date: 'day', description: 'text', amount: 'euros', counterpartName: 'text?', balance: orNull('euros') },
  ]),
} as const

const body = uploadOf({ accountId: 'uuid', mapping: 'text' })
const previewApi: Api = {
  name: 'previewBankStatement',
  summary: 'Ver o que um extrato traz antes de o importar',
  description:
    'CSV (a codificação, o separador e as colunas são descobertos) ou camt.053. `mapping` é um objeto JSON com o nome da coluna de cada informação.',
  tag: bankStatements.label.many,
  body,
  answers: { 200: data(previewShape) },
  refuses: [422],
}
const importApi: Api = {
  name: 'createBankStatement',
  summary: 'Importar um extrato',
  description: 'As linhas que já cá estão, de um ficheiro que se sobrepõe, não entram outra vez.',
  body,
  answers: { 201: data(recordOf(bankStatements)) },
  refuses: [422],
  idempotent: true,
}

/** `POST /bank_statements` and its preview: a form with the account and the file. */
export async function importRoutes(app: FastifyInstance, engine: Engine): Promise<void> {
  await app.register(async (scope) => {
    await acceptUploads(scope)
    scope.post(
      '/bank_statements/preview',
      { config: { api: previewApi, scope: 'bank_statements:write' } },
      async (request) => {
        constraintOf(staffWriters(request.caller), request.caller)
        const received = await receive(engine, request)
        return { data: await previewOf(engine.world.database.pool, received) }
      },
    )
    scope.post('/bank_statements', { config: { api: importApi } }, async (request, reply) => {
      constraintOf(staffWriters(request.caller), request.caller)
      const received = await receive(engine, request)
      return write(engine, request, reply, async (writing) => ({
        status: 201,
        data: await importStatement(writing, received),
      }))
    })
  })
}

interface Received {
  fileName: string
  account: { id: string; name: string; iban: string | null; openingDate: string }
  /** Undefined of a CSV file whose columns are not known. */
  statement: (Statement & { unread: UnreadLine[] }) | undefined
  table: CsvTable | undefined
  mapping: ColumnMapping
  problem: string | undefined
}

/** Reads the form and the statement. Throws 422 by field. */
async function receive(engine: Engine, request: FastifyRequest): Promise<Received> {
  const { content, name: fileName, values } = await readUploadForm(request, 'ficheiro do banco')
  const { pool } = engine.world.database
  const accountId = values['accountId'] ?? ''
  const account = isId(accountId)
    ? await maybeOne(
        pool,
        sql`SELECT id, name, iban, opening_date AS "openingDate" FROM treasury_accounts WHERE id = ${accountId}`,
        { id: 'uuid', name: 'text', iban: 'text?', openingDate: 'day' },
      )
    : undefined
  if (!account) throw invalid({ accountId: ['Escolha a conta.'] })
  const text = decodeText(content)
  const shared = { fileName, account }
  if (isXml(text)) {
    const statement = { ...readCamt(text), unread: [] }
    return {
      ...shared,
      statement: checked(statement, account),
      table: undefined,
      mapping: {},
      problem: undefined,
    }
  }
  const table = readTable(content)
  if (!table)
    throw invalid({
      [uploadField]: ['Não se encontraram movimentos: descarregue do banco o extrato em CSV ou camt.053.'],
    })
  const mapping =
    readMapping(values['mapping'], table) ?? (await knownMapping(pool, table)) ?? findMapping(table)
  const problem = mappingProblem(mapping)
  const statement = problem === undefined ? checked(readCsvStatement(table, mapping), account) : undefined
  const isEmpty = statement?.lines.length === 0 && 'Nenhuma linha tem data e valor: confirme as colunas.'
  return { ...shared, statement, table, mapping, problem: problem ?? (isEmpty || undefined) }
}

/** Refuses statements of another account, and those that are too long. */
function checked<S extends Statement>(statement: S, { iban, name }: Received['account']): S {
  if (statement.iban !== null && iban !== null && statement.iban !== iban)
    throw invalid({
      accountId: [`O extrato é da conta ${formatIban(statement.iban)}, e «${name}» é ${formatIban(iban)}.`],
    })
  if (statement.lines.length > maxStatementLines)
    throw invalid({
      [uploadField]: [`Tem mais de ${maxStatementLines} linhas: descarregue períodos mais curtos.`],
    })
  return statement
}

/** The mapping of the request. Throws 422 when it is none. */
function readMapping(text: string | undefined, table: CsvTable): ColumnMapping | undefined {
  if (text === undefined || text === '') return undefined
  const wrong = invalid({ mapping: ['Indique o nome da coluna de cada informação, em JSON.'] })
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw wrong
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong
  const entries = Object.entries(given).filter(([, name]) => name !== null && name !== '')
  for (const [role, name] of entries)
    if (!Object.hasOwn(columnRoles, role) || !table.columns.includes(String(name))) throw wrong
  return Object.fromEntries(entries) as ColumnMapping
}

/** The mapping of an earlier file with the same columns. */
async function knownMapping(db: Querying, table: CsvTable): Promise<ColumnMapping | undefined> {
  const known = await maybeOne(
    db,
    sql`SELECT mapping FROM bank_formats WHERE signature = ${table.signature}`,
    { mapping: jsonOf<Record<ColumnRole, string>>() },
  )
  return known && Object.values(known.mapping).every((name) => table.columns.includes(name))
    ? known.mapping
    : undefined
}

async function previewOf(db: Querying, received: Received) {
  const { statement, table, mapping, problem, account } = received
  const lines = statement?.lines ?? []
  const entering = numbered(lines.filter(({ date }) => date >= account.openingDate))
  const early = lines.length - entering.length
  return {
    format: statement?.format ?? 'csv',
    columns: table?.columns ?? [],
    mapping,
    roles: columnRoles,
    problem: problem ?? null,
    warnings:
      early > 0
        ? [
            `${counted(early, 'linha é anterior', 'linhas são anteriores')} a ${formatDate(account.openingDate)}, quando «${account.name}» começa: estão no saldo inicial e não entram.`,
          ]
        : [],
    total: entering.length,
    known: entering.length - (await countNew(db, account.id, entering)),
    unread: statement?.unread.slice(0, 20) ?? [],
    fromDate: lines[0]?.date ?? null,
    toDate: lines.at(-1)?.date ?? null,
    closingBalance: statement?.closing ? toEuros(statement.closing.balance) : null,
    lines: lines.slice(0, 8).map(({ date, description, amount, counterpartName, balance }) => ({
      date,
      description,
      amount: toEuros(amount),
      counterpartName,
      balance: balance === null ? null : toEuros(balance),
    })),
  }
}

type NumberedLine = Statement['lines'][number] & { ordinal: number; place: number; pattern: string }

/** The lines with the number of each among those of its day with its amount. */
function numbered(lines: Statement['lines']): NumberedLine[] {
  const counts = new Map<string, number>()
  return lines.map((line, index) => {
    const key = `${line.date} ${line.amount}`
    const ordinal = (counts.get(key) ?? 0) + 1
    counts.set(key, ordinal)
    return { ...line, ordinal, place: index + 1, pattern: patternOf(line.description) }
  })
}

/** The words of a description without figures, which change from one line to the next that is alike. */
function patternOf(description: string): string {
  return foldText(description)
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ')
}

function linesSql(lines: readonly NumberedLine[]) {
  return sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(lines)}) AS x (place integer, date date, "valueDate" date, amount bigint,
    ordinal integer, description text, "counterpartName" text, "counterpartIban" text, reference text, balance bigint, pattern text)`
}

async function importStatement(writing: WriteContext, received: Received) {
  const { statement, table, mapping, problem, account, fileName } = received
  if (!statement || problem !== undefined) throw invalid({ mapping: [problem ?? 'Escolha as colunas.'] })
  const { db, engine, world, changes } = writing
  const lines = numbered(statement.lines.filter(({ date }) => date >= account.openingDate))
  if (lines.length === 0)
    throw invalid({ [uploadField]: ['O extrato não tem movimentos a partir do saldo inicial da conta.'] })
  // Imports of one account wait for each other.
  await execute(db, sql`SELECT FROM treasury_accounts WHERE id = ${account.id} FOR UPDATE`)
  const id = newId()
  const values = {
    fileName,
    accountId: account.id,
    format: statement.format,
    fromDate: lines[0]?.date ?? null,
    toDate: lines.at(-1)?.date ?? null,
    lineCount: lines.length,
    newLines: await countNew(db, account.id, lines),
    closingDate: statement.closing?.date ?? null,
    closingBalance: statement.closing?.balance ?? null,
    createdByName: writing.caller.name,
  }
  if (values.newLines === 0)
    throw new ApiError(409, 'Todas as linhas deste extrato já cá estão: não há nada a importar.')
  const created = await saveRecord(writing, planOf(engine, bankStatements.name), {
    id: null,
    input: {},
    mode: 'create',
    given: { id, values },
  })
  const sealed = lines.map((line) => ({
    ...line,
    counterpartIban: line.counterpartIban && sealValue(line.counterpartIban, db),
  }))
  await execute(
    db,
    sql`WITH given AS (${linesSql(sealed)})
      INSERT INTO bank_lines (id, statement_id, account_id, place, date, value_date, description, amount, ordinal, counterpart_name,
        counterpart_iban, reference, balance, pattern, search_text)
      SELECT new_id(), ${id}, ${account.id}, place, date, "valueDate", description, amount, ordinal, "counterpartName",
        "counterpartIban", reference, balance, pattern, ' ' || fold_text(concat_ws(' ', description, "counterpartName", reference))
      FROM given ORDER BY place ON CONFLICT ON CONSTRAINT bank_lines_once DO NOTHING`,
  )
  if (table)
    await execute(
      db,
      prepared(sql`INSERT INTO bank_formats (signature, mapping, used_at) VALUES (${table.signature}, ${JSON.stringify(mapping)}, ${world.clock()})
        ON CONFLICT (signature) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at`),
    )
  await suggestLines(db, account.id)
  changes.push({ resource: bankLines.name, action: 'created', id, version: 1 })
  return created
}

/** The number of lines that no earlier file had. */
async function countNew(db: Querying, accountId: string, lines: readonly NumberedLine[]): Promise<number> {
  const { known } = await one(
    db,
    sql`WITH given AS (${linesSql(lines)})
      SELECT count(*)::integer AS known FROM given g
      JOIN bank_lines l ON l.account_id = ${accountId} AND l.date = g.date AND l.amount = g.amount AND l.ordinal = g.ordinal`,
    { known: 'integer' },
  )
  return lines.length - known
}
