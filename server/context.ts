import type { Caller } from '@agremia/resources/access.ts'
import type { SettingName, Settings } from '@agremia/resources/definitions/settings.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Listener } from './database/listen.ts'
import type { Database } from './database/open.ts'
import type { Tx } from './database/transaction.ts'
import type { FileStore } from './files/file-store.ts'
import type { Images } from './files/images.ts'
import type { Jobs } from './jobs/index.ts'
import type { Change } from './rest/changes.ts'
import type { Total, Totals } from './rest/totals.ts'
import type { WholeAnswerKind } from './rest/whole-answers.ts'
import type { CallerKind, Turns } from './turns.ts'

/** The organisation's settings and terminology, cached and current in every process. */
export interface Organisation {
  settings(): Promise<Settings>
  setting(name: SettingName): Promise<string>
  terminology(): Promise<Terminology>
  /** Today in the organisation's time zone, `YYYY-MM-DD`. */
  today(): Promise<string>
  /** Increases with each change, for values computed from settings. */
  version(): number
  forget(): void
}

/** The dependencies of the program, created once in `app.ts`. */
export interface World {
  config: Config
  database: Database
  listener: Listener
  clock: () => Date
  log: FastifyBaseLogger
  organisation: Organisation
  totals: Totals<Total>
  /** Drops this process's caches of a changed resource. */
  dropCaches(resource: string): void
  files: FileStore
  /** Limits of concurrent expensive work in this process. */
  turns: { wholeAnswers: Turns<WholeAnswerKind>; uploads: Turns<CallerKind> }
  images: Images
  /** Job queue; jobs are added in the transaction that causes them. */
  jobs: Jobs
  /** Keys by purpose, shared by all processes through the database. */
  secret: (name: string) => Promise<Buffer>
}

/** Context of a hook or an action. */
export interface Context {
  world: World
  db: Tx
  caller: Caller
  /** IP address, for the audit trail. */
  address: string | null
  today: string
  settings: Settings
  /** Written records, announced when the transaction commits. Code that writes further records must add them. */
  changes: Change[]
}
