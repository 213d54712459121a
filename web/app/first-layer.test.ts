import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as FirstLayer from '../ui/first-layer.ts'

/** The module as in a page that has just begun to load. */
let first: typeof FirstLayer

beforeEach(async () => {
  vi.resetModules()
  first = await import('../ui/first-layer.ts')
  history.replaceState(null, '', '/socios')
})

afterEach(() => {
  first.endFirstLayer()
  document.body.replaceChildren()
})

/** Shows a layer whose search box has the text, and returns the box. */
function showBox(text = ''): HTMLInputElement {
  const box = first.element('input', { type: 'search', value: text }) as HTMLInputElement
  first.showFirstLayer(first.element('div', {}, box))
  return box
}

it('passes no text on if the search is unchanged', () => {
  showBox('ana')
  first.endFirstLayer()
  expect(first.takeTyped()).toEqual({ text: undefined, hasFocus: false })
})

it('passes on that the search was emptied, and the focus', () => {
  const box = showBox('ana')
  box.focus()
  box.value = ''
  first.endFirstLayer()
  expect(first.takeTyped()).toEqual({ text: '', hasFocus: true })
})

it('passes nothing on to the list of another path', () => {
  showBox().value = 'ana'
  history.pushState(null, '', '/candidaturas')
  first.endFirstLayer()
  expect(first.takeTyped()).toBeUndefined()
})

it('does not cover the application once it has rendered', () => {
  const root = first.element('div', { id: 'root' }, 'Agremia')
  document.body.append(root)
  expect(showBox().isConnected).toBe(false)
  root.replaceChildren()
  expect(showBox().isConnected).toBe(true)
})

it('the hotkey of the search focuses its box, whose text may have the character', () => {
  const box = showBox()
  const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: '/', cancelable: true }))
  expect([press(), document.activeElement]).toEqual([false, box])
  expect(press()).toBe(true)
  first.endFirstLayer()
  expect(press()).toBe(true)
})
