import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { AskedQuestion } from './confirm-dialog.ts'
import { Dialog } from './dialog.tsx'
import classes from './question-dialog.module.css'

/** Draws what `confirmDialog` asks. What destroys does not get the focus. */
export default function QuestionDialog({ question }: { question: AskedQuestion }) {
  const { title, message, confirmLabel, cancelLabel = 'Cancelar', kind = 'question', answer } = question
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isDelete = kind === 'delete'
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button
            ref={isDelete || !confirmLabel ? first : null}
            variant="default"
            onClick={() => answer(false)}
          >
            {cancelLabel}
          </Button>
          {confirmLabel && (
            <Button
              ref={isDelete ? null : first}
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
