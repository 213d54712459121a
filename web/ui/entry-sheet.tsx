import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './entry-sheet.module.css'

interface EntrySheetProps {
  /** Accessible name of the main card. */
  label: string
  /** Fields of the main card. */
  children: ReactNode
  /** Below the main card. */
  below?: ReactNode
  /** Beside the main card, or below it where the page is narrow. */
  panel: ReactNode
}

/** A form that registers records one after another: whom and what for in the main card, how much in a panel. */
export function EntrySheet({ label, children, below, panel }: EntrySheetProps) {
  return (
    <div className={classes.entry}>
      <div className={classes.sheet}>
        <div className={classes.column}>
          <section className={classes.card} aria-label={label}>
            {children}
          </section>
          {below}
        </div>
        {panel}
      </div>
    </div>
  )
}

interface EntryPanelProps {
  label: string
  children: ReactNode
  /** The button that registers, with its message: visible while the form scrolls. */
  foot?: ReactNode
}

export function EntryPanel({ label, children, foot }: EntryPanelProps) {
  return (
    <section className={classes.panel} aria-label={label}>
      <div className={classes.card}>{children}</div>
      {foot !== undefined && <div className={classes.register}>{foot}</div>}
    </section>
  )
}

/** The input of an amount in large figures. */
export function LargeAmount({ children }: { children: ReactNode }) {
  return <div className={classes.amount}>{children}</div>
}

interface MoreFieldsProps {
  title: string
  /** Whether a field has a value. */
  isFilled: boolean
  /** Whether a field has an error: it is shown. */
  isWrong: boolean
  children: ReactNode
}

/** Fields that few records use: collapsed until one has a value or an error. */
export function MoreFields({ title, isFilled, isWrong, children }: MoreFieldsProps) {
  const [open, { toggle, open: show }] = useDisclosure(isFilled)
  const [wasFilled, setWasFilled] = useState(isFilled)
  // Values may arrive later, from a draft or another record.
  if (isFilled !== wasFilled) {
    setWasFilled(isFilled)
    if (isFilled) show()
  }
  if (!open && isWrong) show()
  return (
    <div className={classes.more}>
      <UnstyledButton className={classes.moreButton} aria-expanded={open} onClick={toggle}>
        <IconChevronRight size="1rem" stroke={1.75} aria-hidden />
        {title}
      </UnstyledButton>
      {open && children}
    </div>
  )
}
