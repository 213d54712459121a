import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { explainNothing, renderAt } from '../../api/testing-page.tsx'
import { TaskState } from './task-state.tsx'

it('a bulk action with failures is not shown as done', () => {
  explainNothing()
  renderAt(<TaskState record={{ _id: 't1', state: 'done', failed: 2 } as ResourceRecord<'bulkActions'>} />)
  expect(screen.getByText('2 falharam').dataset.tone).toBe('red')
})
