import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fieldId, useFocusOnRefusal } from './field-focus.ts'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

function Form({ saving, wrong }: { saving: boolean; wrong: string[] }) {
  useFocusOnRefusal({ id: 'form', saving, wrong })
  return (
    <>
      <input id={fieldId('form', 'name')} aria-label="Nome" />
      <input id={fieldId('form', 'colour')} aria-label="Cor" />
      <button disabled={saving}>Guardar</button>
    </>
  )
}

/** Saves with the button, does something meanwhile, and is refused. */
function refuse(meanwhile: () => void): Element | null {
  const { rerender } = render(<Form saving={false} wrong={[]} />)
  screen.getByRole('button').focus()
  rerender(<Form saving wrong={[]} />)
  meanwhile()
  rerender(<Form saving={false} wrong={['name']} />)
  return document.activeElement
}

it('a refused save focuses the first invalid field', () => {
  expect(refuse(() => undefined)).toBe(screen.getByLabelText('Nome'))
  cleanup()
  expect(refuse(() => screen.getByRole('button').blur())).toBe(screen.getByLabelText('Nome'))
})

it('a refused save leaves the focus in the field where the person continues', () => {
  expect(refuse(() => screen.getByLabelText('Cor').focus())).toBe(screen.getByLabelText('Cor'))
})
