import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { AppLink, MayEnterContext } from './app-link.tsx'
import { saveKeys, useHotkey } from './hotkeys.ts'
import { KeyCaps } from './key-caps.tsx'
import classes from './page-action.module.css'

interface PageActionProps {
  label: string
  icon?: ReactNode
  /** Link target; without it, `onClick`. */
  to?: string
  onClick?: () => void
  /** Called on hover or focus. */
  onIntent?: () => void
  loading?: boolean
  disabled?: boolean
  /** The only purpose of the page: Ctrl+Enter and Ctrl+S run it. */
  isPurpose?: boolean
}

/**
 * A page's main action: a button in the head or in the panel of a preview; on phones a bar below the page that covers no
 * content. Hidden from people who may not enter the screen that it leads to.
 */
export function PageAction({
  label,
  icon = <IconPlus size="1.125rem" stroke={1.75} />,
  to,
  onIntent,
  isPurpose = false,
  ...rest
}: PageActionProps) {
  const mayEnter = use(MayEnterContext)
  const mayRun = isPurpose && rest.disabled !== true && rest.loading !== true
  useHotkey({ ...saveKeys, label, inDialogs: false }, () => rest.onClick?.(), mayRun)
  if (to !== undefined && !mayEnter(to)) return null
  const shared = {
    className: classes.action,
    leftSection: icon,
    children: label,
  }
  return (
    <div className={classes.bar}>
      {to === undefined ? (
        <Button
          {...shared}
          {...(isPurpose && { rightSection: <KeyCaps keys={saveKeys.keys} onPrimary /> })}
          {...rest}
          onPointerEnter={onIntent}
          onFocus={onIntent}
        />
      ) : (
        <Button component={AppLink} to={to} {...shared} {...rest} />
      )}
    </div>
  )
}
