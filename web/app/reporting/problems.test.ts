import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/client.ts'

beforeEach(() => vi.resetModules())

it('the first twenty reportable problems wait until reporting begins', async () => {
  const { noteFailure, noteProblem, tellProblems } = await import('./problems.ts')
  noteProblem(new DOMException('Aborted', 'AbortError'))
  noteFailure(new ApiError(500, 'Sem nome.'))
  const errors = Array.from({ length: 25 }, (_, place) => new Error(String(place)))
  for (const error of errors) noteProblem(error)
  const sent: unknown[] = []
  tellProblems((problem) => sent.push(problem))
  expect(sent).toEqual(errors.slice(0, 20).map((error) => ({ error })))
  noteProblem(errors[24])
  expect(sent).toHaveLength(21)
})
