import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { organisationTimeZone } from '../../../fields/organisation-clock.ts'
import { channelWords, costText, receivers, type BatchPreview } from '../../messages/index.ts'

/** What planning a message does, in sentences: when it leaves, whom it would reach now, and what stays possible. */
export function scheduleWords(
  preview: BatchPreview | undefined,
  { at, isPaused }: { at: unknown; isPaused: boolean },
): string[] {
  const when = typeof at === 'string' ? ` a ${formatDateTime(at, organisationTimeZone())}` : ' à hora marcada'
  const count = preview ? receivers(preview) : 0
  const out = preview ? preview.total - count : 0
  return [
    `Sai sozinha${when}, com o que cada pessoa dever nesse momento.`,
    preview &&
      (count === 0
        ? 'Hoje não chegaria a ninguém.'
        : `Hoje ${plural(count, 'chegaria', 'chegariam')} ${channelWords(preview)}, a ${counted(count, 'pessoa', 'pessoas')}.`),
    out > 0 && `${counted(out, 'pessoa não a receberia', 'pessoas não a receberiam')}.`,
    preview && preview.cost > 0 && `Os SMS custariam cerca de ${costText(preview.cost)}.`,
    isPaused && 'O envio automático está desligado: as mensagens ficam retidas até alguém as libertar.',
    'Até lá pode cancelar o agendamento, e volta a rascunho.',
  ].filter((line) => typeof line === 'string')
}
