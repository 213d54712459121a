import { type ReactNode, Suspense, useState } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazyPart } from './lazy-part.ts'
import { usePaletteActions } from './palette-actions.ts'

export interface MenuAction {
  label: string
  icon?: ReactNode
  /** Deletes or cancels something. */
  isDestructive?: boolean
  run: () => void
}

interface ActionMenuProps {
  label?: string
  /** One action alone is an icon, as tools are. */
  isTool?: boolean
  actions: readonly MenuAction[]
}

const loadMenu = () => import('./opened-menu.tsx')
const OpenedMenu = lazyPart(loadMenu)

/**
 * Secondary actions of a page in a menu, destructive ones last; one alone is a button. The command palette finds them
 * all.
 */
export function ActionMenu({ label = 'Mais ações', isTool = false, actions }: ActionMenuProps) {
  const [only, ...others] = actions
  usePaletteActions(actions)
  const [wasOpened, setOpened] = useState(false)
  if (!only || others.length === 0) {
    // Otherwise the menu would open by itself when there are actions again.
    if (wasOpened) setOpened(false)
    if (!only) return null
    if (isTool) {
      return (
        <ActionIcon {...lookOf(only.label)} onClick={only.run}>
          {only.icon}
        </ActionIcon>
      )
    }
    return (
      <Button variant="default" leftSection={only.icon} onClick={only.run}>
        {only.label}
      </Button>
    )
  }
  const look = lookOf(label)
  const icon = <IconDots size="1.125rem" stroke={1.5} />
  const opener = (
    <ActionIcon
      {...look}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setOpened(true)}
    >
      {icon}
    </ActionIcon>
  )
  if (!wasOpened) return opener
  return (
    <Suspense fallback={opener}>
      <OpenedMenu
        target={(ref) => (
          <ActionIcon {...look} ref={ref}>
            {icon}
          </ActionIcon>
        )}
        actions={actions}
      />
    </Suspense>
  )
}

function lookOf(label: string) {
  return { variant: 'default', size: '2.25rem', 'aria-label': label, 'data-hint': label }
}
