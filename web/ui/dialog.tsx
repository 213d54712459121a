import { useMergedRef } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { FloatingHome } from './floating-home.ts'
import { focusFirstField } from './first-field.ts'
import { addLayer } from './layers.ts'
import classes from './dialog.module.css'

export interface DialogProps {
  title: string
  /** Named for screen readers only; the content shows what it is. */
  hideTitle?: boolean
  /** Without it, nobody can close the dialog: it stands for as long as it is drawn. */
  onClose?: () => void
  /** `top` hangs below the window's head, as search does; `side` slides in from the left; `full` is all there is to see. */
  placement?: 'centre' | 'top' | 'side' | 'full'
  width?: string
  /** The buttons at the end. */
  footer?: ReactNode
  children?: ReactNode
}

/** A modal over the page: focus goes to its first field and stays inside, Escape and a click outside close it. */
export function Dialog({
  title,
  hideTitle = false,
  onClose,
  placement = 'centre',
  width,
  footer,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [home, setHome] = useState<HTMLDialogElement | null>(null)
  const ref = useMergedRef(dialog, setHome)
  const titleId = useId()
  useModal(dialog, onClose)
  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      data-placement={placement}
      style={width ? { width } : undefined}
      aria-labelledby={titleId}
      closedby={onClose ? undefined : 'none'}
    >
      <div className={classes.content}>
        <div className={hideTitle ? 'visually-hidden' : classes.head}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {!hideTitle && onClose && (
            <button type="button" className={classes.close} aria-label="Fechar" onClick={onClose}>
              <IconX size="1.125rem" stroke={1.75} />
            </button>
          )}
        </div>
        <FloatingHome value={home}>{children}</FloatingHome>
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}

/** Opens the element as a modal for as long as it is drawn. */
function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: (() => void) | undefined): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // Closed while it still is in the page, it gives the focus back to what had it.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const onCancel = (event: Event) => {
      event.preventDefault()
      close.current?.()
    }
    const onPress = (event: MouseEvent) => {
      if (event.target === element) close.current?.()
    }
    // Browsers let a second press of Escape close it, whatever the page says to the first.
    const onClosed = () => {
      if (!element.open) element.showModal()
    }
    element.addEventListener('cancel', onCancel)
    element.addEventListener('close', onClosed)
    element.addEventListener('mousedown', onPress)
    element.showModal()
    const removeLayer = addLayer(element)
    const stopFocusing = focusFirstField(element)
    return () => {
      stopFocusing()
      removeLayer()
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('close', onClosed)
      element.removeEventListener('mousedown', onPress)
      element.close()
    }
  }, [dialog])
}
