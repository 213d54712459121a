import { sessions } from '@agremia/resources/definitions/sessions.ts'
import { secretSettings } from '@agremia/resources/definitions/settings.ts'
import { users } from '@agremia/resources/definitions/users.ts'
import { readConfig } from './config.ts'
import { advisoryLocks } from './database/advisory-locks.ts'
import { openDatabase } from './database/open.ts'
import type { Querying } from './database/querying.ts'
import { textKeyName } from './database/sealed-text.ts'
import type { Sql } from './database/sql.ts'
import { execute, exists, literals, many, one, raw, sql } from './database/sql.ts'
import { inTransaction } from './database/transaction.ts'
import type { Tx } from './database/transaction.ts'
import { discardTexts, encryptTextsAgain } from './encrypt-stored.ts'
import { StartError } from './errors.ts'
import type { EncryptionKey, Keys, WrappingKeys } from './keys.ts'
import { addKeys, encryptionKeys, keysChannel, openKeys, signingKeys } from './keys.ts'
import { notifyChanges } from './rest/changes.ts'
import type { Database } from './database/database.ts'

/** Where the values of a key are. */
interface Place {
  table: string
  id: string
  column: string
  /** The encrypted value; null when the row has none. */
  sealed: Sql
  /** The content of the column. */
  stored: (sealed: Buffer) => Sql
  /** Removes all values. */
  discard: Sql
}

const inBytes = (table: string, id: string, column: string): Omit<Place, 'discard'> => ({
  table,
  id,
  column,
  sealed: raw(column),
  stored: (sealed) => sql`${sealed}`,
})

const places: Record<EncryptionKey, Place> = {
  settings: {
    table: 'settings',
    id: 'name',
    column: 'value',
    sealed: sql`CASE WHEN name IN (${literals(secretSettings)}) AND value <> '' THEN decode(value, 'base64') END`,
    stored: (sealed) => sql`${sealed.toString('base64')}`,
    discard: sql`UPDATE settings SET value = '' WHERE name IN (${literals(secretSettings)})`,
  },
  authenticatorApps: {
    ...inBytes('authenticator_apps', 'user_id', 'secret'),
    discard: sql`WITH apps AS (DELETE FROM authenticator_apps) DELETE FROM recovery_codes`,
  },
  messages: {
    ...inBytes('messages', 'id', 'sealed'),
    discard: sql`UPDATE messages SET state = 'cancelled', reason = 'expired', sealed = NULL, next_attempt_at = NULL, version = version + 1
      WHERE sealed IS NOT NULL`,
  },
  fiscalIdentities: {
    ...inBytes('fiscal_identities', 'person_id', 'sealed'),
    discard: sql`DELETE FROM fiscal_identities`,
  },
  webhooks: { ...inBytes('webhook_secrets', 'id', 'sealed'), discard: sql`DELETE FROM webhook_secrets` },
}

/** Statements that remove all keys but that of texts, and the values that nobody can decrypt without them. */
export const discardSealed: readonly Sql[] = [
  sql`DELETE FROM secrets WHERE name <> ${textKeyName}`,
  ...Object.values(places).map(({ discard }) => discard),
]

/** Rows that a transaction encrypts again: other writers of these rows wait for it. */
const batchSize = 200

/**
 * Replaces all keys. Signatures of earlier keys end, except those of `signingKeys` that stay. Encrypted values are encrypted again, and the
 * earlier keys are deleted when no value needs them. Other processes may work meanwhile. A call after an interrupted one continues it.
 * Returns the number of values that it encrypted.
 */
export async function replaceKeys(
  database: Pick<Database, 'pool' | 'cacheReads'>,
  wrapping: WrappingKeys,
): Promise<number> {
  const keys = await openKeys(database, wrapping)
  await beginReplacement(database, wrapping)
  await keys.reload()
  let count = 0
  for (const name of encryptionKeys) {
    do count += await encryptAgain(database, keys, name)
    while (!(await deleteEarlier(database, name)))
  }
  return count + (await encryptTextsAgain(database))
}

