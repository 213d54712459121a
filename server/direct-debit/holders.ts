import { iban as ibanRule } from '@agremia/resources/rules/iban.ts'
import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { rare } from '../rare.ts'
import { decodeBankFile } from '../bank/index.ts'
import type { Querying } from '../database/querying.ts'
import { many, raiseVersion, sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { rejectProtected } from '../protected.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { Context } from '../rest/modules.ts'

/** A holder of an account, as banks confirm them in bulk. */
export interface Pair {
  nif: string
  iban: string
}

/** Mandates that may still debit an account. */
const mayDebit = sql`a.state IN ('pending', 'active', 'suspended') AND a.iban IS NOT NULL`

/** SQL: whether `a` is a mandate that a list of pairs has. */
const isListed = (
  batchId: string | null,
) => sql`${mayDebit} AND a.holder_check = 'unchecked' AND (${batchId}::uuid IS NULL
  OR a.id IN (SELECT mandate_id FROM debit_collections WHERE batch_id = ${batchId}::uuid AND state = 'pending'))`

/** SQL: the members of the mandates of a list of pairs. */
export const holdersOf = (batchId: string | null) =>
  sql`SELECT a.member_id FROM mandates a WHERE ${isListed(batchId)}`

/**
 * The pairs of NIF and IBAN that no bank has confirmed yet, each once: of the debits of a batch that wait, or of all mandates. `withoutNif` is
 * the number of mandates whose holder has none here.
 */
export async function readPairs(
  db: Querying,
  batchId: string | null,
): Promise<{ pairs: Pair[]; withoutNif: number }> {
  const rows = await many(
    db,
    sql`SELECT a.holder_nif AS nif, a.iban FROM mandates a WHERE ${isListed(batchId)} ORDER BY a.id`,
    { nif: 'text?', iban: 'text' },
  )
  const pairs = new Map<string, Pair>()
  for (const { nif, iban } of rows) if (nif !== null) pairs.set(keyOf({ nif, iban }), { nif, iban })
  return { pairs: [...pairs.values()], withoutNif: rows.filter(({ nif }) => nif === null).length }
}

const keyOf = ({ nif, iban }: Pair) => `${nif}/${iban}`

/** Numbers of mandates, and of pairs of the file that no mandate has. */
export interface HolderOutcome {
  confirmed: number
  refused: number
  unknown: number
}

/**
 * Stores an answer of the bank with the mandates that have its pairs. The same answer again changes nothing. Throws 403 for people who are hidden
 * from the caller, and 422 on `file`.
 */
export async function applyHolders(context: Context, content: Buffer): Promise<HolderOutcome> {
  const { db, today, changes } = context
  const answers = readHolders(content)
  const mandates = await many(
    db,
    sql`SELECT a.id, a.holder_nif AS nif, a.iban, a.holder_check AS "check" FROM mandates a WHERE ${mayDebit} AND a.holder_nif IS NOT NULL
      ORDER BY a.id FOR NO KEY UPDATE`,
    { id: 'uuid', nif: 'text', iban: 'text', check: 'text' },
  )
  const answered = mandates.flatMap((mandate) => {
    const isHolder = answers.get(keyOf(mandate))
    return isHolder === undefined ? [] : [{ ...mandate, to: isHolder ? 'confirmed' : 'refused' }]
  })
  const ids = answered.map(({ id }) => id)
  await rejectProtected(
    db,
    context.caller,
    sql`SELECT member_id FROM mandates WHERE id = ANY(${ids}::uuid[])`,
  )
  const changed = answered.filter(({ check, to }) => check !== to)
  for (const to of ['confirmed', 'refused']) {
    const these = changed.filter((mandate) => mandate.to === to).map(({ id }) => id)
    const rows = await many(
      db,
      sql`UPDATE mandates a SET holder_check = ${to}, holder_checked_on = ${today}, ${raiseVersion('a')} WHERE a.id = ANY(${these}::uuid[])
        RETURNING a.id, a.version`,
      idAndVersion,
    )
    changes.push(...changesOf('mandates', 'updated', rows))
  }
  await recordAudit(
    context,
    changed.map(({ id, check, to }) => ({
      resource: 'mandates',
      id,
      action: 'updated',
      changes: [{ field: 'holderCheck', from: check, to }],
    })),
  )
  const known = new Set(answered.map(keyOf))
  return {
    confirmed: answered.filter(({ to }) => to === 'confirmed').length,
    refused: answered.filter(({ to }) => to === 'refused').length,
    unknown: [...answers.keys()].filter((key) => !known.has(key)).length,
  }
}

/** Folded words of banks for each answer; MTCH and NMTC are codes of the European verification of payees. */
const words = {
  yes: /^(s|sim|y|yes|ok|1|true|valid[oa]|confirmad[oa]|corresponde|mtch)$/,
  no: /^(n|nao|no|nok|ko|0|false|invalid[oa]|nao (valid[oa]|confirmad[oa]|corresponde)|rejeitad[oa]|nmtc)$/,
}
const separators = [';', '\t', ',', '|']
/** Lines that an error names. */
const maxNamed = 5

/** Reads a table with a NIF, an IBAN and yes or no in each row, in any order of columns, below any heading. Throws 422 on `file`. */
function readHolders(content: Buffer): Map<string, boolean> {
  const text = decodeBankFile(content)
  const tables = separators.map((delimiter) =>
    rare
      .papaparse()
      .parse<string[]>(text, { delimiter })
      .data.map((row) => row.map((cell) => cell.trim())),
  )
  const withIban = (rows: string[][]) => rows.filter((row) => row.some((cell) => ibanIn(cell) !== undefined))
  const [rows = []] = tables.toSorted((one, other) => withIban(other).length - withIban(one).length)
  const first = rows.findIndex((row) => row.some((cell) => ibanIn(cell) !== undefined))
  if (first === -1)
    throw invalid({
      file: ['Não tem nenhum IBAN: escolha a resposta do banco aos pares de NIF e IBAN, em CSV.'],
    })
  const lines = rows.map((cells, index) => ({ cells, number: index + 1 })).slice(first)
  const data = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  // A column of numbers of lines begins with 1, which some banks say for yes.
  const columns = Math.max(...data.map(({ cells }) => cells.length))
  const column = Array.from({ length: columns }, (_, index) => index).findLast((index) =>
    data.every(({ cells }) => answerIn(cells[index]) !== undefined),
  )
  const answers = new Map<string, boolean>()
  const problems: string[] = []
  for (const { cells, number } of data) {
    const [iban] = cells.flatMap((cell) => ibanIn(cell) ?? [])
    const [nif] = cells.flatMap((cell) => nifIn(cell) ?? [])
    const isHolder = column === undefined ? undefined : answerIn(cells[column])
    const line = `linha ${number}`
    if (iban === undefined || nif === undefined || isHolder === undefined) {
      problems.push(line)
      continue
    }
    const key = keyOf({ nif, iban })
    if (answers.has(key) && answers.get(key) !== isHolder) problems.push(line)
    answers.set(key, isHolder)
  }
  if (problems.length > 0) {
    const others = problems.length - maxNamed
    const named = [
      ...problems.slice(0, maxNamed),
      ...(others > 0 ? [`mais ${counted(others, 'linha', 'linhas')}`] : []),
    ]
    throw invalid({
      file: [
        `Cada linha tem um NIF, um IBAN e a resposta do banco (sim ou não), uma só para cada par. Corrija: ${named.join(', ')}.`,
      ],
    })
  }
  return answers
}

/** Whether a cell says yes; undefined when it is no answer. */
function answerIn(cell = ''): boolean | undefined {
  const word = foldText(cell).trim()
  if (words.yes.test(word)) return true
  return words.no.test(word) ? false : undefined
}

function ibanIn(cell: string): string | undefined {
  const value = ibanRule.normalize(cell)
  return /^[A-Z]{2}\d{2}/.test(value) && ibanRule.problem(value) === undefined ? value : undefined
}

function nifIn(cell: string): string | undefined {
  const value = nifRule.normalize(cell)
  return nifRule.problem(value) === undefined ? value : undefined
}
