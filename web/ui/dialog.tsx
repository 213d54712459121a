import { useMergedRef } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { addLayer, FloatingHome } from './layers.ts'
import { focusFirstField } from './first-field.ts'
import { isSaveKey, ownForm, submitForm } from './hotkeys.ts'
import classes from './dialog.module.css'

interface DialogProps {
  title: string
  /** The title is for screen readers only. */
  hideTitle?: boolean
  /** Without it the dialog cannot be closed by the person. */
  onClose?: () => void
  /**
   * `top` is below the window's top edge, like a search; `side` slides in from the left; `full` covers the
   * window.
   */
  placement?: 'centre' | 'top' | 'side' | 'full'
  width?: string
  /** Buttons at the end. */
  footer?: ReactNode
  children?: ReactNode
}

/** A modal dialog: focuses its first field and traps the focus; Escape and a click outside close it. */
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

/** Opens the element as a modal while it is mounted. */
function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: (() => void) | undefined): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // `close()` must run while the element is in the document: only then does the browser restore the focus.
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
    // Browsers close the dialog on a second Escape even if `cancel` was prevented: reopen it.
    const onClosed = () => {
      if (!element.open) element.showModal()
    }
    element.addEventListener('cancel', onCancel)
    element.addEventListener('close', onClosed)
    // Keys of the page below do not get it.
    const onKey = (event: KeyboardEvent) => {
      const isOfDialogAbove = event.target instanceof Element && event.target.closest('dialog') !== element
      if (!isSaveKey(event) || event.defaultPrevented || isOfDialogAbove) return
      if (submitForm(element.querySelector(ownForm))) event.preventDefault()
    }
    element.addEventListener('mousedown', onPress)
    element.addEventListener('keydown', onKey)
    element.showModal()
    const removeLayer = addLayer(element)
    const stopFocusing = focusFirstField(element)
    return () => {
      stopFocusing()
      removeLayer()
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('close', onClosed)
      element.removeEventListener('mousedown', onPress)
      element.removeEventListener('keydown', onKey)
      element.close()
    }
  }, [dialog])
}
