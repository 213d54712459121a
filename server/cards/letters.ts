import { fillLetter } from '@agremia/resources/card-letter.ts'
import type { LetterValues } from '@agremia/resources/card-letter.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { formalGreeting } from '@agremia/resources/rules/names.ts'
import type { World } from '../context.ts'
import type { Letter, Letterhead } from '../pdf/index.ts'
import { readLetterhead } from '../pdf/index.ts'
import type { CardToDraw } from './draw/draw-cards.ts'

/** The complete letter of a card, and its parts. */
export interface WrittenLetter {
  letter: Letter
  letterhead: Letterhead
  /** Printed before the editable text; `signature` after it. */
  greeting: string
  signature: string
  values: LetterValues
}

/** The data of a card that its letter uses. */
type LetterCard = Pick<CardToDraw, 'values' | 'recipient' | 'letterText'>

/** Returns a function that writes the letter of a card, with the card's own text or that of the settings. */
export async function letterWriter(world: World): Promise<(card: LetterCard) => WrittenLetter> {
  const settings = await world.organisation.settings()
  const date = formatDateLong(await world.organisation.today())
  const letterhead = await readLetterhead(world)
  return ({ values, recipient, letterText }) => {
    const address = [recipient.name, ...recipient.address]
    const greeting = `${formalGreeting(genders[recipient.gender ?? 'other'])},`
    const letterValues: LetterValues = { ...values, morada: recipient.address.join(', '), data: date }
    const text = fillLetter(letterText ?? settings.cardsLetterText, letterValues)
    return {
      letterhead,
      greeting,
      signature: settings.name,
      values: letterValues,
      letter: {
        address,
        date,
        subject: values.titulo,
        text: `${greeting}\n\n${text}\n\n${settings.name}`,
        frames: [],
      },
    }
  }
}

const genders = { male: 'm', female: 'f', other: undefined } as const
