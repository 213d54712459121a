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
  /** Somebody looks like using it. */
  onIntent?: () => void
  loading?: boolean
}

/** A page's main action: a button at the head, and on phones a bar below the page, always in sight, that covers nothing of it. */
export function PageAction({
  label,
  icon = <IconPlus size="1.125rem" stroke={1.75} />,
  to,
  onIntent,
  ...rest
}: PageActionProps) {
  const prefetch = usePrefetch(to)
  const shared = {
    className: classes.action,
    leftSection: icon,
    children: label,
  }
  return (
    <div className={classes.bar}>
      {to === undefined ? (
        <Button {...shared} {...rest} onPointerEnter={onIntent} onFocus={onIntent} />
      ) : (
        <Button component={Link} to={to} {...prefetch} {...shared} {...rest} />
      )}
    </div>
  )
}
