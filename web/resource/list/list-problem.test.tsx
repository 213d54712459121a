import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { renderAt } from '../../api/testing-page.tsx'
import { ListProblem } from './list-problem.tsx'
import type { Elsewhere } from './use-list.ts'

const label = { one: 'Mensagem', many: 'Mensagens', new: 'Nova mensagem', gender: 'f' }

function drawProblem(isBare: boolean, error: Error | null = null, elsewhere?: Elsewhere) {
  renderAt(
    <ListProblem
      descriptor={{ label } as unknown as ResourceDescriptor}
      error={error}
      isBare={isBare}
      purpose="Aqui fica cada mensagem."
      firstAction={<a href="/mensagens/nova">Nova mensagem</a>}
      onRetry={() => undefined}
      onShowAll={() => undefined}
      elsewhere={elsewhere}
      onFilter={() => undefined}
    />,
    '/mensagens',
  )
  return screen.queryByRole('link', { name: 'Nova mensagem' })
}

it('offers the first action in an empty list', () => {
  expect(drawProblem(true)).not.toBeNull()
})

it('offers no first action after an empty search or an error', () => {
  expect(drawProblem(false)).toBeNull()
  cleanup()
  expect(drawProblem(true, new Error('x'))).toBeNull()
})

it('offers the results in other states, with a count', () => {
  drawProblem(false, null, { count: 1, filters: {} })
  expect(screen.getByRole('button', { name: 'Ver 1 mensagem noutros estados' })).toBeTruthy()
})
