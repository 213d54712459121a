import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { type ReactNode, useEffect } from 'react'
import { createStore } from '../store.ts'
import { PageHeading } from './page-heading.tsx'
import { Toolbar } from './toolbar.tsx'
import classes from './page.module.css'

export interface PageProps {
  title: string
  /** Total beside the title. */
  count?: number | undefined
  /** A state badge beside the title. */
  state?: ReactNode
  /** A line of facts below the title. */
  subtitle?: ReactNode
  /** Photo or initials before the title. */
  leading?: ReactNode
  /** Tools of the page, such as export and columns. Zoom and support are added to all pages. */
  tools?: ReactNode
  /** The main action, usually a `PageAction`. */
  action?: ReactNode
  /** The content fills the window and scrolls itself, as lists do. */
  fill?: boolean
  /** A reading width, for forms and settings. */
  narrow?: boolean
  children: ReactNode
}

export function Page({ fill = false, narrow = false, children, ...head }: PageProps) {
  return (
    <article className={classes.page} data-fill={fill} data-narrow={narrow}>
      <PageHead {...head} />
      <div className={classes.body}>{children}</div>
    </article>
  )
}

type PageHeadProps = Omit<PageProps, 'fill' | 'narrow' | 'children'>

function PageHead({ title, count, state, subtitle, leading, tools, action }: PageHeadProps) {
  const isPlain = !leading && !subtitle && !state
  useEffect(() => publishPageHead({ title, count, isPlain }), [title, count, isPlain])
  return (
    <header className={classes.head} data-plain={isPlain}>
      {leading}
      <div className={classes.titles}>
        <div className={classes.line}>
          <PageHeading className={classes.title}>{title}</PageHeading>
          {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
          {state}
        </div>
        {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
      </div>
      <Toolbar action={action}>{tools}</Toolbar>
    </header>
  )
}

interface PageHeadState {
  title: string
  count?: number | undefined
  /** The head has only a title, which phones show in the bar instead. */
  isPlain: boolean
}

/** Publishes the page's title to the shell. Returns a function that withdraws it. */
function publishPageHead(next: PageHeadState): () => void {
  head.set(next)
  return () => {
    if (head.get() === next) head.set(undefined)
  }
}

export function usePageHead(): PageHeadState | undefined {
  return head.useValue()
}

const head = createStore<PageHeadState | undefined>(undefined)
