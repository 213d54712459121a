import { expect, it } from 'vitest'
import type { BatchPreview } from '../../messages/batch-preview.ts'
import { scheduleLines } from './schedule-effects.ts'

const plain = (lines: string[]) => lines.map((line) => line.replaceAll('\u00A0', ' '))

it('scheduling shows time, recipients, excluded people, cost, and that it can be cancelled', () => {
  const preview = {
    total: 6,
    byChannel: { email: 3, sms: 2, letter: 0 },
    byAddress: { email: 3, sms: 2, letter: 0 },
    leftOut: [],
    smsParts: 2,
    cost: 0.12,
    sample: null,
  } satisfies BatchPreview
  const lines = plain(scheduleLines(preview, { at: undefined, held: 'As mensagens ficam retidas.' }))
  expect(lines).toEqual([
    'Sai sozinha à hora marcada, com o que cada pessoa dever nesse momento.',
    'Hoje chegariam 3 emails e 2 SMS, a 5 pessoas.',
    '1 pessoa não a receberia.',
    'Os SMS custariam cerca de 0,12 €.',
    'As mensagens ficam retidas.',
    'Até lá pode cancelar o agendamento, e volta a rascunho.',
  ])
  expect(scheduleLines(undefined, { at: '2026-12-01T09:00:00Z', held: undefined })[0]).toMatch(
    / a 01\/12\/2026/,
  )
})
