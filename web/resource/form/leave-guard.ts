import { counted } from '@agremia/resources/rules/plural.ts'
import { useEffect } from 'react'
import { serverState } from '../../api/server-status.ts'
import { isLoggedIn, readSession } from '../../api/tokens.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Address, useNavigationGuard } from '../../ui/router.tsx'
import type { FormControls } from './use-record-form.ts'

/**
 * Asks before navigation with unsaved changes. Another tab of a settings page counts as leaving; paths below
 * `within` do not. After the session ended it does not ask: the draft is kept.
 */
export function useLeaveGuard(form: Pick<FormControls, 'changes' | 'discard'>, within?: string): void {
  const count = form.changes.length
  const isDirty = count > 0
  useNavigationGuard({
    isLeaving: (next, current) =>
      isDirty &&
      isLoggedIn() &&
      placeOf(next) !== placeOf(current) &&
      !(within !== undefined && `${next.pathname}/`.startsWith(`${within}/`)),
    async confirm() {
      const isLeaving = await confirmLeave(count)
      if (isLeaving) form.discard()
      return isLeaving
    },
  })

  useEffect(() => {
    if (!isDirty) return undefined
    const editorId = readSession()?.id
    const warn = (event: BeforeUnloadEvent) => {
      // No warning when the draft survives: reloads after lost contact, and changes of the logged-in person.
      const isSamePerson = isLoggedIn() && readSession()?.id === editorId
      if (isSamePerson && serverState().status === 'ok') event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}

function placeOf({ pathname, search }: Address): string {
  return `${pathname}?${new URLSearchParams(search).get('separador') ?? ''}`
}

/** Asks whether unsaved changes may be lost. */
export function confirmLeave(count: number): Promise<boolean> {
  return confirmDialog({
    title: 'Sair sem guardar?',
    message: `Perde-se o que não foi guardado: ${counted(count, 'alteração', 'alterações')}.`,
    confirmLabel: 'Sair sem guardar',
    cancelLabel: 'Continuar a editar',
    kind: 'delete',
  })
}
