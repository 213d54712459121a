import { counted } from '@agremia/resources/rules/plural.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks whether unsaved changes may be lost. */
export function askToLeave(count: number): Promise<boolean> {
  return confirmDialog({
    title: 'Sair sem guardar?',
    message: `Perde-se o que não foi guardado: ${counted(count, 'alteração', 'alterações')}.`,
    confirmLabel: 'Sair sem guardar',
    cancelLabel: 'Continuar a editar',
    kind: 'delete',
  })
}
