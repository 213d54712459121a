import { decide, staffWriters } from '@agremia/resources/access.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { importKinds, imports } from '@agremia/resources/definitions/imports.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import type { CellKind } from '../files/table.ts'
import { xlsxStream } from '../files/xlsx.ts'
import { notFound } from '../errors.ts'
import type { Api } from '../rest/api.ts'
import { fileOf, route } from '../rest/api.ts'
import { requireAccess } from '../rest/scope.ts'
import type { Target } from './columns/targets.ts'
import { findKind } from './kinds/kinds.ts'
import type { World } from '../rest/modules.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const exampleApi: Api = {
  name: 'readImportExample',
  summary: 'Descarregar um ficheiro de exemplo',
  description: 'XLSX com os títulos de todas as colunas e, por baixo de cada um, o que se escreve nela.',
  tag: imports.label.many,
  params: { kind: oneOf(Object.keys(importKinds)) },
  answers: { 200: fileOf(mediaType) },
}

/** `GET /imports/example/:kind`: a workbook with a column for each target. */
export function exampleRoute(app: FastifyInstance, world: World): void {
  app.get<{ Params: { kind: string } }>(
    '/imports/example/:kind',
    route(exampleApi),
    async (request, reply) => {
      requireAccess(staffWriters(request.caller), request.caller)
      const kind = findKind(request.params.kind)
      if (!kind || kind.isZip) throw notFound()
      requireAccess(decide(getDefinition(kind.resource).access, 'create', request.caller), request.caller)
      const terminology = await world.organisation.terminology()
      const targets = kind.targets(terminology, await world.organisation.today())
      const label = fillTerms(importKinds[kind.kind], terminology)
      const columns = targets.map((target) => ({ label: target.label, kind: 'text' as CellKind, width: 24 }))
      const rows = [targets.map((target) => explain(target, terminology))]
      void reply.type(mediaType).header('cache-control', 'no-store')
      void reply.header(
        'content-disposition',
        `attachment; filename="exemplo-${foldText(label).replaceAll(' ', '-')}.xlsx"`,
      )
      return reply.send(
        xlsxStream(
          { name: label, columns },
          (async function* () {
            yield rows
          })(),
        ),
      )
    },
  )
}

/** Explanation of a column. Its row is refused if it is not deleted before the import. */
function explain({ field, help }: Target, terminology: Parameters<typeof fillTerms>[1]): string {
  const options = field?.options?.map(({ label }) => fillTerms(label, terminology)).join(', ')
  const form =
    options ??
    (field?.column === 'date'
      ? 'Data, dd/mm/aaaa.'
      : field?.column === 'cents'
        ? 'Valor em euros.'
        : field?.column === 'boolean'
          ? 'Sim ou não.'
          : undefined)
  return [field?.required ? 'Obrigatório.' : undefined, help, form].filter(Boolean).join(' ')
}
