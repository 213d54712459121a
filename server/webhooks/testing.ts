import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import type { TestCaller } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'

export interface Received {
  headers: Record<string, string>
  body: string
  event: { type: string; timestamp: string; action?: string; data: Record<string, unknown> & { _id: string } }
}

/** A receiver of webhooks, closed after the tests of the file. */
export interface Receiver {
  url: string
  received: Received[]
  /** Answers a request; default: 204. */
  answer: (response: ServerResponse, request: IncomingMessage) => void
}

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = request.headers as Record<string, string>
      receiver.received.push({ headers, body, event: JSON.parse(body) as Received['event'] })
      receiver.answer(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const receiver: Receiver = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/eventos`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
  }
  return receiver
}

/** An answer with this status. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

/** Creates a webhook with a secret. Private addresses must be allowed. */
export async function makeWebhook(
  admin: TestCaller,
  url: string,
  events: string,
): Promise<{ id: string; secret: string }> {
  const input = { name: `Sítio ${randomUUID().slice(0, 8)}`, url, events }
  const { _id: id } = succeeded(await admin.post('/webhooks', input))
  const { body } = await admin.post(`/webhooks/${id}/issue`, {})
  return { id, secret: String(body.data['secret']) }
}
