import { expect, it } from 'vitest'
import type { BatchPreview } from '../../messages/batch-preview.ts'
import { scheduleWords } from './schedule-words.ts'
import { writtenWords } from './starting-text-field.tsx'

const plain = (lines: string[]) => lines.map((line) => line.replaceAll('\u00A0', ' '))

it('planning says when it leaves, whom it would reach, what it costs and that it can be called off', () => {
  const preview = {
    total: 6,
    byChannel: { email: 3, sms: 2, letter: 0 },
    leftOut: [],
    leftOutByReason: {},
    smsParts: 2,
    cost: 0.12,
    sample: null,
  } satisfies BatchPreview
  const lines = plain(scheduleWords(preview, { at: undefined, isPaused: true }))
  expect(lines).toEqual([
    'Sai sozinha à hora marcada, com o que cada pessoa dever nesse momento.',
    'Hoje chegariam 3 emails e 2 SMS, a 5 pessoas.',
    '1 pessoa não a receberia.',
    'Os SMS custariam cerca de 0,12 €.',
    'O envio automático está desligado: as mensagens ficam retidas até alguém as libertar.',
    'Até lá pode cancelar o agendamento, e volta a rascunho.',
  ])
  expect(scheduleWords(undefined, { at: '2026-12-01T09:00:00Z', isPaused: false })[0]).toMatch(
    / a 01\/12\/2026/,
  )
})

it('another starting text says what would be lost, and asks nothing where nothing is written', () => {
  expect(writtenWords({ subject: '', body: '<p></p>', smsText: null })).toBeUndefined()
  expect(writtenWords({ subject: 'Quotas', body: '<p>Boa tarde a todos</p>', smsText: 'Olá' })).toBe(
    'o assunto «Quotas», o texto (4 palavras) e o texto do SMS',
  )
})
