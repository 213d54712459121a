import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format-count.ts'
import classes from './person-in-turn.module.css'

interface PersonInTurnProps {
  name: string
  at: number
  total: number
  /** What else there is to say of the person. */
  children: ReactNode
  onGo: (at: number) => void
}

/** Whose message is shown, with the way to the next. */
export function PersonInTurn({ name, at, total, children, onGo }: PersonInTurnProps) {
  return (
    <div className={classes.person}>
      <ActionIcon
        variant="default"
        aria-label="Pessoa anterior"
        disabled={at === 0}
        onClick={() => onGo(at - 1)}
      >
        <IconChevronLeft size="1.125rem" stroke={1.5} />
      </ActionIcon>
      <output className={classes.who}>
        <strong>{name}</strong>
        <span className={classes.note}>
          {total > 0 && `${formatCount(at + 1)} de ${formatCount(total)} · `}
          {children}
        </span>
      </output>
      <ActionIcon
        variant="default"
        aria-label="Pessoa seguinte"
        disabled={at >= total - 1}
        onClick={() => onGo(at + 1)}
      >
        <IconChevronRight size="1.125rem" stroke={1.5} />
      </ActionIcon>
    </div>
  )
}
