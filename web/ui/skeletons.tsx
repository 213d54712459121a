import type { CSSProperties, ReactNode } from 'react'
import { useDelayed } from './use-delayed.ts'
import classes from './skeletons.module.css'

/** Rows in the shape of a list, for what takes longer than 150 ms. */
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

/** Labelled boxes in the shape of a form. */
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

/** A page's title, toolbar and content. */
export function PageSkeleton() {
  return (
    <Skeleton>
      <span className={classes.page}>
        <Bone width="12rem" tall />
        <Bone width="100%" tall />
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
}

function Bone({ width, round, tall, block }: BoneProps) {
  const shape = round ? 'round' : block ? 'block' : tall ? 'tall' : 'line'
  return <span className={classes.bone} data-shape={shape} style={{ '--width': width } as CSSProperties} />
}
