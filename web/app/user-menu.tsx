import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../api/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { UserPanel } from './user-panel.tsx'
import classes from './user-menu.module.css'

/** Button with the person's name, and the panel that it opens. */
export function UserMenu() {
  const session = useSession()
  const panelId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  useEffect(() => panel.current?.hidePopover(), [key])
  if (!session) return null
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={panelId}>
        <Avatar name={session.name} />
        <span className={classes.name}>{session.name}</span>
        <span className="visually-hidden">, menu</span>
        <IconChevronDown size="1rem" stroke={1.5} aria-hidden="true" />
      </button>
      <div ref={panel} id={panelId} className={classes.panel} popover="auto">
        <UserPanel session={session} />
      </div>
    </>
  )
}
