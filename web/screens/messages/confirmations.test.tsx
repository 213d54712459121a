import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { Question, questionAfter } from '../../ui/testing-question.tsx'
import type { Batch } from './batch-progress.tsx'
import { CancelBatch } from './cancel-batch.tsx'
import { MessageActions } from './message-actions.tsx'

beforeEach(() => beginAs('admin', explainerOf('messages', 'messageBatches')))

it('the cancellation of a batch states what the server says that is stopped, and is not offered without anything to stop', async () => {
  fakeServer(() =>
    jsonResponse({ data: { refusal: null, consequences: ['5 mensagens não chegam a sair.'] } }),
  )
  const batch = { _id: 'b1', subject: 'Vindima', done: 10, leftOut: 2, sent: 3, held: 1, toPrint: 1 }
  const show = (shown: object) =>
    renderAt(
      <>
        <CancelBatch batch={shown as Batch} />
        <Question />
      </>,
    )
  show({ ...batch, state: 'composed' })
  expect(await questionAfter(() => fireEvent.click(screen.getByText('Cancelar o envio')))).toBe(
    'Cancelar «Vindima»? 5 mensagens não chegam a sair.',
  )
  cleanup()
  show({ ...batch, state: 'composed', sent: 8, held: 0, toPrint: 0 })
  expect(screen.queryByText('Cancelar o envio')).toBeNull()
})

it('the cancellation of a message names its recipient', async () => {
  const message = { _id: 'm1', subject: 'Aviso', recipientName: 'Ana Silva', state: 'held', channel: 'email' }
  renderAt(
    <>
      <MessageActions record={message as ResourceRecord<'messages'>} />
      <Question />
    </>,
  )
  expect(await questionAfter(() => fireEvent.click(screen.getByText('Cancelar a mensagem')))).toBe(
    'Cancelar «Aviso»? Não segue para Ana Silva, a menos que a envie de novo.',
  )
})
