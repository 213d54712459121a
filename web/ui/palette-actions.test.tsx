import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { KeyCaps } from './key-caps.tsx'
import { findActions, paletteAction } from './palette-actions.ts'

it('the name of an action has no key caps', () => {
  render(
    <>
      <button type="button" {...paletteAction()}>
        Importar 1 linha
        <KeyCaps keys="mod+Enter" />
      </button>
      <label>
        Escuro <KeyCaps keys="e" />
        <input type="radio" {...paletteAction('cores')} />
      </label>
    </>,
  )
  expect(findActions().map(({ label }) => label)).toEqual(['Importar 1 linha', 'Escuro'])
})
