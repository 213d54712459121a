import { deadlineText, payAtOffice } from '@agremia/resources/advice.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { withPreposition } from '@agremia/resources/rules/organisation-name.ts'
import { memberNumberLabel } from '@agremia/resources/terminology.ts'
import { terminologyIn } from '../../settings/index.ts'
import type { DrawnDocument, World } from '../../rest/modules.ts'
import { createPaper, readLetterhead } from '../../pdf/index.ts'
import { findAdviceRequest, readAdvice } from '../advice/advice.ts'
import { adviceFrames } from '../advice/advice-values.ts'

/** Draws a payment advice: what to pay and how. */
export async function drawAdvice(world: World, publicId: string): Promise<DrawnDocument> {
  const advice = await readAdvice(world, await findAdviceRequest(world, publicId))
  const { member, lines, total, deadlines, later, multibanco, transfer } = advice
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  const letterhead = await readLetterhead(world)
  const terminology = terminologyIn(settings)
  const title = 'Aviso de pagamento'
  const paper = createPaper({ title: `${title} ${member.number}`, letterhead })
  paper.heading(title)
  paper.facts([
    ['Nome', member.name],
    [memberNumberLabel(terminology), String(member.number)],
    ['Data', formatDateLong(today)],
    ['Data-limite', deadlineText(deadlines, formatDateLong)],
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
      formatAmount(toCents(amount)),
    ]),
    ['Total', '', formatAmount(toCents(total))],
  )
  if (later !== null) paper.paragraph(later)
  if (total > 0 && !multibanco && !transfer) {
    paper.subheading('Como pagar')
    paper.paragraph(payAtOffice)
  }
  for (const { title: method, facts, url } of adviceFrames(advice, world)) {
    if (url)
      paper.link({
        url,
        title: method,
        text: 'Aponte a câmara do telemóvel ao código para ver o que há a pagar e como.',
      })
    else {
      paper.subheading(method)
      paper.facts(facts)
    }
  }
  if (total === 0) paper.paragraph('Não há nada por pagar. Obrigado.')
  paper.paragraph(`Emitido ${withPreposition('por', terminology)}. Se já pagou, ignore este aviso.`, {
    isDimmed: true,
    size: 9,
  })
  return { name: `${title} ${member.number}`, pdf: await paper.finish() }
}
