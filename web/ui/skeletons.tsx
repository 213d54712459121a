import type { CSSProperties, ReactNode } from 'react'
import { useDelayed } from './busy-indicators.tsx'
import page from './page.module.css'
import classes from './skeletons.module.css'

/** Skeleton of a list. Skeletons appear after 150 ms. */
export function ListSkeleton({ rows = 12 }: { rows?: number }) {
  return (
    <Skeleton>
      <span className={classes.list}>
        {Array.from({ length: rows }, (_, row) => (
          <span key={row} className={classes.row}>
            <Bone width="2rem" />
            <Bone round />
            <Bone width={`${10 + ((row * 7) % 9)}rem`} />
            <Bone width="4.5rem" />
            <Bone width="6rem" />
          </span>
        ))}
      </span>
    </Skeleton>
  )
}

/** Skeleton of a page with a list. */
export function ListPageSkeleton() {
  return (
    <Skeleton>
      <span className={`${page.page} ${classes.listPage}`} data-fill>
        <span className={page.head} data-plain>
          <Bone width="9rem" part="title" />
        </span>
        <span className={classes.tools}>
          <Bone width="17.5rem" tall part="search" />
          <Bone width="8rem" tall />
          <Bone width="6rem" tall />
        </span>
        <ListSkeleton />
      </span>
    </Skeleton>
  )
}

/** Skeleton of a person's record. */
export function RecordSkeleton() {
  return (
    <Skeleton>
      <span className={page.page}>
        <span className={page.head}>
          <Bone round large />
          <span className={classes.field}>
            <Bone width="16rem" part="title" />
            <Bone width="11rem" />
          </span>
        </span>
        <Bone width="100%" facts />
        <FormSkeleton />
      </span>
    </Skeleton>
  )
}

/** Skeleton of a form. */
export function FormSkeleton({ fields = 9 }: { fields?: number }) {
  return (
    <Skeleton>
      <span className={classes.form}>
        {Array.from({ length: fields }, (_, field) => (
          <span key={field} className={classes.field}>
            <Bone width={`${4 + ((field * 3) % 5)}rem`} />
            <Bone width="100%" tall />
          </span>
        ))}
      </span>
    </Skeleton>
  )
}

/** Skeleton of a grid of cards. */
export function CardsSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <Skeleton>
      <span className={classes.field}>
        <Bone width="100%" tall />
        <span className={classes.cards}>
          {Array.from({ length: cards }, (_, card) => (
            <Bone key={card} width="100%" block />
          ))}
        </span>
      </span>
    </Skeleton>
  )
}

/** Skeleton of a page without a photo. */
export function PageSkeleton() {
  return (
    <Skeleton>
      <span className={page.page}>
        <span className={page.head}>
          <span className={classes.field}>
            <Bone width="14rem" part="title" />
            <Bone width="10rem" />
          </span>
        </span>
        <Bone width="100%" facts />
        <Bone width="100%" block />
      </span>
    </Skeleton>
  )
}

function Skeleton({ children }: { children: ReactNode }) {
  const visible = useDelayed(150)
  return (
    <output className={classes.skeleton} data-visible={visible} aria-label="A carregar…">
      {children}
    </output>
  )
}

interface BoneProps {
  width?: string
  round?: boolean
  tall?: boolean
  block?: boolean
  facts?: boolean
  large?: boolean
  /** The part of the page that it replaces, which has its own size. */
  part?: 'title' | 'search'
}

function Bone({ width, round, tall, block, facts, large, part }: BoneProps) {
  const shape = round ? 'round' : block ? 'block' : facts ? 'facts' : tall ? 'tall' : 'line'
  return (
    <span
      className={classes.bone}
      data-shape={shape}
      data-large={large}
      data-part={part}
      style={{ '--width': width } as CSSProperties}
    />
  )
}
