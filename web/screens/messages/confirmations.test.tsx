import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { ActionDescriptor, Explainer } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { beginAs, renderAt } from '../../api/testing-page.tsx'
import { Question, questionAfter } from '../../ui/testing-question.tsx'
import type { Batch } from './batch-progress.tsx'
import { CancelBatch } from './cancel-batch.tsx'
import { MessageActions } from './message-actions.tsx'

const cancel = { name: 'cancel', label: 'Cancelar' } as ActionDescriptor
const explainer = { data: {}, resources: { messageBatches: { actions: [cancel] } } } as unknown as Explainer

beforeEach(() => beginAs('admin', explainer))

it('the cancellation of a batch names how many messages are stopped, and how many were sent', async () => {
  const batch = { _id: 'b1', subject: 'Vindima', done: 10, leftOut: 2, sent: 3, held: 1, toPrint: 1 }
  const ask = async (state: string) => {
    renderAt(
      <>
        <CancelBatch batch={{ ...batch, state } as unknown as Batch} />
        <Question />
      </>,
    )
    return questionAfter(() => fireEvent.click(screen.getByText('Cancelar o envio')))
  }
  expect(await ask('composed')).toBe(
    'Cancelar «Vindima»? 5 mensagens não chegam a sair. 3 que já saíram não voltam atrás.',
  )
  cleanup()
  expect(await ask('composing')).toContain('As que ainda não estão escritas também não.')
})

it('the cancellation of a message names its recipient', async () => {
  const message = { _id: 'm1', subject: 'Aviso', recipientName: 'Ana Silva', state: 'held', channel: 'email' }
  renderAt(
    <>
      <MessageActions record={message as unknown as StoredRecord} actions={[cancel]} />
      <Question />
    </>,
  )
  expect(await questionAfter(() => fireEvent.click(screen.getByText('Cancelar a mensagem')))).toBe(
    'Cancelar «Aviso»? Não segue para Ana Silva, a menos que a envie de novo.',
  )
})
