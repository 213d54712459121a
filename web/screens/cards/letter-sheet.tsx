import { useTerminology } from '../../api/queries.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import type { ReactNode } from 'react'
import { fillLetter } from '@agremia/resources/card-letter.ts'
import type { LetterAround } from './letter.ts'
import classes from './letter-sheet.module.css'

interface LetterSheetProps {
  letter: LetterAround
  /** The words, with their names in braces. */
  text: string
  /** What stands in the place of the card. */
  children: ReactNode
}

/** The page as it is printed: address in the window of the envelope, words, and the card in the lower third. */
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
          // Paragraphs have nothing else to be told apart by.
          <p key={`${index} ${paragraph}`}>{paragraph}</p>
        ))}
      </div>
      <div className={classes.card}>{children}</div>
    </section>
  )
}
