import type { ReactNode } from 'react'
import { fillLetter, type LetterValues } from '@agremia/resources/card-letter.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, nullIfMissing } from '../../api/client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import classes from './letter-sheet.module.css'

interface LetterSheetProps {
  letter: LetterFrame
  /** With variables in braces. */
  text: string
  /** Shown in the place of the card. */
  children: ReactNode
}

/** The page as printed: the address at the window of the envelope, the text, and the card in the lower third. */
export function LetterSheet({ letter, text, children }: LetterSheetProps) {
  const { letterhead, address, date, subject, greeting, signature, values } = letter
  const { nif, contacts } = letterhead
  const { logo } = useTerminology()
  const below = [letterhead.address, nif && `NIPC ${nif}`, ...contacts].filter(Boolean).join(' · ')
  return (
    <section className={classes.paper} aria-label="Carta">
      <header className={classes.head}>
        {logo !== undefined && <OrganisationLogo size="2.5rem" />}
        <strong>{letterhead.name}</strong>
        {below !== '' && <span>{below}</span>}
      </header>
      <address className={classes.address}>
        {address.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className={classes.date}>{date}</p>
      <h2 className={classes.subject}>{subject}</h2>
      <div className={classes.text}>
        {[greeting, ...fillLetter(text, values).split(/\n{2,}/), signature].map((paragraph, index) => (
          // Paragraphs have no id, and two may have the same text.
          <p key={`${index} ${paragraph}`}>{paragraph}</p>
        ))}
      </div>
      <div className={classes.card}>{children}</div>
    </section>
  )
}

/** The letter of a card. Before it is first saved, `_id` and `text` are null. */
export interface CardLetter extends LetterFrame {
  _id: string | null
  _version: number | null
  cardId: string
  cardNumber: number
  memberId: string
  /** Null if it has the default text. */
  text: string | null
  usualText: string
  sentOn: string | null
  channel: string | null
  /** The address of its PDF. */
  url: string
}

/** The parts of a letter around its text, and the values of the variables in it. */
export interface LetterFrame {
  address: string[]
  date: string
  subject: string
  greeting: string
  signature: string
  letterhead: { name: string; nif: string; address: string; contacts: string[] }
  values: LetterValues
}

/** A letter by the id of its card, of the member or its own; null if there is none. */
export function letterQuery(id: string | undefined) {
  return {
    queryKey: [...keys.record('membershipCardLetters', id), 'letter'],
    queryFn: async () => {
      const path = recordPath('membershipCardLetters', id ?? '')
      return nullIfMissing(async () => requireAnswer(await api.get<{ data: CardLetter }>(path)).data)
    },
  }
}
