import { fireEvent, screen } from '@testing-library/react'
import { act } from 'react'
import { useCurrentQuestion } from './confirm-dialog.tsx'

/** Shows the current question, without its buttons to confirm. */
export function Question() {
  const question = useCurrentQuestion()
  return (
    question && (
      <div role="alert">
        {question.title} {question.message}
        <button type="button" onClick={() => question.answer(false)}>
          Voltar
        </button>
      </div>
    )
  )
}

/** Title and message of the question that `ask` shows, which is answered with no. */
export async function questionAfter(ask: () => void): Promise<string> {
  act(ask)
  const { firstChild } = await screen.findByRole('alert')
  const text = firstChild?.parentElement?.textContent.replaceAll('\u00A0', ' ') ?? ''
  fireEvent.click(screen.getByText('Voltar'))
  return text.replace(/Voltar$/, '')
}
