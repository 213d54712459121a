import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './recipient-pager.module.css'

interface RecipientPagerProps {
  name: string
  at: number
  total: number
  /** Details of the person, after the position. */
  children: ReactNode
  onGo: (at: number) => void
}

/** Names the person whose message is shown, with buttons to the previous and next. */
export function RecipientPager({ name, at, total, children, onGo }: RecipientPagerProps) {
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
        <span className="note">
          {total > 0 && `${formatNumber(at + 1)} de ${formatNumber(total)} · `}
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
