import { type ReactNode, useRef } from 'react'
import { useFirstField } from './first-field.ts'
import { Logo } from './logo.tsx'
import { PageHeading } from './page-heading.tsx'
import classes from './azulejo-frame.module.css'
import azulejoPatternClasses from './azulejo-pattern.module.css'

interface AzulejoFrameProps {
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
          <PageHeading className={classes.title}>{title}</PageHeading>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
          {children}
          {foot && <footer className={classes.foot}>{foot}</footer>}
        </div>
      </main>
    </div>
  )
}

const side = 60
const columns = 8
const rows = 12
const tiles = Array.from({ length: columns * rows }, (_, place) => ({
  x: (place % columns) * side,
  y: Math.floor(place / columns) * side,
  kind: kindAt(place % columns, Math.floor(place / columns)),
}))

/** A decorative pattern of tiles, hidden from screen readers. */
function AzulejoPattern() {
  return (
    <svg
      className={azulejoPatternClasses.pattern}
      viewBox={`0 0 ${columns * side} ${rows * side}`}
      preserveAspectRatio="xMinYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        {Object.entries(drawings).map(([kind, drawing]) => (
          <g key={kind} id={`tile-${kind}`}>
            {drawing}
          </g>
        ))}
      </defs>
      {tiles.map(({ x, y, kind }) => (
        <use key={`${x} ${y}`} href={`#tile-${kind}`} x={x} y={y} />
      ))}
    </svg>
  )
}

const line = { fill: 'none', stroke: '#8ab0de', strokeOpacity: 0.72, strokeWidth: 3 }
const bow = 'M0 0C16 18 16 42 0 60M60 0C44 18 44 42 60 60M0 0C18 16 42 16 60 0M0 60C18 44 42 44 60 60'
const star = 'M30 0A30 30 0 0 1 0 30A30 30 0 0 1 30 60A30 30 0 0 1 60 30A30 30 0 0 1 30 0Z'
const arcs = 'M30 0A30 30 0 0 0 0 30M60 30A30 30 0 0 0 30 60'

const drawings = {
  star: (
    <>
      <rect width={side} height={side} fill="#2f6bb8" />
      <path d={star} {...line} />
    </>
  ),
  bow: (
    <>
      <rect width={side} height={side} fill="#2f6bb8" />
      <path d={bow} {...line} />
    </>
  ),
  ring: (
    <>
      <rect width={side} height={side} fill="#2762ac" />
      <path d={arcs} {...line} />
      <circle cx="30" cy="30" r="10" {...line} />
    </>
  ),
  sun: (
    <>
      <rect width={side} height={side} fill="#2762ac" />
      <path d={arcs} {...line} />
      <circle cx="30" cy="30" r="6" fill="#c99a4e" />
    </>
  ),
}

type Kind = keyof typeof drawings

/** The tile at a position: pseudo-random, but always the same. */
function kindAt(column: number, row: number): Kind {
  const kinds: readonly Kind[] = ['star', 'ring', 'bow', 'sun', 'star', 'ring', 'bow', 'sun']
  let mixed = Math.imul(column + 3, 374_761_393) ^ Math.imul(row + 7, 668_265_263)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return kinds[(mixed >>> 16) % kinds.length] ?? 'star'
}
