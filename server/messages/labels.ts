import { Readable } from 'node:stream'
import type { Caller } from '@agremia/resources/access.ts'
import { isWithheldFrom, staffWriters } from '@agremia/resources/access.ts'
import { mandates } from '@agremia/resources/definitions/mandates.ts'
import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { membershipCards } from '@agremia/resources/definitions/membership-cards.ts'
import { payments } from '@agremia/resources/definitions/payments.ts'
import { unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import { messageBatches } from '@agremia/resources/definitions/message-batches.ts'
import { boolean, choice, integer } from '@agremia/resources/fields.ts'
import { described } from '@agremia/resources/json-shape.ts'
import type { LabelPaper } from '@agremia/resources/label-papers.ts'
import { labelPapers, labelsPerSheet } from '@agremia/resources/label-papers.ts'
import { envelopeLines } from '@agremia/resources/rules/postal-address.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { FastifyInstance } from 'fastify'
import { addresseeColumns, addresseeShape, postalOrder, wholeAddress } from '../addressee.ts'
import { many, sql } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'
import { isRestricted } from '../erased.ts'
import { invalid } from '../errors.ts'
import {
  leftOutApi,
  leftOutGroupShape,
  leftOutMemberShape,
  namedInPreview,
  readLeftOutRequest,
} from '../left-out.ts'
import { asPdf, drawLabels } from '../pdf/index.ts'
import { readActionInput } from '../rest/actions.ts'
import type { Api } from '../rest/api.ts'
import { data, fileOf, route } from '../rest/api.ts'
import { recordExport } from '../rest/audit-export.ts'
import { selectedRecords } from '../rest/chosen-records.ts'
import { inputSchema } from '../rest/openapi-schemas.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { sendWhole } from '../rest/whole-answers.ts'
import { holderOf } from '../turns.ts'
import { candidates } from './batches.ts'
import type { Candidate } from './recipients.ts'
import { leftOutReasons as batchReasons } from './recipients.ts'
import type { World } from '../rest/modules.ts'
import { addressKey } from './channels.ts'

/** Why somebody gets no label. */
const leftOutReasons = {
  noAddress: 'Sem morada',
  doNotContact: batchReasons.doNotContact,
  deceased: batchReasons.deceased,
  protected: 'Pessoa protegida: só um administrador imprime a morada',
} as const
type LeftOutReason = keyof typeof leftOutReasons

/** Recipients and paper of the labels. */
const labelFields = {
  recordsOf: choice(
    Object.fromEntries(
      [members, unsettledPayments, payments, mandates, membershipCards, memberApplications].map(
        ({ name, label }) => [name, label.many],
      ),
    ),
    { label: 'O que está escolhido', required: true, default: members.name },
  ),
  audience: messageBatches.fields.audience,
  paper: choice(labelPapers, { label: 'Papel', required: true, default: '70x37' }),
  first: integer({ label: 'Primeira etiqueta', min: 1, default: 1 }),
  perAddress: boolean({ label: 'Uma etiqueta por morada' }),
}

/** Somebody without a label: a member, or an applicant who is not a member yet. */
const leftOutShape = {
  ...leftOutMemberShape,
  memberId: 'uuid?',
  memberNumber: 'integer?',
  applicationId: described('A candidatura de quem ainda não é membro.', 'uuid?'),
} as const

const title = 'Etiquetas'
const tag = 'Mensagens'
const scope = 'members:read'
const body: Api['body'] = (context) => inputSchema(labelFields, context)
const previewApi: Api = {
  name: 'previewLabels',
  summary: 'Contar as etiquetas de uma seleção, e quem fica de fora e porquê',
  tag,
  body,
  answers: {
    200: data({
      count: 'integer',
      sheets: 'integer',
      leftOut: [leftOutGroupShape(leftOutReasons, leftOutShape)],
    }),
  },
  refuses: [422],
}
const leftOutOfLabelsApi: Api = {
  ...leftOutApi(leftOutReasons, (context) => inputSchema(labelFields, context), leftOutShape),
  name: 'listLeftOutOfLabels',
  summary: 'Listar quem fica sem etiqueta por um motivo',
  tag,
}
const labelsApi: Api = {
  name: 'drawLabels',
  summary: 'Ler o PDF das etiquetas de uma seleção, pela ordem das moradas',
  tag,
  body,
  answers: { 200: fileOf('application/pdf') },
  refuses: [422],
}

/** The labels of a selection of records (`audience`): their preview, the people without one, and the PDF. */
export function registerLabels(app: FastifyInstance, world: World): void {
  const choose = async (caller: Caller, input: Record<string, unknown>) => {
    requireAccess(staffWriters(caller), caller)
    return chooseLabels(world, input, caller)
  }
  app.post('/address_labels/preview', route(previewApi, scope), async (request) => {
    const { people, first, paper, leftOut } = await choose(request.caller, bodyOf(request))
    const count = people.length
    const sheets = count === 0 ? 0 : Math.ceil((first - 1 + count) / labelsPerSheet(paper))
    return { data: { count, sheets, leftOut: groupsOf(leftOut) } }
  })
  app.post('/address_labels/left_out', route(leftOutOfLabelsApi, scope), async (request) => {
    const { reason, input, page } = readLeftOutRequest(request, leftOutReasons)
    const people = (await choose(request.caller, input)).leftOut.get(reason) ?? []
    const { page: number, limit, sqlLimit, offset } = page
    return {
      data: people.slice(offset, sqlLimit === null ? undefined : offset + sqlLimit).map(leftOutOf),
      meta: { total: people.length, page: number, limit },
    }
  })
  app.post('/address_labels/export', route(labelsApi, scope), async (request, reply) => {
    const { people, paper, first } = await choose(request.caller, bodyOf(request))
    if (people.length === 0) throw invalid({ audience: ['Não há etiquetas para imprimir.'] })
    const { name: author } = await world.organisation.settings()
    return sendWhole(world, reply, {
      holder: holderOf(request),
      open: async () => {
        const labels = await readLabels(world, people)
        await recordExport(world, request, {
          resource: 'members',
          title,
          format: 'pdf',
          lines: labels.length,
        })
        void asPdf(reply, title)
        return Readable.from(drawLabels({ title, author, paper, first }, labels))
      },
    })
  })
}

/** A member, or an applicant, whose address is that of the application. */
interface Addressee extends Pick<
  Candidate,
  'name' | 'postal' | 'hasAddress' | 'doNotContact' | 'isDeceased' | 'isProtected'
> {
  /** Of the person or of the application. */
  id: string
  memberId: string | null
  memberNumber: number | null
  applicationId: string | null
}

/** The people of a label: one, or all at an address. */
type Neighbours = [Addressee, ...Addressee[]]

/** Throws 422 by field. */
async function chooseLabels(world: World, input: Record<string, unknown>, caller: Caller) {
  const { organisation } = world
  const today = await organisation.today()
  const settings = await organisation.settings()
  const values = readActionInput(labelFields, input, { today, settings })
  const paper = values['paper'] as LabelPaper
  const first = Number(values['first'])
  const perSheet = labelsPerSheet(paper)
  if (first > perSheet) throw invalid({ first: [`Cada folha tem ${perSheet} etiquetas.`] })
  const isShared = values['perAddress'] === true
  const { audience } = values
  const recordsOf = String(values['recordsOf'])
  const people = new Map<string, Neighbours>()
  const leftOut = new Map<LeftOutReason, Addressee[]>()
  for await (const addressee of addressees(world, { audience, recordsOf }, caller, today)) {
    const reason = reasonOf(addressee, caller)
    if (reason === undefined) {
      const { id, postal } = addressee
      const key = (isShared && addressKey('letter', { email: null, mobile: null, postal })) || id
      const neighbours = people.get(key)
      if (neighbours) neighbours.push(addressee)
      else people.set(key, [addressee])
    } else {
      const others = leftOut.get(reason)
      if (others) others.push(addressee)
      else leftOut.set(reason, [addressee])
    }
  }
  return { people: [...people.values()], leftOut, paper, first }
}

/** The members of the records, by member number, then the applicants who are not members yet, by name, whose application the caller may read. */
async function* addressees(
  world: World,
  chosen: { audience: unknown; recordsOf: string },
  caller: Caller,
  today: string,
): AsyncGenerator<Addressee> {
  for await (const { personId, ...member } of candidates(world, chosen, caller, today))
    yield { ...member, id: personId ?? member.memberId, applicationId: null }
  if (chosen.recordsOf !== memberApplications.name) return
  const { from, where } = selectedRecords(world, chosen.recordsOf, chosen.audience, { caller, today })
  const applicants = await many(
    world.database.pool,
    sql`SELECT a.id, a.name, ${wholeAddress(sql`a`)} AS postal, coalesce(p.do_not_contact OR ${isRestricted}, false) AS "doNotContact",
        coalesce(${isDeceased}, false) AS "isDeceased"
      FROM member_applications a LEFT JOIN people p ON p.id = a.person_id
      WHERE a.member_id IS NULL AND a.id IN (SELECT t.id FROM ${from} WHERE ${where})
        AND NOT (coalesce(p.is_protected, false) AND ${isWithheldFrom(caller)}) ORDER BY a.name, a.id`,
    {
      id: 'uuid',
      name: 'text',
      postal: 'text?',
      doNotContact: 'boolean',
      isDeceased: 'boolean',
    },
  )
  for (const applicant of applicants)
    yield {
      ...applicant,
      hasAddress: applicant.postal !== null,
      isProtected: false,
      memberId: null,
      memberNumber: null,
      applicationId: applicant.id,
    }
}

function reasonOf(
  { isProtected, isDeceased, doNotContact, hasAddress }: Addressee,
  caller: Caller,
): LeftOutReason | undefined {
  if (isProtected && isWithheldFrom(caller)) return 'protected'
  if (isDeceased) return 'deceased'
  if (doNotContact) return 'doNotContact'
  return hasAddress ? undefined : 'noAddress'
}

function leftOutOf({ memberId, memberNumber, name, applicationId }: Addressee) {
  return { memberId, memberNumber, name, applicationId }
}

function groupsOf(leftOut: ReadonlyMap<LeftOutReason, Addressee[]>) {
  const groups = [...leftOut].map(([reason, people]) => ({
    reason,
    reasonLabel: leftOutReasons[reason],
    count: people.length,
    first: people.slice(0, namedInPreview).map(leftOutOf),
  }))
  return groups.toSorted((one, other) => other.count - one.count)
}

/** What `addresseeColumns` and `postalOrder` read, of people and of applications. */
const columns = sql`id, name, guardian_name, kind, representative_name, address, postal_code, city, country`

/** The lines of each label, in the order of letters: by postal address, then by member number. */
async function readLabels(world: World, people: readonly Neighbours[]): Promise<string[][]> {
  const named = new Map(people.map((all) => [all[0].id, namesOf(all)]))
  const rows = await many(
    world.database.pool,
    sql`SELECT p.id, ${addresseeColumns} FROM unnest(${[...named.keys()]}::uuid[]) WITH ORDINALITY AS label (id, place)
      JOIN (SELECT ${columns} FROM people UNION ALL SELECT ${columns} FROM member_applications) p ON p.id = label.id
      ORDER BY ${postalOrder}, label.place`,
    { id: 'uuid', ...addresseeShape },
  )
  return rows.map(({ id, ...row }) => envelopeLines({ ...row, name: named.get(id) ?? row.name }))
}

/** At most this many people are named on a label. */
const maxNamed = 4

function namesOf(people: Neighbours): string {
  const names = people.map(({ name }) => name)
  const others = names.length - maxNamed
  return joinList(others > 0 ? [...names.slice(0, maxNamed), `mais ${others}`] : names)
}
