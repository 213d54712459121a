import { fillLetter } from '@agremia/resources/card-letter.ts'
import type { LetterValues } from '@agremia/resources/card-letter.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { formalGreeting } from '@agremia/resources/rules/names.ts'
import type { World } from '../context.ts'
import type { Letter, Letterhead } from '../pdf/index.ts'
import { readLetterhead } from '../pdf/index.ts'
import type { CardToDraw } from './draw/draw-cards.ts'

/** The letter of a card, whole, and what it was made of. */
export interface WrittenLetter {
  letter: Letter
  letterhead: Letterhead
  /** Before and after the words that can be changed. */
  greeting: string
  signature: string
  values: LetterValues
}

/** What a letter needs to know of the card that it takes along. */
type CardToWriteTo = Pick<CardToDraw, 'values' | 'recipient' | 'letterText'>

/** Writes the letter that goes with a card: in its own words, or in those of the settings. */
export async function letterWriter(world: World): Promise<(card: CardToWriteTo) => WrittenLetter> {
  const settings = await world.organisation.settings()
  const date = formatDateLong(await world.organisation.today())
  const letterhead = await readLetterhead(world)
  return ({ values, recipient, letterText }) => {
    const address = [recipient.name, ...recipient.address]
    const greeting = `${formalGreeting(genders[recipient.gender ?? 'other'])},`
    const known: LetterValues = { ...values, morada: recipient.address.join(', '), data: date }
    const words = fillLetter(letterText ?? settings.cardsLetterText, known)
    return {
      letterhead,
      greeting,
      signature: settings.name,
      values: known,
      letter: {
        address,
        date,
        subject: values.titulo,
        text: `${greeting}\n\n${words}\n\n${settings.name}`,
        frames: [],
      },
    }
  }
}

const genders = { male: 'm', female: 'f', other: undefined } as const
