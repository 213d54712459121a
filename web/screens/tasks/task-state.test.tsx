import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { resetBrowser } from '../../api/testing.ts'
import { explainNothing, renderAt } from '../../api/testing-page.tsx'
import { TaskState } from './task-state.tsx'

afterEach(cleanup)

it('a bulk action with failures is not shown as done', () => {
  resetBrowser()
  explainNothing()
  renderAt(<TaskState record={{ _id: 't1', state: 'done', failed: 2 }} />)
  expect(screen.getByText('2 falharam').dataset.tone).toBe('red')
})
