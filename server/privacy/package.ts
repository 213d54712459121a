import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { dataRights } from '@agremia/resources/definitions/data-requests.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { ZipFile } from 'yazl'
import type { Sql } from '../database/sql.ts'
import { many, maybeOne, one, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { conflict } from '../errors.ts'
import { discardFiles, insertFileRow, signedUrl, storeContent } from '../files/index.ts'
import { csvStream } from '../files/csv.ts'
import type { TableColumn } from '../files/table.ts'
import type { Job } from '../jobs/index.ts'
import { recordAudit } from '../rest/audit.ts'
import { beginWork, updateWorkRecord, workOrFail } from '../rest/background-work.ts'
import { idAndVersion } from '../rest/changes.ts'
import type { ActionCall, Hooks, World } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { rowToJson } from '../rest/plan.ts'
import { rawRows, selectSql } from '../rest/select-rows.ts'
import type { dataPackages } from '@agremia/resources/definitions/data-requests.ts'
import { contentOf } from '../files/zip-stream.ts'

/** Days until the file is deleted. */
const availableDays = 7
const dayMs = 86_400_000
const problem =
  'Não foi possível juntar os dados. Tente outra vez; se voltar a falhar, peça ajuda a quem cuida da instalação.'

export const packageHooks: Hooks<typeof dataPackages> = {
  async validate({ db, before, merged }) {
    if (before) return undefined
    const request = await maybeOne(
      db,
      sql`SELECT member_id AS "memberId", "right" FROM data_requests WHERE id = ${merged.dataRequestId ?? null}`,
      { memberId: 'uuid?', right: 'text' },
    )
    if (!request) return undefined
    if (request.memberId === null)
      return { errors: { dataRequestId: ['Quem pede não tem ficha: não há dados a juntar.'] } }
    return undefined
  },
  async beforeSave({ before, set, caller }) {
    if (!before) set({ createdByName: caller.name })
  },
  async afterSave({ db, world, id, before }) {
    if (!before) await world.jobs.add(db, 'dataPackages', [{ data: { id } }])
  },
}

/** Collects the data of the person in a ZIP. Safe to repeat: the row is written together with the file's. */
export async function makePackage(world: World, job: Job): Promise<void> {
  const id = job.data['id'] ?? ''
  if (!(await beginWork(world, { resource: 'dataPackages', id }))) return
  await workOrFail(world, { resource: 'dataPackages', id, problem }, async () => {
    const { personId } = await one(
      world.database.pool,
      sql`SELECT m.person_id AS "personId" FROM data_packages k JOIN data_requests r ON r.id = k.data_request_id
          JOIN members m ON m.id = r.member_id WHERE k.id = ${id}`,
      { personId: 'uuid' },
    )
    const folder = await mkdtemp(join(tmpdir(), 'agremia-dados-'))
    try {
      const path = join(folder, 'dados.zip')
      await writeZip(world, { personId, path })
      const content = { mediaType: 'application/zip', name: 'dados.zip', contents: { original: { path } } }
      await storeContent(world, content, async (stored) => {
        const expiresAt = new Date(world.clock().getTime() + availableDays * dayMs)
        await updateWorkRecord(world, 'dataPackages', async (db) => {
          await insertFileRow(db, stored)
          return maybeOne(
            db,
            sql`UPDATE data_packages SET state = 'done', problem = NULL, file_id = ${stored.id}, bytes = ${stored.bytes}, expires_at = ${expiresAt}, ${raiseVersion()}
                WHERE id = ${id} RETURNING id, version`,
            idAndVersion,
          )
        })
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/** Answers a signed link to the file. Throws 409 when its time is over. */
export async function linkToPackage(
  call: ActionCall<typeof dataPackages, 'link'>,
): Promise<{ url: string; until: string }> {
  const { db, world, record } = call
  const row = await maybeOne(
    db,
    sql`SELECT file_id AS id FROM data_packages WHERE id = ${record._id} AND file_id IS NOT NULL AND expires_at > ${world.clock()}`,
    { id: 'uuid' },
  )
  if (!row) throw conflict('O ficheiro já foi apagado: faça uma cópia nova.')
  const place = { id: row.id, variant: 'original' }
  const link = signedUrl(world.keys.signing('files'), place, world.clock())
  await recordAudit(call, [{ resource: 'dataPackages', id: record._id, action: 'link', changes: [] }])
  const until = new Date(Number(new URLSearchParams(link.split('?')[1]).get('e')) * 1000).toISOString()
  return { url: new URL(link, world.config.publicUrl).href, until }
}

/** Daily work: deletes the files of packages whose time is over. */
export async function deletePackages(db: Tx, before: string): Promise<void> {
  const rows = await many(
    db,
    sql`SELECT file_id AS id FROM data_packages WHERE file_id IS NOT NULL AND expires_at < ${before}::date`,
    { id: 'uuid' },
  )
  await discardFiles(
    db,
    rows.map(({ id }) => id),
  )
}

async function writeZip(world: World, { personId, path }: { personId: string; path: string }): Promise<void> {
  const zip = new ZipFile()
  const isWritten = pipeline(contentOf(zip), createWriteStream(path))
  const addJson = (name: string, content: unknown) =>
    zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), name)
  const memberIds = await idsOf(
    world,
    sql`SELECT id FROM members WHERE person_id = ${personId} ORDER BY admission_date, id`,
  )
  const ofPerson = sql`t.person_id = ${personId}`
  const ofMembers = sql`t.member_id = ANY(${memberIds}::uuid[])`
  const records = (resource: string, where: Sql) => recordsOf(world, resource, where)
  addJson('pessoa.json', {
    ...(await records('people', sql`t.id = ${personId}`))[0],
    contactos: await records('contacts', ofPerson),
    contas: await records('users', ofPerson),
    candidaturas: await records('memberApplications', ofPerson),
  })
  addJson('socio.json', {
    inscricoes: await records('members', ofPerson),
    estados: await records('memberStates', ofMembers),
    isencoes: await records('memberExemptions', ofMembers),
    condicoes: await records('memberQuotaTerms', ofMembers),
    cartoes: await records('membershipCards', ofMembers),
    autorizacoesDeDebito: await records('mandates', ofMembers),
  })
  const paid = sql`(${ofMembers} OR t.id IN (SELECT payment_id FROM payment_items WHERE member_id = ANY(${memberIds}::uuid[])))`
  const tables = [
    ['quotas.csv', 'unsettledPayments', ofMembers],
    ['pagamentos.csv', 'payments', paid],
    ['mensagens.csv', 'messages', ofPerson],
    ['consentimentos.csv', 'consents', ofPerson],
  ] as const
  for (const [name, resource, where] of tables)
    zip.addReadStream(csvOf(resource, await records(resource, where)), name)
  const photo = await maybeOne(
    world.database.pool,
    sql`SELECT photo_id AS id FROM people WHERE id = ${personId} AND photo_id IS NOT NULL`,
    { id: 'uuid' },
  )
  const image = photo && (await world.files.read(photo.id, 'large'))
  if (image) zip.addReadStream(image, 'fotografia.jpg')
  const files = await many(
    world.database.pool,
    sql`SELECT id, name FROM record_files t WHERE ${ofMembers} AND t.treasury_doc_id IS NULL ORDER BY created_at, id`,
    { id: 'uuid', name: 'text' },
  )
  for (const [index, { id, name }] of files.entries()) {
    const content = await world.files.read(id, 'original')
    if (content) zip.addReadStream(content, `documentos/${index + 1} ${name.replace(/[/\\:*?"<>|]/g, '-')}`)
  }
  const explained: readonly (readonly [name: string, resource: string, ...unknown[]])[] = [
    ['pessoa.json', 'people'],
    ['socio.json', 'members'],
    ...tables,
  ]
  const texts = await Promise.all(explained.map(([name, resource]) => explanation(world, name, resource)))
  zip.addBuffer(Buffer.from(`\ufeff${await readme(world, texts)}`), 'leia-me.txt')
  zip.end()
  await isWritten
}

async function idsOf({ database }: World, statement: Sql): Promise<string[]> {
  return (await many(database.pool, statement, { id: 'uuid' })).map(({ id }) => id)
}

/** The fields with a value of the records `t`, by name, in the order of their creation. */
async function recordsOf(world: World, resource: string, where: Sql): Promise<Record<string, unknown>[]> {
  const plan = planOf(world, resource)
  const columns = plan.columns('admin')
  const clause = { sql: sql`WHERE ${where} ORDER BY t.created_at, t.id`, aliases: new Set<string>() }
  const rows = await rawRows(world.database.pool, selectSql(plan, columns, { clauses: [clause] }))
  return rows.map((row) => {
    const record = JSON.parse(rowToJson(columns, row)) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(record).filter(([name, value]) => value !== null && !/Url$|^_(id|version)$/.test(name)),
    )
  })
}

/** The fields of a resource that a person understands: not those that only the program uses. */
function shownFields(resource: string): { name: string; label: string; help?: string }[] {
  return Object.entries(getDefinition(resource).fields).flatMap(
    ([name, { label, help, hidden, writeOnly, column, inputType }]) =>
      hidden || writeOnly || column === 'json' || inputType === 'image' || inputType === 'file'
        ? []
        : [{ name, label, ...(help !== undefined && { help }) }],
  )
}

/** A table of the records, as text, with the names of the fields as headings. */
function csvOf(resource: string, records: readonly Record<string, unknown>[]): Readable {
  const fields = shownFields(resource)
  const columns: TableColumn[] = fields.map(({ name }) => ({ label: name, kind: 'text' }))
  const cellOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const rows = records.map((record) =>
    fields.map(({ name }) => {
      const value = record[`${referenceBase(name)}Label`] ?? record[name]
      return value === undefined ? null : cellOf(value)
    }),
  )
  return csvStream({ name: resource, columns }, Readable.from([rows]))
}

async function explanation(world: World, file: string, resource: string): Promise<string> {
  const terminology = await world.organisation.terminology()
  const lines = shownFields(resource).map(
    ({ name, label, help }) =>
      `  ${name}: ${fillTerms(label, terminology)}${help === undefined ? '' : ` (${fillTerms(help, terminology)})`}`,
  )
  return [file, ...lines].join('\r\n')
}

async function readme({ organisation, clock }: World, explained: readonly string[]): Promise<string> {
  const { name } = await organisation.terminology()
  return [
    `Dados pessoais guardados por ${name}`,
    `Feito em ${clock().toISOString()}`,
    '',
    'Os ficheiros .json e .csv são texto em UTF-8. Nos CSV, os campos separam-se por ponto e vírgula; os valores são em euros e as datas aaaa-mm-dd.',
    'A pasta documentos tem os ficheiros da ficha; fotografia.jpg, a fotografia.',
    '',
    'O que cada campo é:',
    '',
    explained.join('\r\n\r\n'),
    '',
    `Direitos: ${Object.values(dataRights).join(', ')}. Pode também reclamar à Comissão Nacional de Proteção de Dados (cnpd.pt).`,
    '',
  ].join('\r\n')
}
