import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { ActionDescriptor, FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { ActionDialog } from './action-dialog.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

const reason: FieldDescriptor = {
  name: 'reason',
  label: 'Motivo',
  group: '',
  validation: ['required'],
  type: 'string',
  inputType: 'text',
}

function buttons(action: ActionDescriptor, changesNothing = false): string[] {
  cleanup()
  render(
    <MantineProvider env="test">
      <ActionDialog
        title={`${action.label} a quota`}
        action={action}
        changesNothing={changesNothing}
        onRun={() => Promise.resolve()}
        onClose={() => undefined}
      />
    </MantineProvider>,
  )
  return screen.getAllByRole('button').flatMap(({ textContent }) => textContent || [])
}

const revoke: ActionDescriptor = {
  name: 'revoke',
  label: 'Anular',
  icon: 'cancel',
  done: 'Anulada.',
  isDestructive: true,
}
const exempt: ActionDescriptor = {
  name: 'exempt',
  label: 'Isentar',
  icon: 'accept',
  done: 'Isenta.',
  fields: { reason },
}

it('destructive actions have «Voltar» instead of «Cancelar»', () => {
  expect(buttons(revoke)).toEqual(['Voltar', 'Anular'])
  expect(buttons(exempt)).toEqual(['Cancelar', 'Isentar'])
})

it('without changes it shows no fields and only a close button', () => {
  expect(buttons(exempt, true)).toEqual(['Fechar'])
  expect(screen.queryByLabelText('Motivo')).toBeNull()
})

it('fields begin with their defaults', () => {
  const endsSecrets: FieldDescriptor = {
    ...reason,
    name: 'endsSecrets',
    label: 'Revogar as chaves',
    type: 'boolean',
    inputType: 'checkbox',
    validation: [],
    default: true,
  }
  buttons({ name: 'block', label: 'Bloquear', icon: 'lock', done: 'Bloqueada.', fields: { endsSecrets } })
  expect(screen.getByRole<HTMLInputElement>('checkbox', { hidden: true }).checked).toBe(true)
})
