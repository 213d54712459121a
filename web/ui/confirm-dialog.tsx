import { type ReactNode, Suspense } from 'react'
import { createStore } from '../store.ts'
import { lazyPart } from './lazy-part.ts'

export interface Question {
  /** Names the record: «Eliminar a quota de 2024?» */
  title: string
  /** The consequences. */
  message?: ReactNode
  /** Label of the confirming button; without it the dialog only informs. */
  confirmLabel?: string | undefined
  cancelLabel?: string
  /** `delete` marks destructive actions. */
  kind?: 'question' | 'delete'
}

/** Shows a modal question. Resolves to true when confirmed, false when closed in any other way. */
export function confirmDialog(question: Question): Promise<boolean> {
  current.get()?.answer(false)
  return new Promise((resolve) => {
    current.set({
      ...question,
      answer: (yes) => {
        current.set(undefined)
        resolve(yes)
      },
    })
  })
}

export interface CurrentQuestion extends Question {
  answer: (yes: boolean) => void
}

export function useCurrentQuestion(): CurrentQuestion | undefined {
  return current.useValue()
}

const current = createStore<CurrentQuestion | undefined>(undefined)

const QuestionDialog = lazyPart(() => import('./question-dialog.tsx'))

/** Renders the dialog of `confirmDialog`; mounted once. */
export function DialogHost() {
  const question = useCurrentQuestion()
  return question ? (
    <Suspense>
      <QuestionDialog key={question.title} question={question} />
    </Suspense>
  ) : null
}
