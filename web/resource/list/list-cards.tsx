import { useRef, type ReactNode } from 'react'
import { UnstyledButton } from '@mantine/core'
import type { StoredRecord } from '../../api/client.ts'
import { faceOf } from '../../fields/index.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useDelayed } from '../../ui/busy-indicators.tsx'
import { isDigits, type ShownColumn } from './list-columns.ts'
import { CellContent } from './list-row.tsx'
import type { Drawing } from './reading.ts'
import type { ListRows } from './use-list-rows.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { useRowWindow } from './use-row-window.ts'
import classes from './list-cards.module.css'

export interface CardSetup<Name extends string = string> extends Drawing<Name> {
  /** In rem. */
  height: number
}

interface ListCardsProps {
  label: string
  columns: readonly ShownColumn[]
  title: string
  rows: ListRows
  card: CardSetup | undefined
  pathOf: (record: StoredRecord) => string | undefined
  /** The field whose value is in the record's path. */
  pathBy: string
  onOpen: (record: StoredRecord) => void
  memory: string
}

const defaultHeight = 5.5
const maxFacts = 4

/** The rows of a list as cards, on phones. */
export function ListCards(props: ListCardsProps) {
  const { label, columns, title, rows, card, pathOf, pathBy, onOpen, memory } = props
  const holder = useRef<HTMLUListElement>(null)
  const isDelayOver = useDelayed(150)
  const height = card?.height ?? defaultHeight
  const count = rows.total ?? 8
  const window = useRowWindow({ holder, rowHeight: height, count, rows, memory })
  const { onClickCapture } = useReturnFocus({ holder, rows, window, memory, pathBy, pathOf })
  return (
    <ul
      ref={holder}
      className={classes.cards}
      style={{ height: window.height }}
      aria-label={label}
      data-late={rows.total !== undefined || isDelayOver}
      data-awaiting={rows.isAwaiting}
      onClickCapture={onClickCapture}
    >
      {window.items.map(({ index, top }) => {
        const record = rows.rowAt(index)
        return (
          <li
            key={index}
            className={classes.card}
            style={{ transform: `translateY(${top}px)`, height: `${height}rem` }}
            data-index={index}
            aria-setsize={rows.total}
            aria-posinset={index + 1}
          >
            {record ? (
              <CardLink path={pathOf(record)} onOpen={() => onOpen(record)}>
                {card ? (
                  <card.Cell record={record} />
                ) : (
                  <DefaultCard record={record} columns={columns} title={title} />
                )}
              </CardLink>
            ) : (
              <span className={classes.bone} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface CardLinkProps {
  path: string | undefined
  onOpen: () => void
  children: ReactNode
}

function CardLink({ path, onOpen, children }: CardLinkProps) {
  if (path === undefined) {
    return (
      <UnstyledButton className={classes.link} onClick={onOpen}>
        {children}
      </UnstyledButton>
    )
  }
  return (
    <AppLink to={path} className={classes.link}>
      {children}
    </AppLink>
  )
}

type CardColumn = Pick<ShownColumn, 'id' | 'label' | 'cardLabel' | 'field' | 'Cell'> & {
  align?: ShownColumn['align']
}

interface DefaultCardProps {
  record: StoredRecord
  columns: readonly CardColumn[]
  title: string
  /** Shows all columns, on as many lines as they need, and what an empty value means; otherwise the first ones, on two lines. */
  isWhole?: boolean
}

/** The default card: title, state, and the other columns with labels. */
export function DefaultCard({ record, columns, title, isWhole = false }: DefaultCardProps) {
  const named = columns.find(({ id }) => id === title)
  const others = columns.filter(({ id }) => id !== title)
  const badge = others.find(({ field }) => field?.badge)
  // The same columns on every card: an empty value must not let the next column in.
  const facts = others
    .filter((column) => column !== badge)
    .slice(0, isWhole ? undefined : maxFacts)
    .filter((column) => hasValue(column, record) || (isWhole && column.field?.blank !== undefined))
  return (
    <span className={classes.usual}>
      <span className={classes.head}>
        <strong className={classes.title}>
          {named?.field?.inputType === 'number' && `${named.cardLabel ?? named.label}\u00A0`}
          {named ? <CellContent column={named} record={record} /> : '—'}
        </strong>
        {badge && <CellContent column={badge} record={record} />}
      </span>
      <span className={classes.facts} data-whole={isWhole}>
        {facts.map((column) => (
          <span key={column.id} className={classes.fact}>
            {/* What an empty value means is said in words of its own. */}
            {hasValue(column, record) && `${column.label} `}
            <span className={isDigits(column) ? `${classes.value} tabular` : classes.value}>
              <CellContent column={column} record={record} />
            </span>
          </span>
        ))}
      </span>
    </span>
  )
}

/** Columns without a field always have a value. */
function hasValue({ field, id }: CardColumn, record: StoredRecord): boolean {
  return !field || (record[id] !== false && faceOf(field).toText(record[id], field, record) !== '')
}
