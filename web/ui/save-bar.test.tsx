import { MantineProvider } from '@mantine/core'
import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SaveBar } from './save-bar.tsx'

function show(onSave: () => void, saving: boolean, changes = 1) {
  return (
    <MantineProvider env="test">
      <SaveBar changes={changes} saving={saving} onSave={onSave} onDiscard={() => undefined} />
    </MantineProvider>
  )
}

/** Returns whether the browser's own save dialog was prevented. */
function pressSave(): boolean {
  const event = createEvent.keyDown(window, { key: 's', ctrlKey: true })
  fireEvent(window, event)
  return event.defaultPrevented
}

it('Ctrl+S during a save saves once more afterwards', () => {
  const onSave = vi.fn()
  const { rerender } = render(show(onSave, true))
  expect([pressSave(), pressSave()]).toEqual([true, true])
  expect(onSave).not.toHaveBeenCalled()
  rerender(show(onSave, false))
  expect(onSave).toHaveBeenCalledTimes(1)
  rerender(show(onSave, true))
  rerender(show(onSave, false))
  expect(onSave).toHaveBeenCalledTimes(1)
})

it('Ctrl+S during a save does nothing afterwards when no changes are left', () => {
  const onSave = vi.fn()
  const { rerender } = render(show(onSave, true))
  pressSave()
  rerender(show(onSave, false, 0))
  rerender(show(onSave, false, 1))
  expect(onSave).not.toHaveBeenCalled()
  expect(pressSave()).toBe(true)
  expect(onSave).toHaveBeenCalledTimes(1)
})

it('a new form that nobody has touched has the bar with «Guardar», other forms have none', () => {
  const bar = (isNew: boolean) => (
    <MantineProvider env="test">
      <SaveBar changes={0} isNew={isNew} onSave={() => undefined} onDiscard={() => undefined} />
    </MantineProvider>
  )
  const { rerender } = render(bar(true))
  expect(screen.getByRole('region').textContent).toContain('Ainda por preencher')
  const isDisabled = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect([isDisabled(/^Guardar/), isDisabled(/^Descartar/)]).toEqual([false, true])
  rerender(bar(false))
  expect(screen.queryByRole('region')).toBeNull()
})
