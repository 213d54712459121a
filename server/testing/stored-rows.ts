import type { TestApp } from './test-app.ts'

/** What the rows of each table have, as the database stores it: the connections of the program decrypt texts, but not bytes. */
export async function storedRows({ sql }: Pick<TestApp, 'sql'>): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const rows = await sql<{ row: Buffer }>(`SELECT convert_to(t::text, 'UTF8') AS row FROM ${name} t`)
    texts.set(name, rows.map(({ row }) => row.toString('utf8')).join('\n'))
  }
  return texts
}
