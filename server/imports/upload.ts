import { decide, staffWriters } from '@agremia/resources/access.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { importKinds, imports } from '@agremia/resources/definitions/imports.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { invalid } from '../errors.ts'
import { insertFileRow, removeContent, storeContent } from '../files/index.ts'
import { acceptDocuments, receiveFile } from '../files/received-documents.ts'
import { importLimits } from '../limits.ts'
import type { Api } from '../rest/api.ts'
import { data, recordOf, uploadOf, route } from '../rest/api.ts'
import { planOf } from '../rest/modules.ts'
import { write } from '../rest/write-request.ts'
import { requireAccess } from '../rest/scope.ts'
import { saveRecord } from '../rest/write.ts'
import { findKind } from './kinds/kinds.ts'
import { openPhotoZip } from './photos/read-photos.ts'
import { rejectOthers } from './read/open-table.ts'
import type { World } from '../rest/modules.ts'

const uploadApi: Api = {
  name: 'createImport',
  summary: 'Enviar um ficheiro para importar',
  description:
    'XLSX, XLS, ODS ou CSV. O ficheiro é lido e verificado, e nada é importado até à ação `start`.',
  body: uploadOf({ kind: oneOf(Object.keys(importKinds)) }),
  answers: { 201: data(recordOf(imports)) },
  idempotent: true,
}

const expected = {
  megabytes: importLimits.megabytes,
  noun: 'ficheiro',
  missing: 'Escolha um ficheiro XLSX, XLS, ODS ou CSV.',
}

/** `POST /imports`: a form with the file and what its rows are. What is no table is refused at once. */
export async function uploadRoute(app: FastifyInstance, world: World): Promise<void> {
  await app.register(async (scope) => {
    await acceptDocuments(scope)
    scope.post('/imports', route(uploadApi), async (request, reply) => {
      requireAccess(staffWriters(request.caller), request.caller)
      return receiveFile(world, request, expected, async ({ name, path }, values) => {
        const kind = findKind(values['kind'] ?? '')
        if (!kind) throw invalid({ kind: ['Escolha o que o ficheiro traz.'] })
        requireAccess(decide(getDefinition(kind.resource).access, 'create', request.caller), request.caller)
        if (kind.isZip) (await openPhotoZip(path)).close()
        else await rejectOthers(path)
        const content = { mediaType: 'application/octet-stream', name, contents: { original: { path } } }
        return storeContent(world, content, async (stored) => {
          let isInserted = false
          const answer = await write(world, request, reply, async (writing) => {
            isInserted = true
            await insertFileRow(writing.db, stored)
            const id = newId()
            const created = await saveRecord(writing, planOf(world, imports.name), {
              id: null,
              input: { kind: kind.kind },
              mode: 'create',
              given: {
                id,
                values: { fileName: name, createdByName: writing.caller.name },
                columns: { file_id: stored.id, asked_by: writing.caller.id, address: writing.address },
              },
            })
            await world.jobs.add(writing.db, 'imports', [{ data: { id } }])
            return { status: 201, data: created }
          })
          // A repeated request gets the answer of the first one.
          if (!isInserted) await removeContent(world, stored.id)
          return answer
        })
      })
    })
  })
}
