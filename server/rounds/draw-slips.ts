import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { memberNumberLabel } from '@agremia/resources/terminology.ts'
import {
  blankDocument,
  look,
  markPages,
  readLetterhead,
  type TaggedDocument,
  endOutput,
} from '../pdf/index.ts'
import type { DrawnDocument, World } from '../rest/modules.ts'
import { readRound, readVisits, type PrintedVisit } from './read-round.ts'

const { margin, ink, dimmed, line } = look
/** Slips of a page, to be cut apart. */
const slipsOnPage = 3
/** More charges than these are one line, so that a slip fits. */
const namedCharges = 5

interface SlipWords {
  organisation: string
  contacts: string
  collector: string
  numberLabel: string
}

/** Draws a slip for each member of a round, to hand out or to leave at the door: the open charges and the collector's name. */
export async function drawSlips(world: World, id: string): Promise<DrawnDocument> {
  const { pool } = world.database
  const { number, collector, collectorPhone } = await readRound(pool, id)
  const letterhead = await readLetterhead(world)
  const title = `Avisos de cobrança da ronda n.º ${number}`
  const doc = blankDocument({ title, author: letterhead.name }, { autoFirstPage: false })
  const words: SlipWords = {
    organisation: letterhead.name,
    contacts: letterhead.contacts.join(' · '),
    collector: [collector, collectorPhone && displayPhone(collectorPhone)].filter(Boolean).join(', '),
    numberLabel: memberNumberLabel(await world.organisation.terminology()),
  }
  const owing = (await readVisits(pool, id)).filter(({ owed }) => owed > 0)
  for (const [index, visit] of owing.entries()) {
    if (index % slipsOnPage === 0) doc.addPage()
    doc.group('Part', () => drawSlip(doc, visit, { words, place: index % slipsOnPage }))
  }
  if (owing.length === 0) {
    doc.addPage()
    doc.tag('H1', () => doc.fontSize(11).fillColor(ink).text('Já ninguém deve nada do que está nesta ronda.'))
  }
  markPages(doc, { title, name: letterhead.name })
  return {
    name: `Avisos da ronda ${number.replace('/', '-')}`,
    pdf: Buffer.concat(await Array.fromAsync(endOutput(doc))),
  }
}

function drawSlip(
  doc: TaggedDocument,
  { name, memberNumber, address, postalCode, city, charges, owed }: PrintedVisit,
  { words, place }: { words: SlipWords; place: number },
): void {
  const height = (doc.page.height - 2 * margin) / slipsOnPage
  const top = margin + place * height
  const width = doc.page.width - 2 * margin
  if (place > 0) drawCut(doc, top - 14)
  const write = (type: 'H1' | 'P', text: string, { size = 9.5, font = 'regular', colour = ink } = {}) =>
    doc.tag(type, () =>
      doc.font(font).fontSize(size).fillColor(colour).text(text, margin, doc.y, { width, lineGap: 1 }),
    )
  doc.y = top
  write('P', [words.organisation, words.contacts].filter(Boolean).join(' · '), { size: 8.5, colour: dimmed })
  doc.y += 3
  write('H1', `Aviso de cobrança: ${formatAmount(owed)}`, { size: 12.5, font: 'bold' })
  doc.y += 2
  write('P', `${name} · ${words.numberLabel} ${memberNumber}`, { font: 'bold' })
  write('P', [address, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '), {
    colour: dimmed,
  })
  doc.y += 4
  const open = charges.filter((charge) => toCents(charge.owed) > 0)
  const named = open.length > namedCharges ? open.slice(0, namedCharges - 1) : open
  for (const charge of named)
    write(
      'P',
      `${charge.description}, vencida em ${formatDate(charge.dueDate)}: ${formatAmount(toCents(charge.owed))}`,
    )
  const others = open.slice(named.length)
  if (others.length > 0) {
    const sum = others.reduce((total, charge) => total + toCents(charge.owed), 0)
    write('P', `E mais ${others.length}: ${formatAmount(sum)}`)
  }
  doc.y += 4
  write('P', `Passa para receber: ${words.collector}.`)
  write('P', 'Este aviso não é um recibo: o recibo é passado quando o cobrador presta contas.', {
    size: 8.5,
    colour: dimmed,
  })
}

/** The dashed line between two slips. */
function drawCut(doc: TaggedDocument, y: number): void {
  doc.decoration(() => {
    doc
      .save()
      .dash(4, { space: 4 })
      .lineWidth(0.7)
      .moveTo(margin, y)
      .lineTo(doc.page.width - margin, y)
      .stroke(line)
      .restore()
  })
}
