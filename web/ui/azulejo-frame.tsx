import { useRef, type ReactNode } from 'react'
import { AzulejoPattern } from './azulejo-pattern.tsx'
import { useFirstField } from './first-field.ts'
import { Logo } from './logo.tsx'
import classes from './azulejo-frame.module.css'

export interface AzulejoFrameProps {
  title: string
  subtitle?: ReactNode
  /** A wider column, for forms with two columns. */
  wide?: boolean
  foot?: ReactNode
  /** The organisation's logo, in place of the product's. */
  logo?: ReactNode
  children: ReactNode
}

/** Frame of pages with a single form: a tile pattern beside it, above it on phones. */
export function AzulejoFrame({ title, subtitle, wide = false, foot, logo, children }: AzulejoFrameProps) {
  const column = useRef<HTMLDivElement>(null)
  useFirstField(column)
  return (
    <div className={classes.frame}>
      <div className={classes.wall}>
        <AzulejoPattern />
      </div>
      <main className={classes.main}>
        <div ref={column} className={classes.column} data-wide={wide}>
          {logo ?? <Logo />}
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
          {children}
          {foot && <footer className={classes.foot}>{foot}</footer>}
        </div>
      </main>
    </div>
  )
}
