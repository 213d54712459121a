import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { OrganisationLogo, OrganisationName } from '../../resource/organisation-logo.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import classes from './apply-frame.module.css'

interface ApplyFrameProps {
  title: string
  intro?: string | undefined
  children: ReactNode
}

/** The frame of pages for visitors: the organisation's logo and name, a title, and the content. */
export function ApplyFrame({ title, intro, children }: ApplyFrameProps) {
  const { colour } = useTerminology()
  return (
    <main className={classes.page}>
      <header className={classes.head} style={colour === undefined ? undefined : headOf(colour)}>
        <div className={classes.column}>
          <p className={classes.organisation}>
            <OrganisationLogo size="2rem" />
            <OrganisationName />
          </p>
          <PageHeading className={classes.title}>{title}</PageHeading>
          {intro && <p className={classes.intro}>{intro}</p>}
        </div>
      </header>
      <div className={classes.content}>{children}</div>
    </main>
  )
}

/** The organisation's colour, with the text colour of better contrast. */
function headOf(background: string) {
  return { background, color: isLight(background) ? '#1E2227' : '#FFFFFF' }
}

/** True if black text has more contrast on the colour than white text (WCAG 2.2, relative luminance). */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
}

/** The large icon above a notice. */
export function NoticeIcon({
  icon: IconComponent,
  tone,
}: {
  icon: Icon
  tone?: 'green' | 'amber' | 'red' | undefined
}) {
  return (
    <span className={classes.icon} data-tone={tone}>
      <IconComponent size="1.75rem" stroke={1.5} aria-hidden />
    </span>
  )
}
