import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ApiAnswer } from './ask.ts'

export function succeeded(content: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content }
}

/** The record or other object that the API answered. */
export function answered(answer: ApiAnswer): CallToolResult {
  if (answer.status >= 400) return failedWith(answer)
  return succeeded({ data: answer.body['data'] ?? null })
}

export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** The message, those of the fields, and in a conflict the record as it is stored. */
export function failedWith({ body }: ApiAnswer): CallToolResult {
  const errors = Object.entries((body['errors'] ?? {}) as Record<string, string[]>)
  return failed(
    [
      String(body['message']),
      ...errors.map(([field, messages]) => `${field}: ${messages.join(' ')}`),
      ...(body['data'] === undefined ? [] : [`Como está gravado: ${JSON.stringify(body['data'])}`]),
    ].join('\n'),
  )
}

export function recordsOf({ body }: ApiAnswer): Record<string, unknown>[] {
  return body['data'] as Record<string, unknown>[]
}
