import type { ReactNode } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import classes from './apply-frame.module.css'

interface ApplyFrameProps {
  title: string
  /** What is said below the title. */
  intro?: string | undefined
  children: ReactNode
}

/** A page for those who come from outside: whose house it is, and one thing to do. */
export function ApplyFrame({ title, intro, children }: ApplyFrameProps) {
  const { name, colour } = useTerminology()
  return (
    <main className={classes.page}>
      <header className={classes.head} style={colour === undefined ? undefined : headOf(colour)}>
        <div className={classes.column}>
          <p className={classes.organisation}>
            <OrganisationLogo size="2rem" />
            {name}
          </p>
          <h1 className={classes.title}>{title}</h1>
          {intro && <p className={classes.intro}>{intro}</p>}
        </div>
      </header>
      <div className={classes.content}>{children}</div>
    </main>
  )
}

/** The organisation's colour, with words that can be read on it. */
function headOf(background: string) {
  return { background, color: isLight(background) ? '#1E2227' : '#FFFFFF' }
}

/** Whether dark words have more contrast on it than white ones (WCAG 2.2, relative luminance). */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
}
