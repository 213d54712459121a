import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { averagePercent, createUploadQueue, hasUnsent, type SendFile } from './upload-queue.ts'

beforeEach(() => void vi.useFakeTimers())

const files = (count: number) => Array.from({ length: count }, (_, index) => new File(['x'], `${index}.pdf`))

/** A queue whose sendings the test ends. */
function controlled() {
  const sent: { name: string; end: PromiseWithResolvers<string>; progress: (percent: number) => void }[] = []
  const send: SendFile<string> = (file, progress) => {
    const end = Promise.withResolvers<string>()
    sent.push({ name: file.name, end, progress })
    return end.promise
  }
  const queue = createUploadQueue(send)
  const states = () => queue.get().map(({ state }) => state)
  return { queue, sent, states }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

it('sends three files at a time, in their order, and shows the average progress of all', async () => {
  const { queue, sent, states } = controlled()
  queue.add(files(5))
  expect(sent.map(({ name }) => name)).toEqual(['0.pdf', '1.pdf', '2.pdf'])
  sent[0]?.progress(50)
  expect(averagePercent(queue.get())).toBe(10)
  sent[1]?.end.resolve('documento')
  await settle()
  expect(sent.map(({ name }) => name)).toEqual(['0.pdf', '1.pdf', '2.pdf', '3.pdf'])
  expect(states()).toEqual(['sending', 'done', 'sending', 'sending', 'waiting'])
  expect(averagePercent(queue.get())).toBe(30)
  expect(hasUnsent(queue.get())).toBe(true)
})

it('keeps a file whose connection failed, and sends it again', async () => {
  const { queue, sent, states } = controlled()
  queue.add(files(2))
  sent[0]?.end.reject(new ApiError(0, 'Sem ligação.'))
  sent[1]?.end.resolve('documento')
  await settle()
  expect(states()).toEqual(['failed', 'done'])
  expect(queue.get()[0]?.message).toMatch(/continua aqui/)
  queue.retry()
  expect(sent.map(({ name }) => name)).toEqual(['0.pdf', '1.pdf', '0.pdf'])
  sent[2]?.end.resolve('documento')
  await settle()
  expect(states()).toEqual(['done', 'done'])
  expect(hasUnsent(queue.get())).toBe(false)
})

it('waits when the server is busy, and sends again by itself', async () => {
  const { queue, sent, states } = controlled()
  queue.add(files(1))
  sent[0]?.end.reject(new ApiError(429, 'Há outros ficheiros a ser recebidos.', { retryAfter: 5 }))
  await settle()
  expect([states(), sent.length]).toEqual([['waiting'], 1])
  await vi.advanceTimersByTimeAsync(5000)
  expect([states(), sent.length]).toEqual([['sending'], 2])
})

it('shows why the server refused a file, which is not sent again', async () => {
  const { queue, sent, states } = controlled()
  queue.add(files(1))
  const errors = { file: ['Este PDF só abre com uma palavra-passe.'] }
  sent[0]?.end.reject(new ApiError(422, 'Há campos por corrigir.', { errors }))
  await settle()
  expect([states(), queue.get()[0]?.message]).toEqual([['refused'], errors.file[0]])
  queue.retry()
  expect(sent.length).toBe(1)
})

it('shows the errors of other fields than the file', async () => {
  const { queue, sent } = controlled()
  queue.add(files(1))
  const errors = { date: ['A data é posterior a hoje.'], name: ['É demasiado longo.'] }
  sent[0]?.end.reject(new ApiError(422, 'Há campos por corrigir.', { errors }))
  await settle()
  expect(queue.get()[0]?.message).toBe('A data é posterior a hoje. É demasiado longo.')
})

it('refuses a file that is too large without sending it', () => {
  const { queue, sent } = controlled()
  const large = new File(['x'], 'grande.pdf')
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
  queue.add([large])
  expect(queue.get()[0]).toMatchObject({
    state: 'refused',
    message: 'É demasiado grande: pode ter até 20 MB.',
  })
  expect(sent.length).toBe(0)
  queue.remove(queue.get()[0]?.key ?? 0)
  expect(queue.get()).toEqual([])
})
