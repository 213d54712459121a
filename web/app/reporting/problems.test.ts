import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/client.ts'

beforeEach(() => vi.resetModules())

it('the first twenty reportable problems wait until reporting begins', async () => {
  const { reportFailure, reportProblem, setProblemReporter } = await import('./problems.ts')
  reportProblem(new DOMException('Aborted', 'AbortError'))
  reportFailure(new ApiError(500, 'Sem nome.'))
  const errors = Array.from({ length: 25 }, (_, place) => new Error(String(place)))
  for (const error of errors) reportProblem(error)
  const sent: unknown[] = []
  setProblemReporter((problem) => sent.push(problem))
  expect(sent).toEqual(errors.slice(0, 20).map((error) => ({ error })))
  reportProblem(errors[24])
  expect(sent).toHaveLength(21)
})
