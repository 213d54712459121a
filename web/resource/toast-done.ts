import { type ToastAction, toast } from '../ui/toasts.tsx'

export const savedText = 'Guardado com sucesso.'

interface DoneOptions {
  /** `done` says that a message leaves. */
  sends?: boolean | undefined
  actions?: readonly ToastAction[]
  /** What can be done when a message is held. */
  ifHeld?: readonly ToastAction[] | undefined
}

/** Says what was done; when a message is held, why, and never that it was sent. `answer` is that of the write. */
export function toastDone(
  answer: object,
  done: string,
  { sends = false, actions = [], ifHeld = [] }: DoneOptions = {},
): void {
  const { _warning: held } = answer as { _warning?: string }
  if (held === undefined) toast(done, { actions })
  else toast(sends ? held : `${done} ${held}`, { tone: 'warning', actions: [...ifHeld, ...actions] })
}
