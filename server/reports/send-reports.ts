import { Readable } from 'node:stream'
import type { ReportTable } from '@agremia/resources/report-table.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csvStream } from '../files/csv.ts'
import type { Batches, Table } from '../files/table.ts'
import { xlsxStream } from '../files/xlsx.ts'
import { recordExport } from '../rest/audit-export.ts'
import { sendWhole } from '../rest/whole-answers.ts'
import { holderOf } from '../turns.ts'
import { documentTitle, drawReports } from './draw-reports.ts'
import { fileTable, inOneBatch } from './report-files.ts'
import type { ReportTexts } from './report-texts.ts'
import type { World } from '../rest/modules.ts'

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const
export type Format = keyof typeof mediaTypes

interface FileAnswer {
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends reports as a PDF, with the texts of the year, or the first one as the table of a file. */
export function sendFile(
  world: World,
  {
    tables,
    texts,
    period,
    format,
    ...answer
  }: FileAnswer & { tables: readonly ReportTable[]; texts?: ReportTexts; period: string; format: Format },
): Promise<FastifyReply> {
  const [first] = tables as [ReportTable]
  const title = `${tables.length === 1 ? first.title : documentTitle} ${period}`
  if (format !== 'pdf') return sendTable(world, { ...answer, title, file: fileTable(first), format })
  const about = tables.map((table) => `${table.title}, ${table.period}`).join('; ')
  return send(world, answer, {
    title,
    about,
    format,
    open: async () => Readable.from([await drawReports(world, { tables, texts, period })]),
  })
}

const writers: Record<Exclude<Format, 'pdf'>, (table: Table, batches: Batches) => Readable> = {
  csv: csvStream,
  xlsx: xlsxStream,
}

/** Sends a table as a file. */
export function sendTable(
  world: World,
  {
    title,
    file,
    format,
    ...answer
  }: FileAnswer & { title: string; file: ReturnType<typeof fileTable>; format: Exclude<Format, 'pdf'> },
): Promise<FastifyReply> {
  const open = () => Promise.resolve(writers[format](file.table, inOneBatch(file.rows)))
  return send(world, answer, { title, about: title, format, open })
}

function send(
  world: World,
  { request, reply }: FileAnswer,
  {
    title,
    about,
    format,
    open,
  }: { title: string; about: string; format: Format; open: () => Promise<Readable> },
): Promise<FastifyReply> {
  const name = foldText(title).replace(/[^a-z0-9]+/g, '-')
  return sendWhole(world, reply, {
    holder: holderOf(request),
    open: async () => {
      await recordExport(world, request, { resource: 'payments', title: about, format })
      void reply.type(mediaTypes[format]).header('cache-control', 'no-store')
      void reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
      return open()
    },
  })
}
