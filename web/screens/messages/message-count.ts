import { formatCount } from '../../ui/format-count.ts'

/** `1 mensagem`, `1 234 mensagens`. */
export function messageCountText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'mensagem' : 'mensagens'}`
}
