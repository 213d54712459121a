import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  method: string
  url: string
  headers: Record<string, unknown>
  body: string
}

/** Response to a request, or `cut` to drop the connection. */
export type ServiceReply = { status: number; headers?: Record<string, string> } | 'cut'

/** A real HTTP server for tests, with a configurable response, that records its requests. */
export interface LocalService {
  /** Host and port. */
  readonly host: string
  readonly received: ReceivedRequest[]
  reply: ServiceReply
  close(): void
}

/** `body` is the body of every response. */
export async function startLocalService(body: string): Promise<LocalService> {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: content })
      if (service.reply === 'cut') return request.socket.destroy()
      response.writeHead(service.reply.status, service.reply.headers).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: LocalService = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply: { status: 200 },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}
