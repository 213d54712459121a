import { staffWriters } from '@agremia/resources/access.ts'
import { recordFiles } from '@agremia/resources/definitions/record-files.ts'
import { restorableDays } from '@agremia/resources/restorable-days.ts'
import type { FastifyInstance } from 'fastify'
import { exists, raw, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { discardFiles, insertFileRow, signedUrl } from '../files/index.ts'
import { acceptDocuments, receiveDocument } from '../files/received-documents.ts'
import { data, recordOf, uploadOf, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { toJson } from '../rest/codec.ts'
import type { ActionCall, Area, World } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { write } from '../rest/write-request.ts'
import { requireAccess } from '../rest/scope.ts'
import { storeRecordFile } from './create.ts'
import { deleteUnusedFiles } from './unused.ts'

export { storeRecordFile } from './create.ts'
export { keepAttachment, useFile } from './unused.ts'

const isWaitingColumn: ComputedColumn = {
  sql: (alias) => sql`(${raw(alias)}.unused_since IS NOT NULL)`,
  toJson: toJson.boolean,
}

/** PDFs and photographs of paper, of a member or of the organisation. */
export const recordFilesArea = (url: ComputedColumn): Area => ({
  async routes(app, world) {
    await acceptDocuments(app)
    uploadRoute(app, world)
  },
  daily: async (db, today) => {
    await deleteUnusedFiles(db, today)
    return []
  },
  // The content outlives the record for as long as that can be restored.
  onDeleted: async ({ db, world, rows }) => {
    const ids = rows.filter(({ resource }) => resource === recordFiles.name).map(({ key }) => key)
    await discardFiles(db, ids, daysLater(world, restorableDays + 1))
    return []
  },
  onRestored: async ({ db, rows }) => {
    for (const { table, row } of rows) {
      if (table !== 'record_files') continue
      const { id, media_type: mediaType, bytes, name } = row as unknown as RestoredRow
      await insertFileRow(db, { id, mediaType, bytes, width: null, height: null, name })
    }
  },
  resources: [
    resourceModule({
      definition: recordFiles,
      replaces: ['create'],
      computed: { url, isWaiting: isWaitingColumn },
      actions: { share },
      hooks: {
        async beforeDelete({ db, record }) {
          if (await exists(db, sql`SELECT FROM member_states WHERE document_id = ${record._id}`))
            throw conflict('Uma mudança de estado assenta neste ficheiro: faz parte do histórico.')
          if (await exists(db, sql`SELECT FROM consents WHERE document_id = ${record._id}`))
            throw conflict('Este ficheiro prova um consentimento: faz parte do histórico.')
          if (await exists(db, sql`SELECT FROM mandates WHERE document_id = ${record._id}`))
            throw conflict('Este ficheiro é o de uma autorização de débito: faz parte do histórico.')
          if (await exists(db, sql`SELECT FROM data_requests WHERE document_id = ${record._id}`))
            throw conflict('Este ficheiro é o de um pedido sobre os dados: faz parte do histórico.')
          if (await exists(db, sql`SELECT FROM message_batches WHERE attachment_id = ${record._id}`))
            throw conflict('Este ficheiro foi em anexo num envio: faz parte do histórico.')
        },
      },
    }),
  ],
})

/** Hours of a link that people pass on: a week. */
const shareHours = 7 * 24

/** Answers a link to the file for somebody without an account, which ends after a week. */
async function share(call: ActionCall<typeof recordFiles, 'share'>): Promise<{ url: string; until: string }> {
  const { world, record } = call
  const place = { id: record._id, variant: 'original' }
  const link = signedUrl(world.keys.signing('files'), place, world.clock(), { hours: shareHours })
  const until = new Date(Number(new URLSearchParams(link.split('?')[1]).get('e')) * 1000).toISOString()
  await recordAudit(call, [{ resource: recordFiles.name, id: record._id, action: 'share', changes: [] }])
  return { url: new URL(link, world.config.publicUrl).href, until }
}

interface RestoredRow {
  id: string
  media_type: string
  bytes: number
  name: string
}

function daysLater({ clock }: Pick<World, 'clock'>, days: number): Date {
  return new Date(clock().getTime() + days * 86_400_000)
}

const uploadApi: Api = {
  name: 'createRecordFile',
  summary: 'Juntar um ficheiro',
  description:
    'Um PDF, ou uma fotografia de papel (JPEG, PNG ou WebP). Sem {memberSingular} nem espécie, fica à espera de que um registo o use, e é apagado se nenhum o usar.',
  body: uploadOf({ memberId: 'uuid', treasuryDocId: 'uuid', kind: 'text', name: 'text', notes: 'text' }),
  answers: { 201: data(recordOf(recordFiles)) },
  refuses: [422],
  idempotent: true,
}

/** `POST /record_files`: a form with the file and, before it, fields of the record. */
function uploadRoute(app: FastifyInstance, world: World): void {
  app.post('/record_files', route(uploadApi), async (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    return receiveDocument(world, request, (document, input) =>
      storeRecordFile(world, document, (file) =>
        write(world, request, reply, async (writing) => ({
          status: 201,
          data: await file.insert(writing, { input }),
        })),
      ),
    )
  })
}
