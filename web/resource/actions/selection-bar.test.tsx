import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Filters } from '../list/list-state.ts'
import { SelectionBar, type BulkAction } from './selection-bar.tsx'

const selection = {
  selection: { kind: 'some', ids: new Set(['1', '2']) },
  count: 2,
  isAll: false,
  knownRecords: new Map(),
} as never

const shared = { icon: null, run: () => undefined }
const actions: BulkAction[] = [
  { name: 'tell', label: 'Avisar', ...shared },
  { name: 'end', label: 'Isentar', suits: ({ status = [] }) => !status.includes('exempt'), ...shared },
  { name: 'one', label: 'Abrir', maxCount: 1, ...shared },
]

function offered(filters: Filters): string[] {
  cleanup()
  render(
    <MantineProvider env="test">
      <SelectionBar
        gender="f"
        selection={selection}
        total={2}
        actions={actions}
        filters={filters}
        idsOf={() => Promise.resolve([])}
        query={undefined}
      />
    </MantineProvider>,
  )
  return screen.getAllByRole('button').flatMap(({ textContent }) => textContent || [])
}

it('offers only actions that suit the filters and the number of records', () => {
  expect(offered({})).toEqual(['Avisar', 'Isentar'])
  expect(offered({ status: ['exempt'] })).toEqual(['Avisar'])
})
