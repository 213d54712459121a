import { expect, test } from 'vitest'
import { daysOfStep, noticeSteps, sayLadder, withDays } from './ladder.ts'

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

test('days before the due date are written without a sign, and kept with one', () => {
  const ladder = '-15,15,45'
  expect(noticeSteps.map((_, place) => daysOfStep(ladder, place))).toEqual([15, 15, 45, ''])
  expect(withDays(ladder, 0, 10)).toBe('-10,15,45')
  expect(withDays(ladder, 0, 0)).toBe('0,15,45')
  expect(withDays(ladder, 3, 90)).toBe('-15,15,45,90')
  expect(withDays(ladder, 2, null)).toBe('-15,15')
})
