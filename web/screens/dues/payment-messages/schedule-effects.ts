import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { organisationTimeZone } from '../../../fields/organisation-clock.ts'
import { channelText, costText, recipientCount, type BatchPreview } from '../../messages/index.ts'

/** Sentences about scheduling: time of sending, recipients as of now, cost, and how to cancel. */
export function scheduleLines(
  preview: BatchPreview | undefined,
  { at, held }: { at: unknown; held: string | undefined },
): string[] {
  const when = typeof at === 'string' ? ` a ${formatDateTime(at, organisationTimeZone())}` : ' à hora marcada'
  const count = preview ? recipientCount(preview) : 0
  const excluded = preview ? preview.total - count : 0
  return [
    `Sai sozinha${when}, com o que cada pessoa dever nesse momento.`,
    preview &&
      (count === 0
        ? 'Hoje não chegaria a ninguém.'
        : `Hoje ${plural(count, 'chegaria', 'chegariam')} ${channelText(preview)}, a ${counted(count, 'pessoa', 'pessoas')}.`),
    excluded > 0 && `${counted(excluded, 'pessoa não a receberia', 'pessoas não a receberiam')}.`,
    preview && preview.cost > 0 && `Os SMS custariam cerca de ${costText(preview.cost)}.`,
    held,
    'Até lá pode cancelar o agendamento, e volta a rascunho.',
  ].filter((line) => typeof line === 'string')
}
