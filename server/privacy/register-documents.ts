import { admins } from '@agremia/resources/access.ts'
import { dataBreaches } from '@agremia/resources/definitions/data-breaches.ts'
import { processingActivities } from '@agremia/resources/definitions/processing-activities.ts'
import { processors } from '@agremia/resources/definitions/processors.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import type { LawfulBasis } from '@agremia/resources/processing-purposes.ts'
import { lawfulBases } from '@agremia/resources/processing-purposes.ts'
import type { RetentionName } from '@agremia/resources/retention.ts'
import { retentionPhrase } from '@agremia/resources/retention.ts'
import { formatDate, formatDateLong, formatDateTimeLong } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import { many, maybeOne, sql, textsOf } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import {
  asPdf,
  checkDocumentLink,
  createPaper,
  documentLink,
  linkOptions,
  readLetterhead,
} from '../pdf/index.ts'
import type { DocumentLink } from '../pdf/index.ts'
import { data, linkShape, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { DrawnDocument, World } from '../rest/modules.ts'
import { visibleId } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'

const activitiesApi: Api = {
  name: 'readProcessingRegister',
  summary: 'Obter o registo das atividades de tratamento',
  tag: processingActivities.label.many,
  answers: { 200: data(linkShape) },
}
const breachApi: Api = {
  name: 'readDataBreachDocument',
  summary: 'Obter os factos de uma violação de dados',
  answers: { 200: data(linkShape) },
}
const documentApi = {
  name: 'drawPrivacyDocument',
  summary: 'Ler o PDF do registo das atividades, ou dos factos de uma violação de dados',
  tag: processingActivities.label.many,
  params: { id: 'text', variant: oneOf(['activities', 'breach']) },
} as const
const contactLabel = 'Proteção de dados'
const documentsPath = '/privacy_documents'
const register = { id: 'registo', variant: 'activities' }

/** `GET /processing_activities/document`, `GET /data_breaches/:id/document` and their signed links. */
export function registerDocumentRoutes(app: FastifyInstance, world: World): void {
  app.get('/processing_activities/document', route(activitiesApi, null), async (request) => {
    requireAccess(admins(request.caller), request.caller)
    return { data: { url: await documentLink(world, documentsPath, register) } }
  })
  const breach = route(breachApi, null)
  app.get<WithId>('/data_breaches/:id/document', breach, async (request) => {
    const id = await visibleId(world, dataBreaches.name, request)
    return { data: { url: await documentLink(world, documentsPath, { id, variant: 'breach' }) } }
  })
  app.get<DocumentLink>(`${documentsPath}/:id/:variant`, linkOptions(documentApi), async (request, reply) => {
    const { id, variant } = request.params
    await checkDocumentLink(world, request.query, { id, variant })
    const { name, pdf } =
      variant === register.variant ? await drawRegister(world) : await drawBreach(world, id)
    return asPdf(reply, name).send(pdf)
  })
}

/** Draws the register with what article 30, paragraph 1, of the RGPD asks for. */
async function drawRegister(world: World): Promise<DrawnDocument> {
  const { pool } = world.database
  const [settings, terminology, letterhead, today] = await Promise.all([
    world.organisation.settings(),
    world.organisation.terminology(),
    readLetterhead(world),
    world.organisation.today(),
  ])
  const rows = await many(
    pool,
    sql`SELECT name, bases, people, data, special_data AS "specialData", recipients, transfers, retention, other_period AS "otherPeriod"
        FROM processing_activities ORDER BY name, id`,
    {
      name: 'text',
      bases: textsOf<LawfulBasis>(),
      people: 'text',
      data: 'text',
      specialData: 'text?',
      recipients: 'text?',
      transfers: 'text?',
      retention: textsOf<RetentionName>(),
      otherPeriod: 'text?',
    },
  )
  const title = 'Registo das atividades de tratamento'
  const paper = createPaper({ title, letterhead })
  paper.heading(title)
  paper.facts([
    ['Responsável', settings.name],
    [contactLabel, settings.dataProtectionContact],
    ['Data', formatDateLong(today)],
  ])
  const { fields } = processingActivities
  for (const { name, bases, retention, otherPeriod, ...row } of rows) {
    paper.subheading(name)
    const periods = retention.map((rule) => fillTerms(retentionPhrase(rule, settings), terminology))
    paper.facts([
      [fields.bases.label, bases.map((basis) => lawfulBases[basis]).join('; ')],
      [fields.people.label, row.people],
      [fields.data.label, row.data],
      [fields.specialData.label, row.specialData],
      [fields.recipients.label, row.recipients],
      ['Fora do EEE', row.transfers ?? 'Não há transferências.'],
      ['Conservação', [...periods, ...(otherPeriod ? [otherPeriod] : [])].join('; ')],
    ])
  }
  const companies = await readProcessors(pool)
  if (companies.length > 0) {
    paper.subheading(processors.label.many)
    paper.table(
      (['name', 'service', 'contactName', 'contractOn'] as const).map((name) => ({
        label: processors.fields[name].label,
        share: name === 'contractOn' ? 1 : 1.6,
      })),
      companies.map(({ name, service, contact, contractOn }) => [
        name,
        service,
        contact,
        contractOn === null ? 'Sem contrato' : formatDate(contractOn),
      ]),
      undefined,
      { keepsRepeats: true },
    )
  }
  paper.subheading('Medidas de segurança')
  paper.paragraph(settings.securityMeasures)
  return { name: title, pdf: await paper.finish() }
}

/** Those that still work for the organisation. */
function readProcessors(pool: World['database']['pool']) {
  return many(
    pool,
    sql`SELECT name, service, concat_ws(', ', contact_name, email, phone) AS contact, contract_on AS "contractOn"
        FROM processors WHERE ended_on IS NULL ORDER BY name, id`,
    { name: 'text', service: 'text', contact: 'text', contractOn: 'day?' },
  )
}

const texts = ['description', 'data', 'effects', 'measures', 'delayReason', 'dismissReason'] as const

/** Draws what article 33, paragraph 3, of the RGPD asks for in a notification to the CNPD. Throws 404. */
async function drawBreach(world: World, id: string): Promise<DrawnDocument> {
  const breach = await maybeOne(
    world.database.pool,
    sql`SELECT number, summary, known_at AS "knownAt", happened_on AS "happenedOn", description, people, people_count AS "peopleCount", data, effects,
          measures, risk, told_on AS "toldOn", told_how AS "toldHow", status, notify_by AS "notifyBy", notified_at AS "notifiedAt",
          notification_ref AS "notificationRef", delay_reason AS "delayReason", dismiss_reason AS "dismissReason" FROM data_breaches WHERE id = ${id}`,
    {
      number: 'integer',
      summary: 'text',
      knownAt: 'moment',
      happenedOn: 'day?',
      description: 'text',
      people: 'text',
      peopleCount: 'integer?',
      data: 'text',
      effects: 'text?',
      measures: 'text?',
      risk: 'text',
      toldOn: 'day?',
      toldHow: 'text?',
      status: 'text',
      notifyBy: 'moment',
      notifiedAt: 'moment?',
      notificationRef: 'text?',
      delayReason: 'text?',
      dismissReason: 'text?',
    },
  )
  if (!breach) throw notFound()
  const { timeZone, name, dataProtectionContact } = await world.organisation.settings()
  const { fields } = dataBreaches
  const at = (moment: string | null) => moment && formatDateTimeLong(moment, timeZone)
  const choiceLabel = (field: 'risk' | 'status') =>
    fields[field].options?.find(({ value }) => value === breach[field])?.label
  const title = `Violação de dados n.º ${breach.number}`
  const paper = createPaper({ title, letterhead: await readLetterhead(world) })
  paper.heading(title)
  paper.paragraph(breach.summary, { isBold: true })
  paper.facts([
    ['Responsável', name],
    [contactLabel, dataProtectionContact],
    [fields.knownAt.label, at(breach.knownAt)],
    [fields.happenedOn.label, breach.happenedOn && formatDateLong(breach.happenedOn)],
    [fields.people.label, breach.people],
    [fields.peopleCount.label, breach.peopleCount?.toString()],
    [fields.risk.label, choiceLabel('risk')],
    [fields.toldOn.label, breach.toldOn && formatDateLong(breach.toldOn)],
    [fields.toldHow.label, breach.toldHow],
    [fields.status.label, choiceLabel('status')],
    [fields.notifyBy.label, at(breach.notifyBy)],
    [fields.notifiedAt.label, at(breach.notifiedAt)],
    [fields.notificationRef.label, breach.notificationRef],
  ])
  for (const field of texts) {
    const text = breach[field]
    if (!text) continue
    paper.subheading(fields[field].label)
    for (const paragraph of text.split(/\n{2,}/)) paper.paragraph(paragraph)
  }
  return { name: title, pdf: await paper.finish() }
}
