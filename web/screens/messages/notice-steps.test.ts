import { expect, test } from 'vitest'
import { daysOfStep, noticeSteps, noticeStepsText, withDays } from './notice-steps.ts'

test('summarises the notice steps in one sentence', () => {
  expect(noticeStepsText('-15,15,45,90')).toBe(
    'Aviso de pagamento 15 dias antes do vencimento, primeiro lembrete 15 dias depois, segundo lembrete 45 dias depois e último lembrete 90 dias depois.',
  )
  expect(noticeStepsText('0, 1')).toBe(
    'Aviso de pagamento no dia do vencimento e primeiro lembrete 1 dia depois.',
  )
})

test('the summary of an unreadable setting is empty', () => {
  expect(noticeStepsText('')).toBe('')
  expect(noticeStepsText('quinze')).toBe('')
})

test('days before the due date are shown without a sign and stored as negative', () => {
  const ladder = '-15,15,45'
  expect(noticeSteps.map((_, index) => daysOfStep(ladder, index))).toEqual([15, 15, 45, ''])
  expect(withDays(ladder, 0, 10)).toBe('-10,15,45')
  expect(withDays(ladder, 0, 0)).toBe('0,15,45')
  expect(withDays(ladder, 3, 90)).toBe('-15,15,45,90')
  expect(withDays(ladder, 2, null)).toBe('-15,15')
})
