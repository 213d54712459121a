import { expect, test } from 'vitest'
import { sayLadder } from './ladder.ts'

test('the ladder is said in one sentence', () => {
  expect(sayLadder('-15,15,45,90')).toBe(
    'Aviso de pagamento 15 dias antes do vencimento, primeiro lembrete 15 dias depois, segundo lembrete 45 dias depois e último lembrete 90 dias depois.',
  )
  expect(sayLadder('0, 1')).toBe('Aviso de pagamento no dia do vencimento e primeiro lembrete 1 dia depois.')
})

test('what is no ladder says nothing', () => {
  expect(sayLadder('')).toBe('')
  expect(sayLadder('quinze')).toBe('')
})
