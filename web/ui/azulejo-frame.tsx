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
  /** The organisation's own, in the place of the product's mark. */
  logo?: ReactNode
  children: ReactNode
}

/** The doors of the house: the tile wall beside a single form. On phones the wall is a band above it. */
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
