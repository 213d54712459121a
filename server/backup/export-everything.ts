import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { allRecords } from '@agremia/resources/list-parameters.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { formatDateTimeLong } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { ZipFile } from 'yazl'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { inDirectSession } from '../database/direct-session.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, sql } from '../database/sql.ts'
import { csvStream } from '../files/csv.ts'
import type { Batches } from '../files/table.ts'
import { safeName } from '../files/received-documents.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { programName } from '../rest/audit.ts'
import type { ExportColumn } from '../rest/export-columns.ts'
import { columnKey, exportColumn } from '../rest/export-columns.ts'
import { streamRows } from '../rest/find-page.ts'
import { parseListQuery } from '../rest/list-query.ts'
import { planOf } from '../rest/modules.ts'
import type { Column, Plan } from '../rest/plan.ts'
import { scopeOf } from '../rest/scope.ts'
import { addStream } from './write-backup.ts'
import type { World } from '../rest/modules.ts'
import type { MadeFile } from './write-backup.ts'
import { contentOf } from '../files/zip-stream.ts'

/** Resources of the program itself, which mean nothing elsewhere: credentials, deliveries, work in the background. */
const technical = new Set([
  'apiCalls',
  'apiSecrets',
  'backups',
  'bulkActionResults',
  'bulkActions',
  'messageAttempts',
  'sessions',
  'webhookAttempts',
  'webhookDeliveries',
  'webhooks',
])

const caller = { id: null, name: programName, role: 'admin', personId: null } as const

/** A written table, for the text that explains the export. */
interface WrittenTable {
  path: string
  label: string
  rows: number
  fields: { label: string; help: string | undefined }[]
}

/**
 * Everything of the organisation as one ZIP for other programs: a CSV file of each resource from one snapshot, with the columns' labels;
 * the files, with a list; and a text that explains them. Memory stays constant.
 */
export async function exportEverything(world: World, signal: AbortSignal): Promise<MadeFile> {
  const zip = new ZipFile()
  const output = contentOf(zip)
  zip.on('error', (error: Error) => output.destroy(error))
  const counts = fill(zip, world, signal).then(
    (made) => {
      zip.end()
      return made
    },
    (error: unknown) => {
      output.destroy(error as Error)
      throw error
    },
  )
  // The stream has the error too.
  counts.catch(() => {})
  return { content: output, counts }
}

