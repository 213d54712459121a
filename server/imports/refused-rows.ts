import { importRows, imports } from '@agremia/resources/definitions/imports.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance } from 'fastify'
import { jsonOf, inline, join, maybeOne, nullable, sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import type { Api } from '../rest/api.ts'
import { fileOf, type WithId } from '../rest/api.ts'
import { sendExport } from '../rest/export.ts'
import { streamSql } from '../rest/find-page.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { requireAccess } from '../rest/scope.ts'
import type { FoundColumn } from './columns/find-columns.ts'
import { reasonTitle } from './columns/find-columns.ts'
import type { World } from '../rest/modules.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const refusedApi: Api = {
  name: 'readRefusedRows',
  summary: 'Descarregar as linhas recusadas',
  description:
    'As linhas recusadas ou que falharam, com as colunas do ficheiro, as correções e uma coluna com o motivo: CSV de um ficheiro de texto, senão XLSX. Corrigidas, voltam a importar-se.',
  tag: imports.label.many,
  params: { id: 'uuid' },
  answers: { 200: fileOf('text/csv', xlsxType) },
}

/** `GET /imports/:id/refused`: the refused rows as a file that can be imported. */
export function refusedRoute(app: FastifyInstance, world: World): void {
  app.get<WithId>(
    '/imports/:id/refused',
    { exposeHeadRoute: false, config: { api: refusedApi } },
    async (request, reply) => {
      requireAccess(importRows.access.read(request.caller), request.caller)
      knownParameters(request, [])
      const { id } = request.params
      const record = isId(id)
        ? await maybeOne(
            world.database.pool,
            sql`SELECT format, file_name AS "fileName", columns FROM imports WHERE id = ${id} AND format <> 'zip'`,
            { format: 'text', fileName: 'text', columns: nullable(jsonOf<{ list: FoundColumn[] }>()) },
          )
        : undefined
      if (!record?.columns) throw notFound()
      const { format, fileName } = record
      const titles = record.columns.list.map(({ name }) => name).filter((name) => name !== reasonTitle)
      const cells = titles.map(
        (_, index) => sql`coalesce(corrections ->> ${String(index)}::text, cells[${inline(index + 1)}])`,
      )
      return sendExport(
        world,
        {
          definition: importRows,
          label: `Recusadas de ${fileName.replace(/\.[^.]+$/, '')}`,
          format: format === 'text' ? 'csv' : 'xlsx',
          names: [],
          columns: [...titles, reasonTitle].map((label, index) => ({
            label,
            kind: 'text',
            index,
            cell: (value) => value,
          })),
          read: (db) =>
            streamSql(
              db,
              sql`SELECT ${join([...cells, sql`reason`], ', ')} FROM import_rows
                WHERE import_id = ${id} AND (verdict = 'refused' OR outcome = 'failed') ORDER BY place`,
            ),
        },
        { request, reply, parameters: {} },
      )
    },
  )
}
