import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { CommandPalette } from './command-palette.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

function renderPalette(ids: string[], loading: boolean) {
  const chosen: string[] = []
  const palette = (search: string, shown: string[], isLoading: boolean) => (
    <MantineProvider env="test">
      <CommandPalette
        search={search}
        onSearch={() => undefined}
        placeholder=""
        groups={[{ label: 'Sócios', items: shown.map((id) => ({ id, label: id })) }]}
        loading={isLoading}
        onChoose={(id) => chosen.push(id)}
        onClose={() => undefined}
      />
    </MantineProvider>
  )
  const { rerender } = render(palette('lapa', ids, loading))
  const show = (search: string, shown: string[], isLoading: boolean) =>
    rerender(palette(search, shown, isLoading))
  const press = (key: string) =>
    fireEvent.keyDown(screen.getByRole('textbox', { hidden: true }), { key, code: key })
  return { chosen, show, press }
}

it('Enter waits for the results of the search, and does not open an earlier one', () => {
  const { chosen, show, press } = renderPalette(['antigo'], true)
  press('Enter')
  expect(chosen).toEqual([])
  show('lapa', ['novo'], false)
  expect(chosen).toEqual(['novo'])
})

it('Enter is forgotten when more is typed', () => {
  const { chosen, show, press } = renderPalette(['antigo'], true)
  press('Enter')
  show('lapas', ['antigo'], true)
  show('lapas', ['novo'], false)
  expect(chosen).toEqual([])
})

describe('while some results of the text are awaited', () => {
  it('the option selected with an arrow key remains selected when the others arrive', () => {
    const { chosen, show, press } = renderPalette(['a', 'b', 'c'], false)
    show('lapa h', ['a', 'b', 'c'], true)
    press('ArrowDown')
    show('lapa h', ['0', 'a', 'b'], false)
    press('Enter')
    expect(chosen).toEqual(['b'])
  })

  it('Enter chooses the option selected with an arrow key, and does not wait', () => {
    const { chosen, show, press } = renderPalette(['a', 'b', 'c'], false)
    show('lapa h', ['a', 'b', 'c'], true)
    press('ArrowDown')
    press('Enter')
    show('lapa h', ['c', 'b'], false)
    expect(chosen).toEqual(['b'])
  })

  it('if the selected option is not among the results, or more is typed, the first is selected', () => {
    const { chosen, show, press } = renderPalette(['a', 'b', 'c'], false)
    show('lapa h', ['a', 'b', 'c'], true)
    press('ArrowDown')
    show('lapa h', ['a', 'c'], false)
    press('Enter')
    press('ArrowDown')
    show('lapa he', ['a', 'c'], true)
    show('lapa he', ['c', 'a'], false)
    press('Enter')
    expect(chosen).toEqual(['a', 'c'])
  })
})
