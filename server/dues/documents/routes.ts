import { toEuros } from '@agremia/resources/rules/amount.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { receiptContent } from '@agremia/resources/receipt.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../errors.ts'
import type { DocumentLink } from '../../pdf/index.ts'
import { asPdf, checkDocumentLink, linkOptions } from '../../pdf/index.ts'
import type { Engine } from '../../rest/modules.ts'
import { visibleId } from '../../rest/request.ts'
import type { DocumentKind } from './documents.ts'
import { documentsPath, documentUrl, drawings } from './documents.ts'
import { readReceipt, paymentOfCode } from './read-receipt.ts'
import { readStatement } from './statement.ts'
import { initials } from '@agremia/resources/rules/names.ts'
import { limitAttempts } from '../../auth/index.ts'

/** `GET /payments/:id/receipt` and the signed links to documents. */
export function documentRoutes(app: FastifyInstance, engine: Engine): void {
  app.get<{ Params: { id: string } }>('/payments/:id/receipt', async (request) => {
    const id = await visibleId(engine, 'payments', request)
    const url = await documentUrl(engine.world, { kind: 'receipt', id })
    return { data: { url, receipt: receiptContent(await readReceipt(engine, id)) } }
  })
  app.get<DocumentLink>(`${documentsPath}/:id/:variant`, linkOptions, (request, reply) =>
    answerDocument(engine, request, reply),
  )
}

async function answerDocument(
  engine: Engine,
  request: FastifyRequest<DocumentLink>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, variant } = request.params
  if (!Object.hasOwn(drawings, variant) || !(isId(id) || variant === 'advice')) throw notFound()
  await checkDocumentLink(engine.world, request.query, { id, variant })
  const { name, pdf } = await drawings[variant as DocumentKind](engine, id)
  return asPdf(reply, name).send(pdf)
}

/** `GET /members/:id/statement`: a member's account in euros, with a link to its PDF. */
export function statementRoutes(app: FastifyInstance, engine: Engine): void {
  app.get<{ Params: { id: string } }>(
    '/members/:id/statement',
    { config: { scope: 'payments:read' } },
    async (request) => {
      const id = await visibleId(engine, 'members', request)
      const { balance, overdueAmount, credit, entries } = await readStatement(engine, id)
      return {
        data: {
          url: await documentUrl(engine.world, { kind: 'statement', id }),
          balance: toEuros(balance),
          overdueAmount: toEuros(overdueAmount),
          credit: toEuros(credit),
          entries: entries.map(inEuros),
        },
      }
    },
  )
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
export function receiptCheckRoute(app: FastifyInstance, engine: Engine): void {
  app.get<{ Params: { code: string } }>(
    '/receipt_information/:code',
    { config: { open: true } },
    async (request) => {
      const { world } = engine
      await limitAttempts(world, [['paymentInformation', request.ip]])
      return { data: await answerReceipt(engine, request.params.code) }
    },
  )
}

async function answerReceipt(engine: Engine, code: string) {
  const id = await paymentOfCode(engine.world, code)
  if (id === undefined) throw notFound()
  const { title, number, date, amount, status, name } = await readReceipt(engine, id)
  return {
    title,
    number,
    date,
    amount: toEuros(amount),
    member: initials(name),
    status,
  }
}
