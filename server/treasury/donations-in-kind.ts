import { oneOf } from '@agremia/resources/json-shape.ts'
import { donationsInKind } from '@agremia/resources/definitions/donations-in-kind.ts'
import { amountInWords } from '@agremia/resources/rules/amount-in-words.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance } from 'fastify'
import { one, sql } from '../database/sql.ts'
import { donationText } from '../dues/index.ts'
import { notFound } from '../errors.ts'
import { rejectProtected } from '../protected.ts'
import {
  asPdf,
  checkDocumentLink,
  createPaper,
  documentLink,
  linkOptions,
  readLetterhead,
} from '../pdf/index.ts'
import type { DocumentLink } from '../pdf/index.ts'
import { data, linkShape, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { changeFields } from '../rest/change-fields.ts'
import type { ActionCall, DrawnDocument, Hooks, World } from '../rest/modules.ts'
import { visibleId } from '../rest/request.ts'
import { closedProblems, rejectClosed, requireOpen } from '../settings/index.ts'
import { nextNumber } from './counters.ts'

/** What the receipt and the totals of donors have. */
const lockedBy = {
  date: ['date', 'value', 'memberId', 'externalEntityId', 'description', 'valuation'],
} as const

export const donationHooks: Hooks<typeof donationsInKind> = {
  validate(context) {
    const { merged, before, values } = context
    const errors: Record<string, string[]> = {}
    if (merged.externalEntityId != null && merged.memberId != null)
      errors['memberId'] = ['Indique a entidade ou a pessoa, não as duas.']
    if (before?.status === 'cancelled')
      for (const name of Object.keys(values)) errors[name] = ['Este donativo está anulado.']
    return Promise.resolve({ errors: { ...closedProblems(context, context.settings, lockedBy), ...errors } })
  },
  async beforeSave(context) {
    const { db, before, set, merged } = context
    await rejectClosed(context, lockedBy)
    const year = merged.date.slice(0, 4)
    if (before?.date.slice(0, 4) !== year) set({ number: await nextNumber(db, 'donations', year) })
  },
}

/** Cancels a donation; its number stays. Throws 409 when the accounts of its day are closed. */
export async function cancelDonation(call: ActionCall<typeof donationsInKind, 'cancel'>): Promise<undefined> {
  const { db, record, input } = call
  await requireOpen(db, record.date)
  await changeFields(call, { status: 'cancelled', cancelReason: input.reason })
  return undefined
}

const receiptApi: Api = {
  name: 'readDonationReceipt',
  summary: 'Obter o recibo de um donativo em espécie',
  answers: { 200: data(linkShape) },
}
const documentApi = {
  name: 'drawDonationReceipt',
  summary: 'Ler o PDF do recibo de um donativo em espécie',
  tag: donationsInKind.label.many,
  params: { id: 'uuid', variant: oneOf(['receipt']) },
} as const
const documentsPath = '/donation_documents'

/** `GET /donations_in_kind/:id/receipt` and its signed link. */
export function donationRoutes(app: FastifyInstance, world: World): void {
  app.get<WithId>('/donations_in_kind/:id/receipt', route(receiptApi), async (request) => {
    const id = await visibleId(world, donationsInKind.name, request)
    const donor = sql`SELECT member_id FROM donations_in_kind WHERE id = ${id}`
    await rejectProtected(world.database.pool, request.caller, donor)
    return { data: { url: await documentLink(world, documentsPath, { id, variant: 'receipt' }) } }
  })
  app.get<DocumentLink>(`${documentsPath}/:id/:variant`, linkOptions(documentApi), async (request, reply) => {
    const { id, variant } = request.params
    if (variant !== 'receipt') throw notFound()
    await checkDocumentLink(world, request.query, { id, variant })
    const { name, pdf } = await drawReceipt(world, id)
    return asPdf(reply, name).send(pdf)
  })
}

/** Draws the receipt of a donation in kind, with what the law asks for (EBF art. 66.º n.º 3): donor, goods, value and legal basis. */
async function drawReceipt(world: World, id: string): Promise<DrawnDocument> {
  const donation = await one(
    world.database.pool,
    sql`SELECT d.number, d.date, d.description, d.value, d.valuation, d.status, d.cancel_reason AS "cancelReason",
          coalesce(p.name, e.name) AS donor, coalesce(p.nif, e.nif) AS nif
        FROM donations_in_kind d LEFT JOIN members m ON m.id = d.member_id LEFT JOIN people p ON p.id = m.person_id
          LEFT JOIN external_entities e ON e.id = d.external_entity_id WHERE d.id = ${id}`,
    {
      number: 'text',
      date: 'day',
      description: 'text',
      value: 'cents',
      valuation: 'text?',
      status: 'text',
      cancelReason: 'text?',
      donor: 'text?',
      nif: 'text?',
    },
  )
  const { number, date, description, value, valuation, donor, nif, cancelReason } = donation
  const settings = await world.organisation.settings()
  const title = `Recibo de donativo em espécie n.º ${number}`
  const paper = createPaper({ title, letterhead: await readLetterhead(world) })
  const amount = toCents(value)
  if (donation.status === 'cancelled') paper.stamp('ANULADO')
  paper.heading(title)
  paper.paragraph(
    `Recebemos de ${donor ?? 'um doador anónimo'} os bens abaixo, no valor estimado de ${formatAmount(amount)} (${amountInWords(amount)}).`,
  )
  paper.facts([
    ['Data', formatDateLong(date)],
    ['NIF do doador', nif],
    [donationsInKind.fields.description.label, description],
    [donationsInKind.fields.value.label, formatAmount(amount)],
    [donationsInKind.fields.valuation.label, valuation],
    [donationsInKind.fields.cancelReason.label, cancelReason],
  ])
  paper.paragraph(donationText(settings))
  paper.signatures(['A direção'])
  return { name: `Recibo de donativo ${number}`, pdf: await paper.finish() }
}
