import type { SettingName, Settings } from '@agremia/resources/definitions/settings.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { BackupStore } from './files/backup-store.ts'
import type { Config } from './config.ts'
import type { Listener } from './database/listen.ts'
import type { FileStore } from './files/file-store.ts'
import type { Decoder } from './files/decoder.ts'
import type { Jobs } from './jobs/index.ts'
import type { Keys } from './keys.ts'
import type { Total, Totals } from './rest/totals.ts'
import type { CallerKind, Turns } from './turns.ts'
import type { Database } from './database/database.ts'
import type { WholeAnswerKind } from './limits.ts'

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

/** What the program depends on, created once in `app.ts`. */
export interface Services {
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
  /** Backups and exports. */
  backups: BackupStore
  /** Figures for `GET /metrics`. */
  metrics: Registry
  /** Limits of concurrent expensive work in this process. */
  turns: { wholeAnswers: Turns<WholeAnswerKind>; uploads: Turns<CallerKind> }
  decoder: Decoder
  /** Job queue; jobs are added in the transaction that causes them. */
  jobs: Jobs
  keys: Keys
}
