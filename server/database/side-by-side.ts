import type { QueryConfig, QueryResult } from 'pg'
import type { Shared } from './prepared-statements.ts'
import type { Querying } from './querying.ts'
import type { Tx } from './transaction.ts'

/**
 * Does the same work for many rows of one transaction. Statements marked as `insertion` or `lookUp` that several rows send in one turn of the
 * event loop become one statement. The statements of each row keep their order. Throws the error of a row when all rows have ended: later
 * statements would go into another transaction.
 */
export async function sideBySide<Row, Result>(
  db: Tx,
  rows: readonly Row[],
  work: (row: Row, db: Tx) => Promise<Result>,
): Promise<Result[]> {
  if (rows.length === 1) return [await work(rows[0]!, db)]
  const turns = new Turns(db)
  const ended = await Promise.allSettled(rows.map((row) => work(row, turns.ofRow())))
  await turns.send()
  const failed = ended.find((one) => one.status === 'rejected') ?? turns.failed
  if (failed) throw failed.reason
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Does rows side by side, in lanes of this size: those of one lane are composed while PostgreSQL answers another. */
export async function inLanes<Row, Result>(
  db: Tx,
  rows: readonly Row[],
  size: number,
  work: (row: Row, db: Tx) => Promise<Result>,
): Promise<Result[]> {
  const lanes = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    sideBySide(db, rows.slice(index * size, (index + 1) * size), work),
  )
  const ended = await Promise.allSettled(lanes)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return ended.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

interface Asked {
  statement: QueryConfig & Partial<Shared>
  answer: (answer: Promise<QueryResult>) => void
}

/** Statements that are sent as one, or one that is sent alone. */
interface Group {
  key: string | undefined
  asked: Asked[]
}

class Turns {
  readonly #db: Tx
  #groups: Group[] = []
  #sent: Promise<unknown> = Promise.resolve()
  /** The first statement that failed: also one whose answer nobody waits for. */
  failed: PromiseRejectedResult | undefined

  constructor(db: Tx) {
    this.#db = db
  }

  ofRow(): Tx {
    let turn = this.#groups
    let next = 0
    const query = (statement: QueryConfig) =>
      new Promise<QueryResult>((answer) => {
        if (turn !== this.#groups) [turn, next] = [this.#groups, 0]
        const key = keyOf(statement)
        const known = key === undefined ? -1 : turn.findIndex((group, at) => at >= next && group.key === key)
        const at = known === -1 ? turn.length : known
        if (turn.length === 0) process.nextTick(() => void this.send())
        const group = (turn[at] ??= { key, asked: [] })
        group.asked.push({ statement, answer })
        next = at + 1
      })
    const send = async (statement: QueryConfig) => {
      // Its error is in `failed`.
      query(statement).catch(() => undefined)
    }
    return { ...this.#db, query, send }
  }

  /** Sends what the rows asked for in this turn, and answers all of it at once, so that the rows go on together. */
  send(): Promise<unknown> {
    const groups = this.#groups
    this.#groups = []
    if (groups.length === 0) return this.#sent
    const answers = groups.map(({ asked }) => answersOf(this.#db, asked))
    return (this.#sent = Promise.allSettled(answers.flat()).then((ended) => {
      this.failed ??= ended.find((one) => one.status === 'rejected')
      for (const [at, { asked }] of groups.entries())
        for (const [index, { answer }] of asked.entries()) answer(answers[at]![index]!)
    }))
  }
}

/** Statements with the same key can be sent as one. */
function keyOf({ shared, text, values = [], ...rest }: QueryConfig & Partial<Shared>): string | undefined {
  const isPlain =
    shared === 'insertion' ||
    values.every((value) => typeof value !== 'object' || value === null || value instanceof Date)
  if (shared === undefined || !isPlain) return undefined
  return `${shared} ${'rowMode' in rest ? 'array' : ''} ${text}`
}

function answersOf(db: Querying, asked: readonly Asked[]): Promise<QueryResult>[] {
  const [{ statement }] = asked as [Asked]
  if (asked.length === 1) return [db.query(statement)]
  if (statement.shared === 'insertion') {
    const answer = db.query(insertionOfAll(asked))
    return asked.map(() => answer)
  }
  return lookUpAll(db, asked)
}

/** `INSERT … VALUES ($1, $2)` of several rows: `INSERT … VALUES ($1, $2), ($3, $4)`. */
function insertionOfAll(asked: readonly Asked[]): QueryConfig {
  const all: unknown[] = []
  const [, head, row] = /^(.*?\sVALUES\s)(.*)$/s.exec(asked[0]!.statement.text) as unknown as string[]
  const rows = asked.map(({ statement: { values = [] } }) => {
    const before = all.length
    all.push(...values)
    return row!.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`)
  })
  return { text: head + rows.join(', '), values: all, kind: 'list' } as QueryConfig
}

const place = 'asked_place'

/** Looks up equal values once. Different ones: a join with the list of them, whose rows are then those of the statement that asked. */
function lookUpAll(db: Querying, asked: readonly Asked[]): Promise<QueryResult>[] {
  const keys = asked.map(({ statement: { values } }) => JSON.stringify(values))
  const places = new Map([...new Set(keys)].map((key, index) => [key, index]))
  const [{ statement }] = asked as [Asked]
  if (places.size === 1) {
    const answer = db.query(statement)
    return asked.map(() => answer.then((all) => ({ ...all, rows: structuredClone(all.rows) })))
  }
  const { values = [], ...rest } = statement
  const names = values.map((_, index) => `p${index + 1}`)
  const text = `SELECT asked.${place}, found.* FROM jsonb_to_recordset($1) AS asked (${[`${place} integer`, ...names.map((name) => `${name} text`)].join(', ')})
    CROSS JOIN LATERAL (${statement.text.replaceAll(/\$(\d+)/g, 'asked.p$1')} OFFSET 0) found`
  const rows = [...places].map(([key, index]) => ({
    [place]: index,
    ...Object.fromEntries((JSON.parse(key) as unknown[]).map((value, at) => [names[at], value])),
  }))
  const answer = db.query({ ...rest, text, values: [JSON.stringify(rows)] })
  return keys.map((key) => answer.then((all) => ofPlace(all, places.get(key)!)))
}

function ofPlace(all: QueryResult, index: number): QueryResult {
  const rows = (all.rows as (Record<string, unknown> | unknown[])[]).flatMap((row) => {
    if (Array.isArray(row)) return Number(row[0]) === index ? [row.slice(1)] : []
    const { [place]: at, ...own } = row
    return at === index ? [own] : []
  })
  return { ...all, fields: all.fields.slice(1), rows, rowCount: rows.length }
}
