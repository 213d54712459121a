import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { isUnreachable } from '../database/transaction.ts'
import { ApiError } from '../errors.ts'

/** Converts every error to a JSON response. Internal errors are logged; the client gets only a general message and the request id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = isCutShort(request) ? cutShort : asApiError(error, request.id)
    if (answer.status >= 500)
      request.log.error({ err: error.cause ?? error, path: request.routeOptions.url }, 'a request failed')
    if (answer.status === 401) void reply.header('www-authenticate', 'Bearer')
    if (answer.status === 429)
      request.log.warn({ path: request.routeOptions.url }, 'a limit refused a request')
    for (const [name, value] of Object.entries(answer.headers ?? {})) void reply.header(name, value)
    void reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body())
  })
}

/** Whether the connection closed before the request was complete: then other errors are only consequences, and nobody reads the response. */
function isCutShort({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

const cutShort = new ApiError(400, 'O pedido chegou incompleto. Tente de novo.')

function asApiError(error: FastifyError | ApiError, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError(400, 'O corpo do pedido não é JSON válido.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'Tipo de conteúdo não suportado: envie JSON.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new ApiError(413, 'O pedido é demasiado grande.')
    case '57014':
      return new ApiError(503, 'O pedido demorou demasiado tempo. Restrinja a pesquisa e tente de novo.')
  }
  if (isUnreachable(error))
    return new ApiError(503, 'A base de dados não responde. Tente de novo dentro de momentos.')
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500)
    return new ApiError(status, clientMessages[status] ?? 'O pedido não pôde ser lido.')
  return new ApiError(500, 'Ocorreu um erro inesperado. Nada foi alterado.', { code: requestId })
}

const clientMessages: Record<number, string> = {
  400: 'O pedido não pôde ser lido.',
  404: 'Não foi encontrado.',
  413: 'O pedido é demasiado grande.',
  414: 'O endereço é demasiado longo.',
  415: 'Tipo de conteúdo não suportado: envie JSON.',
  429: 'Demasiados pedidos. Aguarde um momento.',
}

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
