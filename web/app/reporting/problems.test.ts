import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/client.ts'

beforeEach(() => vi.resetModules())

it('problems wait for whoever tells them: the first twenty, and only what is to be told', async () => {
  const { noteFailure, noteProblem, tellProblems } = await import('./problems.ts')
  noteProblem(new DOMException('Aborted', 'AbortError'))
  noteFailure(new ApiError(500, 'Sem nome.'))
  const errors = Array.from({ length: 25 }, (_, place) => new Error(String(place)))
  for (const error of errors) noteProblem(error)
  const told: unknown[] = []
  tellProblems((problem) => told.push(problem))
  expect(told).toEqual(errors.slice(0, 20).map((error) => ({ error })))
  noteProblem(errors[24])
  expect(told).toHaveLength(21)
})
