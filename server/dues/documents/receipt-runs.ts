import { staffReaders } from '@agremia/resources/access.ts'
import { payments } from '@agremia/resources/definitions/payments.ts'
import { selectionShape } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { execute, inline, many, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import { invalid } from '../../errors.ts'
import { data, linkShape, route } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import { selectedRecords } from '../../rest/chosen-records.ts'
import { write } from '../../rest/write-request.ts'
import { bodyOf } from '../../rest/request.ts'
import { requireAccess } from '../../rest/scope.ts'
import { documentUrl } from './documents.ts'
import type { World } from '../../rest/modules.ts'

const maxReceipts = 500

const runApi: Api = {
  name: 'createReceiptRun',
  summary: 'Juntar recibos num PDF',
  tag: 'Pagamentos',
  body: { payments: selectionShape },
  answers: { 201: data({ ...linkShape, count: 'integer' }) },
  idempotent: true,
}

/** `POST /receipt_runs` with `{payments: {ids} | {query}}`: a link to the receipts of these payments as one PDF. */
export function receiptRunRoutes(app: FastifyInstance, world: World): void {
  app.post('/receipt_runs', route(runApi, 'payments:read'), (request, reply) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const selection = bodyOf(request)['payments']
    return write(world, request, reply, async ({ db, world, caller }) => {
      const today = await world.organisation.today()
      const { from, where } = selectedRecords(world, payments.name, selection, {
        caller,
        today,
        field: 'payments',
      })
      const rows = await many(
        db,
        sql`SELECT t.id FROM ${from} WHERE ${where} LIMIT ${inline(maxReceipts + 1)}`,
        { id: 'uuid' },
      )
      if (rows.length === 0) throw invalid({ payments: ['Não há recibos entre os escolhidos.'] })
      if (rows.length > maxReceipts)
        throw invalid({ payments: [`No máximo ${maxReceipts} recibos em cada documento: filtre a lista.`] })
      const id = newId()
      await execute(
        db,
        sql`INSERT INTO receipt_runs (id, payment_ids) VALUES (${id}, ${rows.map((row) => row.id)}::uuid[])`,
      )
      const url = await documentUrl(world, { kind: 'receipts', id })
      return { status: 201, data: { url, count: rows.length } }
    })
  })
}

/** Deletes receipt runs whose links have expired. */
export async function deleteOldReceiptRuns(db: Tx): Promise<void> {
  await execute(db, sql`DELETE FROM receipt_runs WHERE created_at < now() - interval '1 day'`)
}
