import { definitions } from '@agremia/resources/definitions/index.ts'
import type { Action } from '@agremia/resources/action.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '../api/testing-page.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { toastDone } from './toast-done.ts'

const held = 'A mensagem ficou retida: não há servidor de email.'
const toneOf = (text: string) => screen.getByText(text).closest('[data-tone]')?.getAttribute('data-tone')

it('no action is said to be done as a success when its message is held', async () => {
  renderAt(<Toasts />)
  const actions = Object.values(definitions).flatMap(({ actions = {} }): Action[] => Object.values(actions))
  expect(actions.filter(({ sends }) => sends)).not.toEqual([])
  for (const { done, sends } of actions) {
    toastDone({ _warning: held }, done, { sends })
    const said = sends ? held : `${done} ${held}`
    await waitFor(() => expect(screen.getAllByText(said)).not.toEqual([]))
    for (const each of screen.getAllByText(said))
      expect(each.closest('[data-tone]')?.getAttribute('data-tone'), done).toBe('warning')
    if (sends) expect(screen.queryByText(done)).toBeNull()
  }
})

it('a sent message is a success', async () => {
  renderAt(<Toasts />)
  toastDone({}, 'Ligação enviada.', { sends: true })
  await screen.findByText('Ligação enviada.')
  expect(toneOf('Ligação enviada.')).toBe('success')
})
