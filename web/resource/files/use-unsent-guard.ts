import { counted } from '@agremia/resources/rules/plural.ts'
import { useEffect } from 'react'
import { allowOffline } from '../../api/server-status.ts'
import { isLoggedIn } from '../../api/tokens.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { useNavigationGuard } from '../../ui/router.tsx'
import { hasUnsent, type Upload } from './upload-queue.ts'

/**
 * Asks before leaving with files that have not been sent. While there are some, lost contact does not reload the page, which would lose
 * them.
 */
export function useUnsentGuard(uploads: readonly Upload<unknown>[]): void {
  const isUnsent = hasUnsent(uploads)
  const count = uploads.filter((one) => hasUnsent([one])).length
  useNavigationGuard({
    isLeaving: (to, from) => isUnsent && isLoggedIn() && to.pathname !== from.pathname,
    confirm: () =>
      confirmDialog({
        title: 'Sair sem enviar tudo?',
        message: `${counted(count, 'ficheiro ainda não foi enviado', 'ficheiros ainda não foram enviados')}. Os que já foram ficam guardados.`,
        confirmLabel: 'Sair',
        cancelLabel: 'Continuar aqui',
        kind: 'delete',
      }),
  })
  useEffect(() => {
    if (!isUnsent) return undefined
    const end = allowOffline()
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      end()
      window.removeEventListener('beforeunload', warn)
    }
  }, [isUnsent])
}
