import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { CurrentQuestion } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import classes from './question-dialog.module.css'

/** The dialog of `confirmDialog`. For destructive questions the cancel button has the focus. */
export default function QuestionDialog({ question }: { question: CurrentQuestion }) {
  const { title, message, confirmLabel, cancelLabel = 'Cancelar', kind = 'question', answer } = question
  const focused = useRef<HTMLButtonElement>(null)
  useEffect(() => focused.current?.focus(), [])
  const isDelete = kind === 'delete'
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button
            ref={isDelete || !confirmLabel ? focused : null}
            variant="default"
            onClick={() => answer(false)}
          >
            {cancelLabel}
          </Button>
          {confirmLabel && (
            <Button
              ref={isDelete ? null : focused}
              color={isDelete ? 'red' : 'blue'}
              onClick={() => answer(true)}
            >
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {message && <div className={classes.message}>{message}</div>}
    </Dialog>
  )
}
