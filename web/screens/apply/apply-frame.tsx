import type { ReactNode } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { Logo } from '../../ui/logo.tsx'
import classes from './apply-frame.module.css'

interface ApplyFrameProps {
  title: string
  /** What is said below the title. */
  intro?: string | undefined
  children: ReactNode
}

/** A page for those who come from outside: whose house it is, and one thing to do. */
export function ApplyFrame({ title, intro, children }: ApplyFrameProps) {
  const { name } = useTerminology()
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <div className={classes.column}>
          <p className={classes.organisation}>
            <Logo size="2rem" />
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
