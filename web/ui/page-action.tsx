import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePrefetch } from './prefetch.ts'
import classes from './page-action.module.css'

export interface PageActionProps {
  label: string
  icon?: ReactNode
  /** Where it goes; without it, what it does. */
  to?: string
  onClick?: () => void
  loading?: boolean
}

/** A page's main action: a button at the head, and a floating one within thumb's reach on phones. */
export function PageAction({
  label,
  icon = <IconPlus size="1.125rem" stroke={1.75} />,
  to,
  ...rest
}: PageActionProps) {
  const prefetch = usePrefetch(to)
  const shared = {
    className: classes.action,
    leftSection: icon,
    children: <span className={classes.label}>{label}</span>,
  }
  return to === undefined ? (
    <Button {...shared} {...rest} />
  ) : (
    <Button component={Link} to={to} {...prefetch} {...shared} {...rest} />
  )
}
