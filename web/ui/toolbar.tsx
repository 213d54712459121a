import { ActionIcon } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { createContext, useContext, type ReactNode } from 'react'
import { useZoom } from './device.ts'
import { changeZoom, largestZoom, smallestZoom } from './display-settings.ts'
import { paletteAction } from './palette-actions.ts'
import classes from './toolbar.module.css'

/** Content that the application adds to every toolbar, such as the support link. */
export const ToolbarContext = createContext<ReactNode>(null)

/** The page's tools and main action, then zoom and the application's additions. */
export function Toolbar({ action, children }: { action?: ReactNode; children?: ReactNode }) {
  const added = useContext(ToolbarContext)
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Ferramentas da página">
      {children}
      {action && <div className={classes.action}>{action}</div>}
      <div className={classes.always}>
        <ZoomButtons />
        {added}
      </div>
    </div>
  )
}

export function ZoomButtons() {
  const zoom = useZoom()
  return (
    <div className={classes.pair}>
      <Tool
        label="Diminuir o texto"
        {...letterWords}
        disabled={zoom <= smallestZoom}
        onClick={() => changeZoom(-1)}
      >
        <IconZoomOut size="1.125rem" stroke={1.5} />
      </Tool>
      <Tool
        label="Aumentar o texto"
        {...letterWords}
        disabled={zoom >= largestZoom}
        onClick={() => changeZoom(1)}
      >
        <IconZoomIn size="1.125rem" stroke={1.5} />
      </Tool>
    </div>
  )
}

const letterWords = paletteAction('letra tamanho zoom')

interface ToolProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, children, ...rest }: ToolProps) {
  return (
    <ActionIcon className={classes.tool} aria-label={label} data-hint={label} {...rest}>
      {children}
    </ActionIcon>
  )
}
