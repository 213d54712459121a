import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshBrowser } from '../../api/testing.ts'
import { draw } from '../../api/testing-page.tsx'
import { PreviewSide } from './preview-side.tsx'

beforeEach(freshBrowser)
afterEach(cleanup)

const emptyPreview = {
  total: 0,
  byChannel: { email: 0, sms: 0, letter: 0 },
  leftOut: [],
  leftOutByReason: {},
  smsParts: 0,
  cost: 0,
  sample: null,
}

function drawPreview(data: typeof emptyPreview | undefined) {
  draw(
    <PreviewSide
      preview={{ data, of: undefined, isStale: data === undefined, errors: undefined, problem: undefined }}
      at={0}
      onGo={() => undefined}
    />,
    '/mensagens/nova',
  )
  return document.querySelector('.mantine-Skeleton-root')
}

it('without recipients, asks to choose some instead of showing a skeleton', () => {
  expect(drawPreview(emptyPreview)).toBeNull()
  expect(screen.getByText(/Escolha destinatários/)).toBeTruthy()
})

it('shows a skeleton until the server answers', () => {
  expect(drawPreview(undefined)).not.toBeNull()
  expect(screen.queryByText(/Escolha destinatários/)).toBeNull()
})
