import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const answers: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'O pedido demorou demasiado a chegar. Verifique a ligação e tente de novo.',
  ],
  HPE_HEADER_OVERFLOW: [431, 'O pedido tem cabeçalhos demasiado grandes.'],
}

/** Answers input that is not a complete HTTP request, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  const [status, message] = answers[error.code ?? ''] ?? [400, 'O pedido não pôde ser lido.']
  const body = JSON.stringify({ message })
  if (error.code !== 'ECONNRESET' && socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroy()
}
