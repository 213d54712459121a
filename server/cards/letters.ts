import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { formalGreeting } from '@agremia/resources/rules/names.ts'
import type { World } from '../context.ts'
import type { Letter, Letterhead } from '../pdf/index.ts'
import { letterheadFrom } from '../pdf/index.ts'
import type { CardToDraw } from './draw/draw-cards.ts'

/** Writes the letter that goes with a card, in the words of the settings. */
export async function letterWriter(
  world: World,
): Promise<(card: CardToDraw) => { letter: Letter; letterhead: Letterhead }> {
  const settings = await world.organisation.settings()
  const today = await world.organisation.today()
  const letterhead = letterheadFrom(settings)
  return ({ values, recipient }) => ({
    letterhead,
    letter: {
      address: [recipient.name, ...recipient.address],
      date: formatDateLong(today),
      subject: values.titulo,
      text: `${formalGreeting(genders[recipient.gender ?? 'other'])}\n\n${fill(settings.cardsLetterText, values)}\n\n${settings.name}`,
      frames: [],
    },
  })
}

const genders = { male: 'm', female: 'f', other: undefined } as const

/** What is not known is left as it was written: whoever reads the first letter sees it. */
function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  )
}
