import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { createPaper, readLetterhead } from '../pdf/index.ts'
import type { PaperRow } from '../pdf/index.ts'
import type { DrawnDocument, World } from '../rest/modules.ts'
import { readRound, readVisits, type PrintedVisit } from './read-round.ts'

/** Draws the list of a round in the order of the route, with room to write the outcome of each visit. */
export async function drawRoute(world: World, id: string): Promise<DrawnDocument> {
  const { pool } = world.database
  const { number, collector, dueUntil, visits, expected } = await readRound(pool, id)
  const title = `Ronda n.º ${number}`
  const paper = createPaper({ title, letterhead: await readLetterhead(world), layout: 'landscape' })
  paper.heading(title)
  paper.facts([
    ['Cobrador', collector],
    ['Dívidas vencidas até', formatDateLong(dueUntil)],
    ['A cobrar', `${formatAmount(expected)}, em ${counted(visits, 'visita', 'visitas')}`],
  ])
  paper.paragraph(
    'Escreva o valor recebido, ou assinale A (ausente), R (recusou) ou M (mudou-se). Os recibos são passados na prestação de contas.',
    { isDimmed: true, size: 9 },
  )
  paper.table(
    [
      { label: 'N.º', share: 0.06, isNumber: true },
      { label: 'Nome', share: 0.2 },
      { label: 'Morada', share: 0.24 },
      { label: 'Telefone', share: 0.11 },
      { label: 'Dívidas', share: 0.17 },
      { label: 'A cobrar', share: 0.09, isNumber: true },
      { label: 'Recebido', share: 0.1 },
      { label: 'Ou', share: 0.07 },
    ],
    byPostalCode(await readVisits(pool, id)),
    ['', 'Total', '', '', '', formatAmount(expected), '', ''],
    { keepsRepeats: true, size: 9 },
  )
  paper.signatures(['O cobrador', 'Quem entregou'])
  return { name: `Ronda ${number.replace('/', '-')}`, pdf: await paper.finish() }
}

function byPostalCode(visits: readonly PrintedVisit[]): PaperRow[] {
  const groups = Map.groupBy(visits, ({ postalCode, city }) => [postalCode, city].filter(Boolean).join(' '))
  return [...groups].flatMap(([group, members]) => [
    { group: group === '' ? 'Sem código postal' : group },
    ...members.map(rowOf),
  ])
}

function rowOf({ memberNumber, name, address, phone, charges, owed }: PrintedVisit): string[] {
  const open = charges.filter((charge) => toCents(charge.owed) > 0)
  return [
    String(memberNumber),
    name,
    address ?? '',
    phone === null ? '' : displayPhone(phone),
    open.length === 0 ? 'Já pagou' : open.map(({ description }) => description).join(', '),
    formatAmount(owed),
    '__________',
    'A  R  M',
  ]
}
