import { MantineProvider, Select } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { theme } from './theme.ts'

it('the options of a select open on click, not on focus', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <Select searchable label="Novo estado" data={['Ativo', 'Suspenso']} />
    </MantineProvider>,
  )
  const field = screen.getByRole('combobox', { name: 'Novo estado' })
  fireEvent.focus(field)
  expect(screen.queryByRole('option')).toBeNull()
  fireEvent.click(field)
  expect(screen.getAllByRole('option')).toHaveLength(2)
})
