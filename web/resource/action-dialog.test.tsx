import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ActionDialog } from './action-dialog.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(cleanup)

function buttons(name: string, label: string): string[] {
  cleanup()
  render(
    <MantineProvider env="test">
      <ActionDialog
        title={`${label} a quota`}
        action={{ name, label }}
        onRun={() => Promise.resolve()}
        onClose={() => undefined}
      />
    </MantineProvider>,
  )
  return screen.getAllByRole('button').flatMap(({ textContent }) => textContent || [])
}

it('where something is cancelled, the way out has another word', () => {
  expect(buttons('cancel', 'Anular')).toEqual(['Voltar', 'Anular'])
  expect(buttons('exempt', 'Isentar')).toEqual(['Cancelar', 'Isentar'])
})