async function fill(
  zip: ZipFile,
  world: World,
  signal: AbortSignal,
): Promise<{ rows: number; files: number }> {
  const { database, organisation } = world
  const [settings, terminology] = await Promise.all([organisation.settings(), organisation.terminology()])
  return inDirectSession(database.listenUrl, 'agremia export', async (client) => {
    contentOf(zip).once('close', () => void client.end())
    await execute(client, sql`SELECT pg_advisory_lock_shared(${advisoryLocks.backup})`)
    await execute(client, sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`)
    const tables: WrittenTable[] = []
    for (const definition of exportedDefinitions()) {
      if (signal.aborted) throw new JobInterrupted()
      tables.push(
        await writeTable(zip, client, world, {
          definition,
          words: { terminology, timeZone: settings.timeZone },
        }),
      )
    }
    const files = await writeFiles(zip, client, world)
    const madeAt = formatDateTimeLong(world.clock().toISOString(), settings.timeZone)
    zip.addBuffer(
      Buffer.from(readmeOf({ organisation: settings.name, madeAt, tables, files })),
      'LEIA-ME.txt',
    )
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), files }
  })
}

/** The definitions of the tables in the export. */
export function exportedDefinitions(): Definition[] {
  return allDefinitions.filter(({ kind, name }) => kind !== 'computed' && !technical.has(name))
}

interface TableRequest {
  definition: Definition
  words: { terminology: Terminology; timeZone: string }
}

async function writeTable(
  zip: ZipFile,
  db: Querying,
  world: World,
  { definition, words }: TableRequest,
): Promise<WrittenTable> {
  const plan = planOf(world, definition.name)
  const today = await world.organisation.today()
  const columns = plan.columns('admin', 'record')
  const shown = columnsOf(plan, columns, words)
  const label = fillTerms(definition.label.many, words.terminology)
  const path = `dados/${foldText(label.replaceAll(/\(.*?\)/g, ''))
    .trim()
    .replaceAll(/[^a-z0-9]+/g, '-')}-${definition.name}.csv`
  const query = parseListQuery(plan, {}, { caller, today, plans: world.plans })
  Object.assign(query, { page: 1, limit: allRecords })
  const { constraint } = scopeOf(plan, 'export', caller)
  let rows = 0
  async function* batches(): Batches {
    for await (const batch of streamRows(db, plan, query, { constraint, columns })) {
      rows += batch.length
      yield batch.map((row) => shown.map(({ index, cell }) => (row[index] == null ? null : cell(row[index]))))
    }
  }
  const csv = csvStream({ name: label, columns: shown }, batches())
  await addStream(zip, path, csv)
  return { path, label, rows, fields: shown.map(({ label: name, help }) => ({ label: name, help })) }
}

type ShownColumn = ExportColumn & { help: string | undefined }

/** The identifier, each field that can be read, and beside the label of a reference its identifier. */
function columnsOf(plan: Plan, columns: readonly Column[], words: TableRequest['words']): ShownColumn[] {
  const idOf = (key: string, label: string): ShownColumn[] => {
    const index = columns.findIndex((column) => column.key === key)
    return index < 0 ? [] : [{ label, kind: 'text', index, cell: (raw) => raw, help: undefined }]
  }
  const fields = Object.entries(plan.definition.fields).flatMap(([name, field]: [string, Field]) => {
    if (field.writeOnly || !columns.some(({ key }) => key === columnKey(name, field))) return []
    const shown = { ...exportColumn(name, field, columns, words), help: field.help }
    return field.reference && columnKey(name, field) === `${referenceBase(name)}Label`
      ? [shown, ...idOf(name, `${shown.label} (identificador)`)]
      : [shown]
  })
  return [...idOf('_id', 'Identificador'), ...fields]
}

const fileShape = {
  id: 'uuid',
  name: 'text?',
  mediaType: 'text',
  usedBy: 'text?',
  usedById: 'uuid?',
} as const

/** Writes each file in its original size, and the list of files. Returns their number. */
async function writeFiles(zip: ZipFile, db: Querying, world: World): Promise<number> {
  const rows = await many(
    db,
    sql`SELECT f.id, coalesce(f.name, r.name) AS name, f.media_type AS "mediaType", u.used_by AS "usedBy", u.record_id AS "usedById"
        FROM stored_files f LEFT JOIN record_files r ON r.id = f.id
        LEFT JOIN LATERAL (
          SELECT 'pessoa' AS used_by, p.id AS record_id FROM people p WHERE p.photo_id = f.id
          UNION ALL SELECT 'candidatura', a.id FROM member_applications a WHERE a.photo_id = f.id
          UNION ALL SELECT 'lote de impressão', b.id FROM print_batches b WHERE b.file_id = f.id
          UNION ALL SELECT 'sócio', r.member_id WHERE r.member_id IS NOT NULL
          UNION ALL SELECT 'documento da tesouraria', r.treasury_doc_id WHERE r.treasury_doc_id IS NOT NULL
          LIMIT 1) u ON true`,
    fileShape,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const lines: (string | null)[][] = []
  for await (const { id, variant } of world.files.list()) {
    const row = known.get(id)
    if (!row || !originals.has(variant)) continue
    const content = await world.files.read(id, variant)
    if (!content) continue
    const extension = `.${row.mediaType.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin'}`
    const path = `ficheiros/${id.slice(-12)} ${safeName(row.name ?? 'ficheiro', extension)}`
    await addStream(zip, path, content)
    lines.push([path, row.name, row.mediaType, row.usedBy, row.usedById])
  }
  const columns = ['Ficheiro', 'Nome', 'Tipo', 'De', 'Identificador'].map((label) => ({
    label,
    kind: 'text' as const,
  }))
  const list = async function* (): Batches {
    yield lines
  }
  await addStream(zip, 'ficheiros.csv', csvStream({ name: 'Ficheiros', columns }, list()))
  return lines.length
}

/** Variants of stored files that others are made from. */
const originals = new Set(['original', 'document'])

interface ReadmeFacts {
  organisation: string
  madeAt: string
  tables: readonly WrittenTable[]
  files: number
}

function readmeOf({ organisation, madeAt, tables, files }: ReadmeFacts): string {
  const parts = tables.map(
    ({ path, label, rows, fields }) =>
      `${path}\n  ${label}: ${formatNumber(rows)} ${rows === 1 ? 'linha' : 'linhas'}.\n${fields
        .map((field) => `  - ${field.label}${field.help === undefined ? '' : `: ${field.help}`}`)
        .join('\n')}`,
  )
  return `Tudo o que a Agremia guarda de ${organisation}
${madeAt}

Contém dados pessoais: guarde este ficheiro como guarda os originais, e apague-o quando já não precisar dele.

Como ler
--------
dados/*.csv     Uma tabela em cada ficheiro. Texto em UTF-8, com cabeçalho, separado por ponto e
                vírgula; datas DD-MM-AAAA, valores em euros com vírgula. Abre-se em qualquer
                folha de cálculo.
ficheiros/      ${counted(files, 'fotografia ou documento', 'fotografias e documentos')}, no tamanho original. Em ficheiros.csv está de quem é cada um.

O «Identificador» é o mesmo em todas as tabelas: a coluna «… (identificador)» de uma tabela tem o
identificador do registo da outra.

As palavras-passe, as sessões, as chaves de API e o histórico de alterações não estão aqui: o
histórico está na cópia de segurança, que só serve para repor nesta aplicação.

Tabelas
-------
${parts.join('\n\n')}
`
}
