import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { expect, it } from 'vitest'
import { resendText } from './message-actions.tsx'

const message = {
  _id: 'm',
  subject: 'Aviso',
  channel: 'sms',
  recipientName: 'Ana Silva',
  recipient: '912345678',
  smsParts: 2,
} as ResourceRecord<'messages'>

it('the resend dialog names the recipient, warns about a second copy and counts SMS', () => {
  expect(resendText({ ...message, state: 'held' })).toBe(
    '«Aviso» volta à fila e segue, na sua vez, para Ana Silva (912345678). São 2 SMS.',
  )
  expect(resendText({ ...message, state: 'sent', smsParts: 1, sentAt: '2026-11-01T10:00:00Z' })).toBe(
    '«Aviso» já foi enviada a 01/11/2026 10:00. Segue 1 cópia, com o mesmo texto, para Ana Silva (912345678): quem a recebeu fica com duas.',
  )
})
