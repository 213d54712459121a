import type { FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'

export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('O pedido tem de trazer um objeto JSON.')
  return body as Record<string, unknown>
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : ''
}