/** Creates the new keys, unless an interrupted replacement left earlier ones. */
async function beginReplacement(database: Pick<Database, 'pool'>, wrapping: WrappingKeys): Promise<void> {
  await inTransaction(database, async (db) => {
    await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.keys})`)
    const newest = await many(
      db,
      sql`SELECT name, max(version) AS version, count(*)::integer AS count FROM secrets GROUP BY name`,
      { name: 'text', version: 'integer', count: 'integer' },
    )
    const isInterrupted = newest.some(
      ({ name, count }) => count > 1 && (Object.hasOwn(places, name) || name === textKeyName),
    )
    if (isInterrupted) return
    const ending = Object.entries(signingKeys).flatMap(([name, signatures]) =>
      signatures === 'end' ? [name] : [],
    )
    await execute(db, sql`DELETE FROM secrets WHERE name IN (${literals(ending)})`)
    await addKeys(
      db,
      wrapping,
      newest.map(({ name, version }) => ({ name, version: version + 1 })),
    )
    await endAllSessions(db)
    await execute(db, sql`SELECT pg_notify(${keysChannel}, '')`)
  })
}

/** Ends all sessions; pages that are open learn it from `endAllSessions`. */
export const endSessionRows = sql`UPDATE sessions SET ended_at = now(), updated_at = now(), version = version + 1 WHERE ended_at IS NULL`

async function endAllSessions(db: Tx): Promise<void> {
  await execute(db, endSessionRows)
  // Also closes their sockets.
  await notifyChanges(
    db,
    [users, sessions].map(({ name }) => ({ resource: name, action: 'updated', id: '', version: 0 })),
  )
}

/**
 * Replaces all keys when the key of the environment that encrypted them is lost, and removes the values that nobody can decrypt any more.
 * No other process may run. Throws StartError when the keys can be decrypted.
 */
export async function discardKeys(
  database: Pick<Database, 'pool' | 'cacheReads'>,
  wrapping: WrappingKeys,
): Promise<void> {
  const isReadable = await openKeys(database, wrapping).then(
    () => true,
    () => false,
  )
  if (isReadable) throw new StartError('As chaves decifram-se com SECRETS_KEY: nada se perdeu nem se apagou.')
  await inTransaction(database, async (db) => {
    for (const statement of [sql`DELETE FROM secrets`, ...discardSealed, ...discardTexts])
      await execute(db, statement)
    await endAllSessions(db)
  })
  await openKeys(database, wrapping)
}

/** Whether a row has a value of an earlier key. */
function isEarlier({ sealed }: Place, version: number): Sql {
  return sql`substring(${sealed} FROM 1 FOR 4) <> int4send(${version}::integer)`
}

async function newestVersion(db: Querying, name: EncryptionKey): Promise<number> {
  const { version } = await one(db, sql`SELECT max(version) AS version FROM secrets WHERE name = ${name}`, {
    version: 'integer',
  })
  return version
}

async function encryptAgain(
  database: Pick<Database, 'pool'>,
  keys: Keys,
  name: EncryptionKey,
): Promise<number> {
  const place = places[name]
  const [table, id, column] = [raw(place.table), raw(place.id), raw(place.column)]
  let count = 0
  for (;;) {
    const done = await inTransaction(database, async (db) => {
      const seal = await keys.sealer(db, name)
      const rows = await many(
        db,
        sql`SELECT ${id}::text AS id, ${place.sealed} AS sealed FROM ${table}
            WHERE ${isEarlier(place, await newestVersion(db, name))} ORDER BY ${id} LIMIT ${batchSize} FOR UPDATE`,
        { id: 'text', sealed: 'bytes' },
      )
      for (const row of rows) {
        const sealed = seal(await keys.unseal(name, row.sealed))
        await execute(
          db,
          sql`UPDATE ${table} SET ${column} = ${place.stored(sealed)} WHERE ${id} = ${row.id}`,
        )
      }
      return rows.length
    })
    if (done === 0) return count
    count += done
  }
}

/**
 * Deletes the earlier keys, and returns whether no value needed them. Locks them first: transactions that encrypted with them end before
 * the second statement looks for values.
 */
async function deleteEarlier(database: Pick<Database, 'pool'>, name: EncryptionKey): Promise<boolean> {
  const place = places[name]
  return inTransaction(database, async (db) => {
    const version = await newestVersion(db, name)
    await execute(
      db,
      sql`SELECT FROM secrets WHERE name = ${name} AND version < ${version} ORDER BY version FOR UPDATE`,
    )
    if (await exists(db, sql`SELECT FROM ${raw(place.table)} WHERE ${isEarlier(place, version)} LIMIT 1`))
      return false
    await execute(db, sql`DELETE FROM secrets WHERE name = ${name} AND version < ${version}`)
    return true
  })
}

/** `npm run replace-keys [-- --lost]`: `replaceKeys`, or `discardKeys`. Can be interrupted and repeated at any time. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    const config = readConfig(process.env, [])
    const database = await openDatabase({ ...config, log: console })
    try {
      if (args.includes('--lost')) {
        await discardKeys(database, config)
        print('Chaves novas. Apagou-se o que as antigas cifravam: docs/running.md diz o que há a fazer.')
        return
      }
      const count = await replaceKeys(database, config)
      print(
        `Chaves substituídas; ${count === 1 ? '1 valor cifrado' : `${count.toLocaleString('pt-PT')} valores cifrados`} de novo.`,
      )
      print('As sessões terminaram: cada pessoa volta a entrar.')
    } finally {
      await database.close()
    }
  } catch (error) {
    print(
      error instanceof StartError
        ? error.message
        : `A substituição parou: ${(error as Error).message}. Nada se perdeu; repita o comando para continuar.`,
    )
    process.exitCode = 1
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

// In a container, where the scripts are missing.
if (import.meta.main) await run(process.argv.slice(2))
