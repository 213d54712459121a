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
import type { Total } from './rest/count-records.ts'
import type { Totals } from './rest/totals.ts'
import type { WholeAnswerKind } from './rest/whole-answers.ts'
import type { CallerKind, Turns } from './turns.ts'

/** The organisation's settings and words, as every process of the program sees them now. */
export interface Organisation {
  settings(): Promise<Settings>
  setting(name: SettingName): Promise<string>
  terminology(): Promise<Terminology>
  /** The organisation's day, `YYYY-MM-DD`. */
  today(): Promise<string>
  /** Raised at each change, for what is computed from the settings. */
  version(): number
  forget(): void
}

/** What the program is given to work with. Built once in `app.ts`; nothing reaches around it. */
export interface World {
  config: Config
  database: Database
  listener: Listener
  clock: () => Date
  log: FastifyBaseLogger
  organisation: Organisation
  totals: Totals<Total>
  /** Drops what this process keeps of a resource: it changed, here or elsewhere. */
  forget(resource: string): void
  files: FileStore
  /** Shares of what this process has little of. */
  turns: { wholeAnswers: Turns<WholeAnswerKind>; uploads: Turns<CallerKind> }
  images: Images
  /** Work for later, put off in the transaction that causes it. */
  jobs: Jobs
  /** Keys by purpose, shared by all processes through the database. */
  secret: (name: string) => Promise<Buffer>
}

/** What a hook or an action is given. */
export interface Context {
  world: World
  db: Tx
  caller: Caller
  /** The caller's address, for the audit trail. */
  address: string | null
  today: string
  settings: Settings
  /** What was written; whoever writes more than the record itself adds it. Told when the transaction commits. */
  changes: Change[]
}
