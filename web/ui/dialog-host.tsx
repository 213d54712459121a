import { Suspense } from 'react'
import { useCurrentQuestion } from './confirm-dialog.ts'
import { lazyPart } from './lazy-part.ts'

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
