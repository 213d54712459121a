import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { iban as ibanRule } from '@agremia/resources/rules/iban.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { withPreposition } from '@agremia/resources/rules/organisation-name.ts'
import { terminologyIn } from '../settings/index.ts'
import type { DrawnDocument, Engine } from '../rest/modules.ts'
import { createPaper } from '../pdf/index.ts'
import { findAsked, readAdvice } from './advice-of.ts'
import { advicePage } from './advice-values.ts'
import { letterheadOf } from './letterhead-of.ts'

const cents = (euros: number) => Math.round(euros * 100)

/** What to pay and how, on paper. */
export async function drawAdvice(engine: Engine, publicId: string): Promise<DrawnDocument> {
  const advice = await readAdvice(engine, await findAsked(engine, publicId))
  const { member, lines, total, multibanco, transfer, deadline } = advice
  const today = await engine.world.organisation.today()
  const { settings, letterhead } = await letterheadOf(engine)
  const title = 'Aviso de pagamento'
  const paper = createPaper({ title: `${title} ${member.number}`, letterhead })
  paper.heading(title)
  paper.facts([
    ['Nome', member.name],
    ['Número', String(member.number)],
    ['Data', formatDateLong(today)],
    ['Data-limite', deadline && formatDateLong(deadline)],
  ])
  paper.table(
    [
      { label: 'Descrição', share: 0.55 },
      { label: 'Vencimento', share: 0.2 },
      { label: 'Valor', share: 0.25, isNumber: true },
    ],
    lines.map(({ description, dueDate, amount }) => [
      description,
      formatDate(dueDate),
      formatAmount(cents(amount)),
    ]),
    ['Total', '', formatAmount(cents(total))],
  )
  if (multibanco) {
    paper.paragraph('Multibanco', { isBold: true })
    paper.facts([
      ['Entidade', multibanco.entity],
      ['Referência', multibancoReference.format?.(multibanco.reference)],
      ['Montante', formatAmount(cents(multibanco.amount))],
    ])
  }
  if (transfer) {
    paper.paragraph('Transferência', { isBold: true })
    paper.facts([
      ['IBAN', ibanRule.format?.(transfer.iban) ?? transfer.iban],
      ['Titular', transfer.holder],
      ['Descritivo', transfer.description],
    ])
  }
  if (total > 0)
    paper.link({
      url: advicePage(publicId, engine.world),
      title: 'Pagar pela internet',
      text: 'Aponte a câmara do telemóvel ao código para ver o que há a pagar e como.',
    })
  if (total === 0) paper.paragraph('Não há nada por pagar. Obrigado.')
  paper.paragraph(
    `Emitido ${withPreposition('por', terminologyIn(settings))}. Se já pagou, ignore este aviso.`,
    {
      isDimmed: true,
      size: 9,
    },
  )
  return { name: `${title} ${member.number}`, pdf: await paper.finish() }
}
