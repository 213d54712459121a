import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { deadlineText } from '@agremia/resources/advice.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong, todayIn } from '@agremia/resources/rules/dates.ts'
import { iban } from '@agremia/resources/rules/iban.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import type { Announcement } from '../../messages/index.ts'
import type { Advice } from './advice.ts'
import type { World } from '../../rest/modules.ts'

/** The values of the message templates about debts: what is owed and how to pay it. */
export function adviceValues(
  {
    lines,
    total,
    multibanco,
    deadlines,
    publicId,
    words,
  }: Pick<Advice, 'lines' | 'words' | 'total' | 'multibanco' | 'deadlines' | 'publicId'>,
  world: Pick<World, 'config'>,
): Announcement['values'] {
  const years = lines.map(({ dueDate }) => dueDate.slice(0, 4)).toSorted()
  return {
    descricao: words.plain,
    aDescricao: words.withArticle,
    esta: words.isPlural ? 'estão' : 'está',
    continua: words.isPlural ? 'continuam' : 'continua',
    ano: years.at(-1) ?? '',
    valor: formatAmount(toCents(total)),
    data: deadlineText(deadlines, formatDateLong),
    entidade: multibanco?.entity ?? '',
    referencia: multibanco ? (multibancoReference.format?.(multibanco.reference) ?? '') : '',
    pagamentoUrl: advicePage(publicId, world),
  }
}

/** The URL of the public payment page of an advice; empty when nothing is owed. */
export function advicePage(publicId: string | null, { config }: Pick<World, 'config'>): string {
  return publicId ? `${config.publicUrl}/${screenPaths.paymentInformation}/${publicId}` : ''
}

/** The payment methods as boxes of a letter. */
export function adviceFrames(
  { multibanco, transfer, total, publicId }: Advice,
  world: Pick<World, 'config'>,
): NonNullable<Announcement['frames']> {
  const url = advicePage(publicId, world)
  return [
    ...(multibanco
      ? [
          {
            title: 'Multibanco',
            facts: [
              ['Entidade', multibanco.entity],
              ['Referência', multibancoReference.format?.(multibanco.reference) ?? multibanco.reference],
              ['Valor', formatAmount(toCents(multibanco.amount))],
              ...(multibanco.expiresAt === null
                ? []
                : [['Válida até', formatDate(todayIn('Europe/Lisbon', multibanco.expiresAt))]]),
            ] as [string, string][],
          },
        ]
      : []),
    ...(transfer
      ? [
          {
            title: 'Transferência bancária',
            facts: [
              ['IBAN', iban.format?.(transfer.iban) ?? transfer.iban],
              ...(transfer.nipc ? [['NIPC (SPIN)', transfer.nipc]] : []),
              ['Titular', transfer.holder],
              ['Descrição', transfer.description],
              ['Valor', formatAmount(toCents(total))],
            ] as [string, string][],
          },
        ]
      : []),
    ...(url ? [{ title: 'Na internet', facts: [['Pagar em', url]] as [string, string][], url }] : []),
  ]
}
