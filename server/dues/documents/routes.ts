import { isStaff } from '@agremia/resources/access.ts'
import { described, each, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { receiptContent, receiptShape } from '@agremia/resources/receipt.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../../database/sql.ts'
import { notFound } from '../../errors.ts'
import type { DocumentLink } from '../../pdf/index.ts'
import { asPdf, checkDocumentLink, linkOptions } from '../../pdf/index.ts'
import { rejectProtected } from '../../protected.ts'
import { data, linkShape, type WithId, route, openRoute } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import { visibleId } from '../../rest/request.ts'
import { documentsPath, documentUrl, drawings } from './documents.ts'
import { readReceipt, paymentOfCode } from './read-receipt.ts'
import { readStatement } from './statement.ts'
import { initials } from '@agremia/resources/rules/names.ts'
import { limitAttempts } from '../../auth/index.ts'
import type { World } from '../../rest/modules.ts'
import { isNameIn } from '@agremia/resources/names.ts'

const receiptApi: Api = {
  name: 'readReceipt',
  summary: 'Ler um recibo',
  answers: { 200: data({ ...linkShape, receipt: receiptShape }) },
}
const documentApi = {
  name: 'drawDocument',
  summary: 'Ler o PDF de um recibo, de um extrato ou de outro documento',
  tag: 'Pagamentos',
  params: { id: 'text', variant: oneOf(Object.keys(drawings)) },
} as const
const entryShape = {
  id: 'uuid',
  date: 'day',
  text: 'text',
  ...each(['charged', 'paid', 'balance'], 'euros'),
  kind: oneOf(['charge', 'payment', 'return', 'refund']),
  'dueDate?': 'day?',
  'status?': 'text?',
  'open?': orNull('euros'),
  'method?': 'text?',
  'reason?': 'text?',
  'credit?': orNull('euros'),
} as const
const statementApi: Api = {
  name: 'readStatement',
  summary: 'Ler a conta corrente de {um} {memberSingular}',
  answers: {
    200: data({
      ...linkShape,
      ...each(['balance', 'overdueAmount', 'credit'], 'euros'),
      entries: [entryShape],
    }),
  },
}
const declarationApi: Api = {
  name: 'readDeclaration',
  summary: 'Ler a ligação para a declaração de {um} {memberSingular}',
  answers: { 200: data(linkShape) },
}
const refundApi: Api = {
  name: 'readRefundDocument',
  summary: 'Ler a ligação para o comprovativo de um crédito devolvido',
  answers: { 200: data(linkShape) },
}
const checkApi: Api = {
  name: 'verifyReceipt',
  summary: 'Verificar um recibo pelo seu código',
  tag: 'Pagamentos',
  params: { code: 'text' },
  answers: {
    200: data({
      title: 'text',
      number: 'text',
      date: 'day',
      amount: 'euros',
      member: described('Iniciais.', 'text'),
      status: oneOf(['registered', 'confirmed', 'returned', 'cancelled']),
      returnedOn: 'day?',
    }),
  },
}

/** `GET /payments/:id/receipt`, `GET /credit_refunds/:id/document` and the signed links to documents. */
export function documentRoutes(app: FastifyInstance, world: World): void {
  app.get<WithId>('/payments/:id/receipt', route(receiptApi), async (request) => {
    const id = await visibleId(world, 'payments', request)
    // The staff print it; members get one copy, as by email.
    const kind = isStaff(request.caller) ? 'printedReceipt' : 'receipt'
    const url = await documentUrl(world, { kind, id })
    return { data: { url, receipt: receiptContent(await readReceipt(world, id)) } }
  })
  app.get<WithId>('/credit_refunds/:id/document', route(refundApi), async (request) => {
    const id = await visibleId(world, 'creditRefunds', request)
    return { data: { url: await documentUrl(world, { kind: 'refund', id }) } }
  })
  app.get<DocumentLink>(`${documentsPath}/:id/:variant`, linkOptions(documentApi), (request, reply) =>
    answerDocument(world, request, reply),
  )
}

async function answerDocument(
  world: World,
  request: FastifyRequest<DocumentLink>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, variant } = request.params
  if (!isNameIn(drawings, variant) || !(isId(id) || variant === 'advice')) throw notFound()
  await checkDocumentLink(world, request.query, { id, variant })
  const { name, pdf } = await drawings[variant](world, id)
  return asPdf(reply, name).send(pdf)
}

/**
 * `GET /members/:id/statement`: a member's account in euros, with a link to its PDF. `GET /members/:id/declaration`: a link to the
 * declaration of the membership.
 */
export function statementRoutes(app: FastifyInstance, world: World): void {
  app.get<WithId>('/members/:id/declaration', route(declarationApi, 'members:read'), async (request) => {
    const id = await visibleId(world, 'members', request)
    await rejectProtected(world.database.pool, request.caller, sql`SELECT ${id}::uuid`)
    return { data: { url: await documentUrl(world, { kind: 'declaration', id }) } }
  })
  app.get<WithId>('/members/:id/statement', route(statementApi, 'payments:read'), async (request) => {
    const id = await visibleId(world, 'members', request)
    const { balance, overdueAmount, credit, entries } = await readStatement(world, id)
    return {
      data: {
        url: await documentUrl(world, { kind: 'statement', id }),
        balance: toEuros(balance),
        overdueAmount: toEuros(overdueAmount),
        credit: toEuros(credit),
        entries: entries.map(inEuros),
      },
    }
  })
}

function inEuros<Entry extends object>(entry: Entry): Entry {
  const amounts = ['charged', 'paid', 'balance', 'open', 'credit']
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      amounts.includes(name) && typeof value === 'number' ? toEuros(value) : value,
    ]),
  ) as Entry
}

/** `GET /receipt_information/:code`: the public page that shows whether a receipt is genuine and not cancelled. */
export function receiptCheckRoute(app: FastifyInstance, world: World): void {
  app.get<{ Params: { code: string } }>(
    '/receipt_information/:code',
    openRoute(checkApi),
    async (request) => {
      await limitAttempts(world, [['paymentInformation', request.ip]])
      return { data: await answerReceipt(world, request.params.code) }
    },
  )
}

async function answerReceipt(world: World, code: string) {
  const id = await paymentOfCode(world, code)
  if (id === undefined) throw notFound()
  const { title, number, date, amount, status, returnedOn, name } = await readReceipt(world, id)
  return {
    title,
    number,
    date,
    amount: toEuros(amount),
    member: initials(name),
    status,
    returnedOn,
  }
}
