import { lazy, Suspense } from 'react'
import { useAskedQuestion } from './confirm-dialog.ts'

const QuestionDialog = lazy(() =>
  import('./question-dialog.tsx').then((module) => ({ default: module.QuestionDialog })),
)

/** Where `confirmDialog` appears; drawn once. */
export function DialogHost() {
  const question = useAskedQuestion()
  return question ? (
    <Suspense>
      <QuestionDialog key={question.title} question={question} />
    </Suspense>
  ) : null
}
