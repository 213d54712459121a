import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { nif } from '@agremia/resources/rules/identity-numbers.ts'
import { memberNumberLabel } from '@agremia/resources/terminology.ts'
import { maybeOne, sql } from '../../database/sql.ts'
import { notFound } from '../../errors.ts'
import { createPaper, readLetterhead } from '../../pdf/index.ts'
import type { DrawnDocument, World } from '../../rest/modules.ts'

/** Draws the declaration that somebody is a member: since when, and whether the quotas are in order. Debts are not mentioned. */
export async function drawDeclaration(world: World, memberId: string): Promise<DrawnDocument> {
  const member = await maybeOne(
    world.database.pool,
    sql`SELECT m.member_number AS number, w.name, w.nif, m.admission_date AS since, k.name AS category, m.end_date AS "until",
          b.quotas_up_to_date AS "isInOrder", (SELECT c.description FROM unsettled_payments c
            WHERE c.member_id = m.id AND c.type = 'quota' AND c.status = 'paid' ORDER BY c.due_date DESC, c.id DESC LIMIT 1) AS "lastQuota"
        FROM members m JOIN people w ON w.id = m.person_id JOIN member_categories k ON k.id = m.category_id
          JOIN member_balances b ON b.id = m.id WHERE m.id = ${memberId}`,
    {
      number: 'integer',
      name: 'text',
      nif: 'text?',
      since: 'day',
      category: 'text',
      until: 'day?',
      isInOrder: 'boolean',
      lastQuota: 'text?',
    },
  )
  if (!member) throw notFound()
  const { number, name, since, until, category, isInOrder, lastQuota } = member
  const { organisation } = world
  const terminology = await organisation.terminology()
  const letterhead = await readLetterhead(world)
  const today = await organisation.today()
  const isAdmitted = since <= today
  const isMember = isAdmitted && (until === null || until > today)
  const title = `Declaração de ${terminology.memberSingular}`
  const paper = createPaper({ title: `${title} ${number}`, letterhead })
  paper.heading(title)
  const relation = isMember ? 'está inscrita' : isAdmitted ? 'esteve inscrita' : 'vai ser admitida'
  paper.paragraph(
    `Para os devidos efeitos se declara que a pessoa abaixo identificada ${relation} em ${letterhead.name}.`,
  )
  paper.facts([
    ['Nome', name],
    ['NIF', member.nif === null ? null : nif.format(member.nif)],
    [memberNumberLabel(terminology), String(number)],
    ['Desde', formatDateLong(since)],
    ['Até', until === null || until > today ? null : formatDateLong(until)],
    ['Categoria', category],
  ])
  if (isMember && isInOrder && lastQuota !== null)
    paper.paragraph(
      `Tem as ${terminology.membershipPayments} em dia nesta data. A última que pagou: ${lastQuota}.`,
    )
  paper.paragraph(`Emitida em ${formatDateLong(today)}.`)
  paper.signatures(['Assinatura'], { isDated: false })
  return { name: `${title} ${number}`, pdf: await paper.finish() }
}
