import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, afterEach } from 'node:test'
import { getCallSites } from 'node:util'
import type { Role } from '@agremia/resources/access.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { buildApp } from '../app.ts'
import { inTransaction } from '../database/transaction.ts'
import { hashPassword, startSession } from '../auth/index.ts'
import type { Tokens } from '../auth/index.ts'
import type { Config } from '../config.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import type { Limits } from '../limits.ts'
import { seedMemberLists } from '../members/index.ts'
import type { TestCaller } from './caller.ts'
import { callerOf, tellCauses } from './caller.ts'
import { checkApi } from './check-api.ts'
import type { Make } from './make.ts'
import { createMake, goodPassword } from './make.ts'
import { sharedPool, testPoolSize } from './shared-databases.ts'
import { programUrls, testDatabase } from './test-database.ts'
import { testLog } from './test-log.ts'
import type { Database } from '../database/database.ts'

/** A clock that only moves when a test advances it. */
export interface TestClock {
  (): Date
  advance(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
}

/** Begins at the real time, because the database uses its own. */
export function testClock(start?: string): TestClock {
  let now = start === undefined ? Date.now() : Date.parse(`${start}T12:00:00Z`)
  const clock = () => new Date(now)
  return Object.assign(clock, {
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Parameters<TestClock['advance']>[0]) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  })
}

export type SignedInRole = Exclude<Role, 'visitor'>

/** Hash of `goodPassword`, which every test user has. */
let goodHash: Promise<string> | undefined

/** An account with tokens and its requests. */
export interface TestUser extends TestCaller {
  role: SignedInRole
  userId: string
  /** Person and membership of a member; null for staff. */
  personId: string | null
  memberId: string | null
  tokens: Tokens
}

export interface TestApp {
  app: FastifyInstance
  /** Connections of the test, independent of the application's transactions. */
  database: Database
  clock: TestClock
  /** Today in the organisation's time zone. */
  today(): Promise<string>
  /** A shared user of the role, created at the first call. */
  as(role: SignedInRole): Promise<TestUser>
  /** A new user of the role. */
  another(role: SignedInRole): Promise<TestUser>
  visitor: TestCaller
  make: Make
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Returns and clears the logged errors. A test fails if errors remain. */
  takeErrors(): string[]
}

interface TestAppOptions {
  /** Database and clock of another application, to be its second process. */
  with?: Pick<TestApp, 'database' | 'clock'>
  config?: Partial<Config>
  /** Another URL of the database, for the application only. */
  throughUrl?: string
  /** Size of the application's pool; default `testPoolSize`. */
  poolSize?: number
  /** Also without the default categories and states. */
  empty?: boolean
  limits?: Partial<Limits>
  /** Requests are not compared with the declarations of their routes. */
  sendsJunk?: boolean
  /** Backups are made by schedule; otherwise they would be made beside tests that advance the clock. */
  schedulesBackups?: boolean
}

/** Starts the server with its own database. Call it at the top level of a test file. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const errors: string[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'agremia-data-'))
  const running: { app?: FastifyInstance; database?: Database } = {}
  // Registered first, so that it runs before the database is dropped.
  after(async () => {
    await running.app?.close()
    await running.database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const file = testFile()
  afterEach(({ filePath }) => {
    // Test files that one `node --test` runs share hooks, and their tests may overlap.
    const name = basename(filePath ?? '')
    if (file === undefined || name === file || !name.endsWith('.test.ts'))
      assert.deepEqual(errors.splice(0), [], 'errors were logged')
  })

  const database = options.with?.database ?? (await testDatabase())
  const clock = options.with?.clock ?? testClock()
  if (!options.empty) await seedMemberLists(database.pool)
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, []), ...options.config }
  const opening = {
    ...(options.throughUrl ? { databaseUrl: options.throughUrl } : programUrls(database.url)),
    dataDir: '',
    log: { ...testLog, error: throwError },
    poolSize: options.poolSize ?? testPoolSize,
  }
  const shared = options.with ? undefined : await sharedPool(opening)
  if (!shared) running.database = await openDatabase(opening)
  const built = await buildApp({
    config,
    database: shared ?? (running.database as Database),
    clock,
    watch: (app) => checkApi(app, { sendsJunk: options.sendsJunk ?? false }),
    logTo: { write: (line) => void errors.push(line) },
    // So that a busy machine does not look like a hanging database, or like a file that takes too long to read.
    limits: { healthMs: 600_000, requestAnswerMs: 600_000, decodeMs: 120_000, ...options.limits },
  })
  running.app = built
  tellCauses(built, errors)
  await built.ready()
  if (!options.schedulesBackups) {
    await database.pool.query(`UPDATE settings SET value = 'false' WHERE name = 'backupsScheduled'`)
    built.world.organisation.forget()
  }

  const users = new Map<SignedInRole, Promise<TestUser>>()
  const as = (role: SignedInRole) => {
    const known = users.get(role) ?? another(role)
    users.set(role, known)
    return known
  }
  const today = () => built.world.organisation.today()
  const make = createMake(() => as('admin'), today)

  async function another(role: SignedInRole): Promise<TestUser> {
    const member = role === 'member' ? await make.member() : undefined
    const personId = member ? String(member['personId']) : null
    const id = newId()
    // Letters only: a PDF reader splits text between digits and a full stop.
    const name = `${role} ${id.slice(-6).replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`
    await database.pool.query(
      'INSERT INTO users (id, name, email, role, person_id, search_text, password_hash) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [
        id,
        name,
        `${id}@exemplo.pt`,
        role,
        personId,
        ` ${foldText(`${name} ${id}@exemplo.pt`)}`,
        await (goodHash ??= hashPassword(goodPassword)),
      ],
    )
    const account = { id, name, role, personId, blocked: false, generation: 1 }
    // In one transaction: another part of a test may let days pass meanwhile, whose work deletes old sessions.
    const issue = () =>
      inTransaction(database, (tx) => startSession(built.world, tx, account, { method: 'password' }))
    // Read before the tokens are issued: another part of a test may let days pass meanwhile.
    const begin = () => ({ until: clock().getTime() + 14 * 60_000, tokens: issue() })
    let current = begin()
    const tokens = await current.tokens
    // Tests that advance the clock need new tokens.
    const access = async () => {
      if (clock().getTime() > current.until) current = begin()
      return (await current.tokens).access
    }
    return {
      ...callerOf(built, access),
      role,
      userId: id,
      personId,
      memberId: member?._id ?? null,
      tokens,
    }
  }

  return {
    app: built,
    database,
    clock,
    today,
    as,
    another,
    visitor: callerOf(built),
    make,
    sql: async <Row>(text: string, values: unknown[] = []) =>
      (await database.pool.query(text, values)).rows as Row[],
    takeErrors: () => errors.splice(0),
  }
}

/** Misuse of the database is only logged in production; tests fail. */
function throwError(details: object): never {
  throw (details as { err: Error }).err
}

/** Name of the test file that is being loaded; undefined if unknown. */
function testFile(): string | undefined {
  const names = getCallSites().map(({ scriptName }) => basename(scriptName))
  return names.find((name) => name.endsWith('.test.ts'))
}
