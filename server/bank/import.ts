import { staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { bankLines, bankStatements } from '@agremia/resources/definitions/bank-statements.ts'
import { described, mapOf, orNull } from '@agremia/resources/json-shape.ts'
import { formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { formatIban } from '@agremia/resources/rules/iban.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import { execute, jsonOf, many, maybeOne, prepared, sql } from '../database/sql.ts'
import type { Querying } from '../database/querying.ts'
import { ApiError, invalid } from '../errors.ts'
import { acceptUploads, readUploadForm, uploadField } from '../files/uploads.ts'
import { isXml } from '../read-xml.ts'
import { data, recordOf, uploadOf, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { planOf } from '../rest/modules.ts'
import { write } from '../rest/write-request.ts'
import { requireAccess } from '../rest/scope.ts'
import { sealValue } from '../rest/sealed-values.ts'
import { saveRecord } from '../rest/write.ts'
import type { LineTexts } from './known-entries.ts'
import { findKnownEntries } from './known-entries.ts'
import { readCamt } from './read-camt.ts'
import { decodeBankFile } from './decode.ts'
import type { ColumnMapping, CsvTable } from './read-csv.ts'
import {
  columnRoles,
  decimalMarkOf,
  decimalMarks,
  findMapping,
  mappingProblem,
  readCsvStatement,
  readTable,
} from './read-csv.ts'
import { isOfx, readOfx } from './read-ofx.ts'
import type { Statement } from './statement-lines.ts'
import { maxStatementLines, sumOf, sumProblem } from './statement-lines.ts'
import { suggestLines } from './suggest.ts'
import type { Context, World } from '../rest/modules.ts'
import { isNameIn } from '@agremia/resources/names.ts'

const previewShape = {
  format: 'text',
  columns: described('As colunas do ficheiro CSV.', ['text']),
  mapping: described('A coluna de cada informação, e em `decimalMark` o separador decimal.', mapOf('text')),
  roles: described('O que uma coluna pode ter.', mapOf('text')),
  decimalMarks: described('Os separadores decimais.', mapOf('text')),
  problem: described('Porque não pode ser importado assim; nulo quando pode.', 'text?'),
  warnings: ['text'],
  total: 'integer',
  known: described('Linhas que já cá estão, de outro ficheiro.', 'integer'),
  unread: described('As primeiras linhas do ficheiro que não se percebem.', [
    { line: 'integer', reason: 'text' },
  ]),
  unreadCount: 'integer',
  leftOut: described('As primeiras linhas que não entram, e porquê.', [
    { date: 'day', description: 'text', amount: 'euros', reason: 'text' },
  ]),
  fromDate: orNull('day'),
  toDate: orNull('day'),
  closingBalance: orNull('euros'),
  lines: described('As primeiras linhas.', [
    { date: 'day', description: 'text', amount: 'euros', counterpartName: 'text?', balance: orNull('euros') },
  ]),
} as const

const body = uploadOf({
  accountId: 'uuid',
  mapping: 'text',
  withoutUnread: described('`true` importa o ficheiro sem as linhas que não se percebem.', 'text'),
})
const previewApi: Api = {
  name: 'previewBankStatement',
  summary: 'Ver o que um extrato traz antes de o importar',
  description:
    'CSV (a codificação, o separador e as colunas são descobertos), camt.053 ou OFX. `mapping` é um objeto JSON com o nome da coluna de cada informação.',
  tag: bankStatements.label.many,
  body,
  answers: { 200: data(previewShape) },
  refuses: [422],
}
const importApi: Api = {
  name: 'createBankStatement',
  summary: 'Importar um extrato',
  description:
    'As linhas que já cá estão, de um ficheiro que se sobrepõe, não entram outra vez. Um ficheiro cujos saldos e movimentos não batem certo é recusado, e um com linhas que não se percebem só entra com `withoutUnread`.',
  body,
  answers: { 201: data(recordOf(bankStatements)) },
  refuses: [422],
  idempotent: true,
}

/** `POST /bank_statements` and its preview: a form with the account and the file. */
export async function importRoutes(app: FastifyInstance, world: World): Promise<void> {
  await app.register(async (scope) => {
    await acceptUploads(scope)
    scope.post('/bank_statements/preview', route(previewApi, 'bank_statements:write'), async (request) => {
      requireAccess(staffWriters(request.caller), request.caller)
      const received = await receive(world, request)
      return { data: await previewOf(world.database.pool, received) }
    })
    scope.post('/bank_statements', route(importApi), async (request, reply) => {
      requireAccess(staffWriters(request.caller), request.caller)
      const received = await receive(world, request)
      return write(world, request, reply, async (writing) => ({
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
  statement: Statement | undefined
  /** Files of one layout have the same texts for a movement. */
  layout: string
  table: CsvTable | undefined
  mapping: ColumnMapping
  /** Why the file cannot be imported so. */
  problem: string | undefined
  /** Whether a person decided to import the file without the lines that were not read. */
  isWithoutUnread: boolean
}

/** Reads the form and the statement. Throws 422 by field. */
async function receive(world: World, request: FastifyRequest): Promise<Received> {
  const { content, name: fileName, values } = await readUploadForm(request, 'ficheiro do banco')
  const { pool } = world.database
  const accountId = values['accountId'] ?? ''
  const account = isId(accountId)
    ? await maybeOne(
        pool,
        sql`SELECT id, name, iban, opening_date AS "openingDate" FROM treasury_accounts WHERE id = ${accountId}`,
        { id: 'uuid', name: 'text', iban: 'text?', openingDate: 'day' },
      )
    : undefined
  if (!account) throw invalid({ accountId: ['Escolha a conta.'] })
  const text = decodeBankFile(content)
  const shared = { fileName, account, isWithoutUnread: values['withoutUnread'] === 'true' }
  // OFX 2 is XML.
  const readStructured = isOfx(text) ? readOfx : isXml(text) ? readCamt : undefined
  if (readStructured) {
    const statement = checked(readStructured(text), account)
    const layout = statement.format
    return {
      ...shared,
      statement,
      layout,
      table: undefined,
      mapping: {},
      problem: sumProblem(statement.sums),
    }
  }
  const table = readTable(text)
  if (!table)
    throw invalid({
      [uploadField]: [
        'Não se encontraram movimentos: descarregue do banco o extrato em CSV, OFX ou camt.053.',
      ],
    })
  const mapping =
    readMapping(values['mapping'], table) ?? (await knownMapping(pool, table)) ?? findMapping(table)
  const incomplete = mappingProblem(mapping)
  if (incomplete !== undefined)
    return { ...shared, statement: undefined, layout: 'csv', table, mapping, problem: incomplete }
  const statement = checked(readCsvStatement(table, mapping), account)
  const isEmpty = statement.lines.length === 0 && statement.unread.length === 0
  const problem = isEmpty
    ? 'Nenhuma linha tem data e valor: confirme as colunas.'
    : sumProblem(statement.sums)
  const { description, counterpartName, counterpartIban, reference } = mapping
  const layout = ['csv', description, counterpartName, counterpartIban, reference].join(' · ')
  return { ...shared, statement, layout, table, mapping, problem }
}

/** Leaves out lines of zero. Refuses statements of another account, and those that are too long. */
function checked(statement: Statement, { iban, name }: Received['account']): Statement {
  if (statement.iban !== null && iban !== null && statement.iban !== iban)
    throw invalid({
      accountId: [`O extrato é da conta ${formatIban(statement.iban)}, e «${name}» é ${formatIban(iban)}.`],
    })
  if (statement.lines.length > maxStatementLines)
    throw invalid({
      [uploadField]: [`Tem mais de ${maxStatementLines} linhas: descarregue períodos mais curtos.`],
    })
  const lines = statement.lines.filter(({ amount }) => amount !== 0)
  const zeros = statement.lines.length - lines.length
  const notes =
    zeros > 0 ? [`${counted(zeros, 'linha é', 'linhas são')} de 0,00 €: não há o que conciliar.`] : []
  return { ...statement, lines, leftOut: [...statement.leftOut, ...notes] }
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
  for (const [role, name] of entries) {
    const known = role === 'decimalMark' ? Object.keys(decimalMarks) : table.columns
    if (!(isNameIn(columnRoles, role) || role === 'decimalMark') || !known.includes(String(name))) throw wrong
  }
  return Object.fromEntries(entries) as ColumnMapping
}

/** The mapping of an earlier file with the same columns; the decimal mark is that of this file, if its amounts say. */
async function knownMapping(db: Querying, table: CsvTable): Promise<ColumnMapping | undefined> {
  const known = await maybeOne(
    db,
    sql`SELECT mapping FROM bank_formats WHERE signature = ${table.signature}`,
    { mapping: jsonOf<ColumnMapping>() },
  )
  if (!known) return undefined
  const { decimalMark: stored, ...columns } = known.mapping
  if (!Object.values(columns).every((name) => table.columns.includes(name))) return undefined
  const decimalMark = decimalMarkOf(table, columns) ?? stored
  return { ...columns, ...(decimalMark && { decimalMark }) }
}

/** Lines that a preview names. */
const maxNamed = 200

async function previewOf(db: Querying, received: Received) {
  const { statement, table, mapping, problem, account } = received
  const lines = statement?.lines ?? []
  const early = lines.filter(({ date }) => date < account.openingDate)
  const numbered = await numberedLines(db, received)
  const entering = numbered.lines
  const known = entering.filter(({ isKnown }) => isKnown)
  const leftOut = [
    ...early.map((line) => ({ ...line, reason: 'está no saldo inicial' })),
    ...known.map((line) => ({ ...line, reason: 'já cá está, de outro ficheiro' })),
  ]
  return {
    format: statement?.format ?? 'csv',
    columns: table?.columns ?? [],
    mapping,
    roles: columnRoles,
    decimalMarks,
    problem: problem ?? null,
    warnings: [
      ...(early.length > 0
        ? [
            `${counted(early.length, 'linha é anterior', 'linhas são anteriores')} a ${formatDate(account.openingDate)}, quando «${account.name}» começa: estão no saldo inicial e não entram.`,
          ]
        : []),
      ...(statement?.leftOut ?? []),
      ...(numbered.doubtful > 0
        ? [
            `${counted(numbered.doubtful, 'linha tem', 'linhas têm')} o dia e o valor de outra que já cá está, com outro texto: confirme que não é a mesma.`,
          ]
        : []),
      ...(statement && problem === undefined ? await balanceRemarks(db, received, entering) : []),
    ],
    total: entering.length,
    known: known.length,
    unread: statement?.unread.slice(0, maxNamed) ?? [],
    unreadCount: statement?.unread.length ?? 0,
    leftOut: leftOut.slice(0, maxNamed).map(({ date, description, amount, reason }) => ({
      date,
      description,
      amount: toEuros(amount),
      reason,
    })),
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

type NumberedLine = Statement['lines'][number] & {
  ordinal: number
  place: number
  pattern: string
  isKnown: boolean
}

/**
 * The lines from the opening balance of the account on, each with whether an earlier file has its entry, whole or in parts, and with the number of
 * its entry among those of the day and amount.
 */
async function numberedLines(
  db: Querying,
  { statement, account, layout }: Received,
): Promise<{ lines: NumberedLine[]; doubtful: number }> {
  const placed = (statement?.lines ?? [])
    .map((line, index) => ({ ...line, place: index + 1, pattern: patternOf(line.description) }))
    .filter(({ date }) => date >= account.openingDate)
  if (placed.length === 0) return { lines: [], doubtful: 0 }
  const stored = await many(
    db,
    sql`WITH given AS (SELECT DISTINCT x.date, x.amount FROM jsonb_to_recordset(${JSON.stringify(
      placed.map(({ date, entryAmount }) => ({ date, amount: entryAmount })),
    )}) AS x (date date, amount bigint))
      SELECT l.date, l.entry_amount AS amount, l.ordinal, coalesce(s.layout, s.format) AS layout,
        json_agg(json_build_object('description', l.description, 'counterpartName', l.counterpart_name, 'counterpartIban', l.counterpart_iban,
          'reference', l.reference) ORDER BY l.part) AS texts
      FROM given g JOIN bank_lines l ON l.account_id = ${account.id} AND l.date = g.date AND l.entry_amount = g.amount
      JOIN bank_statements s ON s.id = l.statement_id GROUP BY l.date, l.entry_amount, l.ordinal, s.id ORDER BY l.date, l.ordinal`,
    { date: 'day', amount: 'cents', ordinal: 'integer', layout: 'text', texts: jsonOf<LineTexts[]>() },
  )
  const { entries, doubtful } = findKnownEntries(placed, layout, stored)
  return {
    lines: entries.flatMap(({ lines, ordinal, isKnown }) =>
      lines.map((line) => ({ ...line, ordinal, isKnown })),
    ),
    doubtful,
  }
}

/**
 * What the balances do not say. A file with one balance alone continues the latest earlier statement with a balance, if its days do: what was
 * imported since, and the new lines, lead from one balance to the other.
 */
async function balanceRemarks(
  db: Querying,
  { statement, account }: Received,
  lines: readonly NumberedLine[],
): Promise<string[]> {
  if (!statement || statement.sums.length > 0) return []
  const { closing, period } = statement
  if (!closing) return ['O ficheiro não traz saldos: não foi possível conferir se traz todos os movimentos.']
  const earlier = await maybeOne(
    db,
    sql`SELECT s.closing_date AS date, s.closing_balance AS balance, coalesce((SELECT sum(l.amount) FROM bank_lines l JOIN bank_statements o ON o.id = l.statement_id
          WHERE l.account_id = s.account_id AND (o.created_at, o.id) > (s.created_at, s.id)
            AND l.date BETWEEN s.closing_date AND ${closing.date}), 0)::bigint AS moved
        FROM bank_statements s WHERE s.account_id = ${account.id} AND s.closing_balance IS NOT NULL AND s.closing_date <= ${closing.date}
        ORDER BY s.closing_date DESC, s.created_at DESC, s.id DESC LIMIT 1`,
    { date: 'day', balance: 'cents', moved: 'cents' },
  )
  if (!earlier || !period || period.from > addDays(earlier.date, 1) || period.to < closing.date)
    return [
      `O ficheiro só traz o saldo de ${formatDate(closing.date)}: não foi possível conferir se traz todos os movimentos.`,
    ]
  const isBetween = ({ date, isKnown }: NumberedLine) =>
    !isKnown && date >= earlier.date && date <= closing.date
  const moved = earlier.moved + sumOf(lines.filter(isBetween))
  const difference = closing.balance - earlier.balance - moved
  return difference === 0
    ? []
    : [
        `O saldo de ${formatAmount(earlier.balance)} em ${formatDate(earlier.date)}, do extrato anterior, com os movimentos desde então, dá ${formatAmount(earlier.balance + moved)}, mas este ficheiro diz ${formatAmount(closing.balance)}: faltam ou sobram ${formatAmount(Math.abs(difference))}.`,
      ]
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
    "entryAmount" bigint, part integer, ordinal integer, "isReturn" boolean, description text, "counterpartName" text, "counterpartIban" text,
    "counterpartBic" text, reference text, balance bigint, pattern text)`
}

async function importStatement(writing: Context, received: Received) {
  const { statement, layout, table, mapping, problem, account, fileName, isWithoutUnread } = received
  if (!statement || problem !== undefined)
    throw invalid({ [table ? 'mapping' : uploadField]: [problem ?? 'Escolha as colunas.'] })
  if (statement.unread.length > 0 && !isWithoutUnread)
    throw invalid({
      [uploadField]: [
        `Há ${counted(statement.unread.length, 'linha que não se percebe', 'linhas que não se percebem')}: corrija o ficheiro, ou importe-o sem elas.`,
        ...statement.unread.slice(0, maxNamed).map(({ line, reason }) => `Linha ${line}: ${reason}`),
      ],
    })
  const { db, world, changes } = writing
  // Imports of one account wait for each other.
  await execute(db, sql`SELECT FROM treasury_accounts WHERE id = ${account.id} FOR UPDATE`)
  const { lines } = await numberedLines(db, received)
  if (lines.length === 0)
    throw invalid({ [uploadField]: ['O extrato não tem movimentos a partir do saldo inicial da conta.'] })
  const id = newId()
  const fresh = lines.filter(({ isKnown }) => !isKnown)
  const remarks = await balanceRemarks(db, received, lines)
  const values = {
    fileName,
    accountId: account.id,
    format: statement.format,
    fromDate: lines[0]?.date ?? null,
    toDate: lines.at(-1)?.date ?? null,
    lineCount: lines.length,
    newLines: fresh.length,
    closingDate: statement.closing?.date ?? null,
    closingBalance: statement.closing?.balance ?? null,
    remark: remarks.join(' ') || null,
    createdByName: writing.caller.name,
  }
  if (values.newLines === 0)
    throw new ApiError(409, 'Todas as linhas deste extrato já cá estão: não há nada a importar.')
  const created = await saveRecord(writing, planOf(world, bankStatements.name), {
    id: null,
    input: {},
    mode: 'create',
    given: { id, values },
  })
  await execute(db, sql`UPDATE bank_statements SET layout = ${layout} WHERE id = ${id}`)
  const sealed = fresh.map((line) => ({
    ...line,
    counterpartIban: line.counterpartIban && sealValue(line.counterpartIban, db),
  }))
  await execute(
    db,
    sql`WITH given AS (${linesSql(sealed)})
      INSERT INTO bank_lines (id, statement_id, account_id, place, date, value_date, description, amount, entry_amount, part, ordinal, is_return,
        counterpart_name, counterpart_iban, counterpart_bic, reference, balance, pattern, search_text)
      SELECT new_id(), ${id}, ${account.id}, place, date, "valueDate", description, amount, "entryAmount", part, ordinal, "isReturn",
        "counterpartName", "counterpartIban", "counterpartBic", reference, balance, pattern,
        ' ' || fold_text(concat_ws(' ', description, "counterpartName", reference))
      FROM given ORDER BY place`,
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
