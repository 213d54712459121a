import { isStaff, staffReaders, staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { debitAnswers, debitBatches } from '@agremia/resources/definitions/debit-batches.ts'
import { mandates } from '@agremia/resources/definitions/mandates.ts'
import { described, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import { addTargetDays } from '@agremia/resources/rules/holidays.ts'
import type { FastifyInstance } from 'fastify'
import { exists, jsonOf, one, sql } from '../database/sql.ts'
import { badRequest, conflict, invalid, notFound } from '../errors.ts'
import { acceptUploads, readUploadForm } from '../files/uploads.ts'
import type { LeftOutGroup } from '../left-out.ts'
import {
  leftOutApi,
  leftOutGroupShape,
  leftOutGroupsSql,
  leftOutPage,
  readLeftOutRequest,
} from '../left-out.ts'
import type { DocumentLink } from '../pdf/index.ts'
import { asPdf, checkDocumentLink, documentLink, linkOptions } from '../pdf/index.ts'
import { rejectProtected } from '../protected.ts'
import { readActionInput } from '../rest/actions.ts'
import { data, fileOf, linkQuery, linkShape, recordOf, uploadOf, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { write } from '../rest/write-request.ts'
import { bodyOf, visibleId } from '../rest/request.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { requireAccess } from '../rest/scope.ts'
import { applyAnswer, readOptions } from './answers.ts'
import { dayErrors, earliestDay, selectionOf } from './batches.ts'
import type { LeftOutReason, Selection } from './candidates.ts'
import { candidatesSql, findIncluded, leaverWarnings, leftOutReasons, totalOf } from './candidates.ts'
import { fileLink, readDownload, rejectHidden, rejectHiddenDebits } from './debit-file.ts'
import { drawMandate } from './draw-mandate.ts'
import { applyHolders, holdersOf, readPairs } from './holders.ts'
import { readReadiness } from './readiness.ts'
import type { World } from '../rest/modules.ts'

const lackShape = { text: 'text', where: oneOf(['organisation', 'directDebit', 'accounts']) } as const
const previewShape = {
  lacks: described('O que falta antes de cobrar por débito direto.', [lackShape]),
  warnings: ['text'],
  count: 'integer',
  total: 'euros',
  included: described('Os primeiros débitos.', [
    { memberId: 'uuid', memberNumber: 'integer', name: 'text', amount: 'euros', text: 'text' },
  ]),
  leftOut: [leftOutGroupShape(leftOutReasons)],
} as const
/** Debits that the preview names. */
const maxNamed = 100

const { dueUntil, collectionDate, categoryIds, memberIds } = debitBatches.fields
const selectionFields = { dueUntil, collectionDate, categoryIds, memberIds }
const tag = debitBatches.label.many

const readinessApi: Api = {
  name: 'readDebitReadiness',
  summary: 'Ver o que falta para cobrar por débito direto',
  tag,
  answers: {
    200: data({ lacks: [lackShape], account: orNull({ id: 'uuid', name: 'text' }), earliestDay: 'day' }),
  },
}
const selectionShape = {
  dueUntil: 'day',
  collectionDate: 'day',
  'categoryIds?': ['uuid'],
  'memberIds?': ['uuid'],
} as const
const leftOutOfBatchApi: Api = {
  ...leftOutApi(leftOutReasons, selectionShape),
  name: 'listLeftOutOfDebitBatch',
  summary: 'Listar quem fica fora de uma remessa por um motivo',
  tag,
}
const previewApi: Api = {
  name: 'previewDebitBatch',
  summary: 'Ver o que uma remessa cobra, e o que fica de fora e porquê',
  tag,
  body: selectionShape,
  answers: { 200: data(previewShape) },
  refuses: [422],
}
const fileLinkApi: Api = {
  name: 'readDebitFileLink',
  summary: 'Ler a ligação para o ficheiro de uma remessa, como foi feito',
  answers: { 200: data(linkShape) },
  refuses: [409],
}
const fileApi: Api = {
  name: 'readDebitFile',
  summary: 'Ler o ficheiro de uma remessa (pain.008), ou um ZIP com um por tipo de débito',
  tag,
  params: { id: 'text' },
  query: linkQuery,
  answers: { 200: fileOf('application/xml', 'application/zip') },
}
const mandateLinkApi: Api = {
  name: 'readMandateDocument',
  summary: 'Ler a ligação para o impresso de uma autorização',
  answers: { 200: data(linkShape) },
}
const mandateApi = {
  name: 'drawMandate',
  summary: 'Ler o impresso de uma autorização de débito',
  tag: mandates.label.many,
  params: { id: 'text', variant: oneOf(['mandate']) },
} as const
const holdersApi: Api = {
  name: 'listAccountHolders',
  summary: 'Listar os pares de NIF e IBAN por confirmar no banco',
  description: 'De todas as autorizações que podem debitar, ou dos débitos de uma remessa.',
  tag: mandates.label.many,
  query: { 'batchId?': 'uuid' },
  answers: {
    200: data({
      pairs: [{ nif: 'text', iban: 'text' }],
      withoutNif: described('Autorizações sem o NIF do titular.', 'integer'),
    }),
  },
}
const holderAnswerApi: Api = {
  name: 'createHolderAnswer',
  summary: 'Carregar a resposta do banco aos pares de NIF e IBAN',
  description:
    'Um CSV com um NIF, um IBAN e sim ou não em cada linha. Quem o banco não confirma fica fora das remessas. O mesmo ficheiro outra vez não muda nada.',
  tag: mandates.label.many,
  body: uploadOf({}),
  answers: {
    200: data({
      confirmed: 'integer',
      refused: 'integer',
      unknown: described('Pares que não são de nenhuma autorização.', 'integer'),
    }),
  },
  refuses: [422],
  idempotent: true,
}
const answerApi: Api = {
  name: 'createDebitAnswer',
  summary: 'Carregar uma resposta do banco',
  description:
    'Um pain.002, camt.054 ou camt.053. Os débitos rejeitados ficam livres, os pagamentos devolvidos reabrem as dívidas. O mesmo ficheiro outra vez não muda nada (409). Sem `chargeCost`, quem paga o custo é o que as configurações dizem.',
  body: uploadOf({ cost: 'text', chargeCost: 'text', tell: 'text' }),
  answers: { 201: data(recordOf(debitAnswers)) },
  refuses: [409, 422],
  idempotent: true,
}

/** Previews, files and answers of batches, and the form of a mandate. */
export async function directDebitRoutes(app: FastifyInstance, world: World): Promise<void> {
  const { pool } = world.database

  app.get('/debit_batches/readiness', route(readinessApi, 'debit_batches:read'), async ({ caller }) => {
    requireAccess(staffReaders(caller), caller)
    const settings = await world.organisation.settings()
    const { lacks, account } = await readReadiness(pool, settings)
    return {
      data: {
        lacks,
        account: account && { id: account.id, name: account.name },
        earliestDay: earliestDay(await world.organisation.today(), settings),
      },
    }
  })

  /** The selection of a request. Throws 422 by field. */
  async function readSelection(input: Record<string, unknown>): Promise<Selection> {
    const settings = await world.organisation.settings()
    const today = await world.organisation.today()
    const values = readActionInput(selectionFields, input, { today, settings })
    const errors = dayErrors(values['collectionDate'], { today, settings })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return selectionOf(values)
  }
  app.post('/debit_batches/preview', route(previewApi, 'debit_batches:read'), async (request) => {
    requireAccess(staffWriters(request.caller), request.caller)
    return { data: await previewBatch(world, await readSelection(bodyOf(request))) }
  })
  app.post('/debit_batches/left_out', route(leftOutOfBatchApi, 'debit_batches:read'), async (request) => {
    const { reason, input, page } = readLeftOutRequest(request, leftOutReasons)
    const selection = await readSelection(input)
    const found = sql`SELECT member_id FROM candidates WHERE reason = ${reason}::text`
    return leftOutPage(pool, candidatesSql(selection), found, page)
  })

  app.get<WithId>('/debit_batches/:id/file', route(fileLinkApi), async (request) => {
    requireAccess(isStaff(request.caller), request.caller)
    const id = await visibleId(world, 'debitBatches', request)
    await rejectHiddenDebits(pool, request.caller, id)
    if (!(await exists(pool, sql`SELECT FROM debit_batches WHERE id = ${id} AND file_made_at IS NOT NULL`)))
      throw conflict('O ficheiro desta remessa ainda não foi feito: faça-o primeiro.')
    return { data: { url: await fileLink(world, id) } }
  })
  app.get<DocumentLink<{ id: string }>>(
    '/debit_files/:id/pain008',
    { config: { open: true, api: fileApi }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params
      if (!isId(id)) throw notFound()
      await checkDocumentLink(world, request.query, { id, variant: 'pain008' })
      const { name, type, content } = await readDownload(pool, id)
      return reply
        .type(type)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content)
    },
  )

  app.get<WithId>('/mandates/:id/document', route(mandateLinkApi), async (request) => {
    rejectHidden(request.caller)
    const id = await visibleId(world, 'mandates', request)
    return { data: { url: await documentLink(world, '/mandate_forms', { id, variant: 'mandate' }) } }
  })
  app.get<DocumentLink>('/mandate_forms/:id/:variant', linkOptions(mandateApi), async (request, reply) => {
    const { id, variant } = request.params
    if (!isId(id) || variant !== 'mandate') throw notFound()
    await checkDocumentLink(world, request.query, { id, variant })
    const { name, pdf } = await drawMandate(world, id)
    return asPdf(reply, name).send(pdf)
  })

  app.get('/mandates/holders', route(holdersApi, 'mandates:read'), async (request) => {
    requireAccess(staffWriters(request.caller), request.caller)
    rejectHidden(request.caller, 'nif')
    const { batchId = null } = knownParameters(request, ['batchId'])
    if (batchId !== null && !isId(batchId)) throw badRequest('batchId: indique o id de uma remessa.')
    await rejectProtected(pool, request.caller, holdersOf(batchId))
    return { data: await readPairs(pool, batchId) }
  })

  await app.register(async (scope) => {
    await acceptUploads(scope)
    scope.post(
      '/mandates/holder_answers',
      route(holderAnswerApi, 'mandates:write'),
      async (request, reply) => {
        requireAccess(staffWriters(request.caller), request.caller)
        rejectHidden(request.caller, 'nif')
        const { content } = await readUploadForm(request, 'ficheiro do banco')
        return write(world, request, reply, async (writing) => ({
          status: 200,
          data: await applyHolders(writing, content),
        }))
      },
    )
    scope.post('/debit_answers', route(answerApi, 'debit_batches:write'), async (request, reply) => {
      requireAccess(staffWriters(request.caller), request.caller)
      const { content, name, values } = await readUploadForm(request, 'ficheiro do banco')
      const options = readOptions(values, await world.organisation.settings())
      const text = content.toString('utf8')
      return write(world, request, reply, async (writing) => ({
        status: 201,
        data: await applyAnswer(writing, { fileName: name, text, options }),
      }))
    })
  })
}

/** What a batch would collect, and who stays out, by reason. Writes nothing. */
async function previewBatch(world: World, selection: Selection) {
  const { pool } = world.database
  const settings = await world.organisation.settings()
  const today = await world.organisation.today()
  const { lacks } = await readReadiness(pool, settings)
  const included = await findIncluded(pool, selection)
  const { leftOut } = await one(
    pool,
    sql`WITH ${candidatesSql(selection)} SELECT ${leftOutGroupsSql} AS "leftOut"`,
    { leftOut: jsonOf<LeftOutGroup<LeftOutReason>[]>() },
  )
  const noticeUntil = addDays(today, Number(settings.sddPreNoticeDays))
  const { collections, amount } = totalOf(included)
  return {
    lacks,
    warnings: [
      ...(collections > 0 && selection.collectionDate < noticeUntil
        ? [
            `Faltam menos de ${settings.sddPreNoticeDays} dias. Sem um prazo mais curto combinado com quem paga, o primeiro dia é ${formatDate(addTargetDays(noticeUntil, 0))}.`,
          ]
        : []),
      ...leaverWarnings(included.filter(({ hasLeft }) => hasLeft).length),
    ],
    count: collections,
    total: toEuros(amount),
    included: included.slice(0, maxNamed).map(({ descriptions, ...one }) => ({
      memberId: one.memberId,
      memberNumber: one.memberNumber,
      name: one.name,
      amount: toEuros(one.amount),
      text: descriptions.join(', '),
    })),
    leftOut: leftOut.map((group) => ({ ...group, reasonLabel: leftOutReasons[group.reason] })),
  }
}
