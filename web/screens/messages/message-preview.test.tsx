import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { logInAs, renderAt } from '../../api/testing-page.tsx'
import { PreviewSide } from './preview-side.tsx'

beforeEach(() => {
  fakeServer(() => jsonResponse({ data: {} }))
})

const emptyPreview = {
  total: 0,
  byChannel: { email: 0, sms: 0, letter: 0 },
  byAddress: { email: 0, sms: 0, letter: 0 },
  leftOut: [],
  smsParts: 0,
  cost: 0,
  sample: null,
}

function drawPreview(data: typeof emptyPreview | undefined) {
  renderAt(
    <PreviewSide
      preview={{
        of: 'message_batches',
        data,
        input: undefined,
        isStale: data === undefined,
        errors: undefined,
        problem: undefined,
      }}
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

it.each([
  ['true', true, null],
  ['false', true, 'O envio automático está desligado: as mensagens ficam retidas até alguém as libertar.'],
  ['true', false, 'Não há servidor de email: as mensagens ficam retidas até alguém as libertar.'],
  ['false', false, 'Não há servidor de email: as mensagens ficam retidas até alguém as libertar.'],
])(
  'with SendMessages=%s and a server: %s, says why messages will be held',
  (SendMessages, hasMailServer, text) => {
    logInAs('editor')
    queryClient.setQueryData(keys.settings, { SendMessages })
    queryClient.setQueryData(keys.heldMessages, { count: 0, oldest: null, hasMailServer })
    drawPreview({ ...emptyPreview, total: 2, byChannel: { email: 2, sms: 0, letter: 0 } })
    expect(screen.queryByText(/ficam retidas/)?.textContent ?? null).toBe(text)
  },
)
