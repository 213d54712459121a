import type pg from 'pg'
import { TextClient } from './text-client.ts'
import { sessionSettings } from './open.ts'
import { types } from './types.ts'

/** Runs work on a connection of its own, without a timeout of statements. Its locks, and a transaction that it left open, end with it. */
export async function inDirectSession<Result>(
  listenUrl: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new TextClient({ connectionString: listenUrl, application_name: applicationName, types })
  // An error of the connection also fails its query.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set statement_timeout to 0; ${sessionSettings}`)
    return await work(client)
  } finally {
    await client.end()
  }
}
