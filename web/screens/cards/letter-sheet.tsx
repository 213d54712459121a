import { useTerminology } from '../../api/queries.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import type { ReactNode } from 'react'
import { fillLetter } from '@agremia/resources/card-letter.ts'
import type { LetterFrame } from './letter.ts'
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
