import { MantineProvider, PasswordInput, TextInput } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { printInputValues } from './printing.ts'

it('copies input values for printing, except passwords, and removes them afterwards', () => {
  const stop = printInputValues()
  render(
    <MantineProvider env="test">
      <TextInput defaultValue="Maximiliana Constantina" />
      <TextInput defaultValue="" />
      <PasswordInput defaultValue="segredo" />
    </MantineProvider>,
  )
  const writtenValues = () =>
    [...document.querySelectorAll<HTMLElement>('[data-written]')].map((one) => one.dataset.written)
  window.dispatchEvent(new Event('beforeprint'))
  expect(writtenValues()).toEqual(['Maximiliana Constantina'])
  window.dispatchEvent(new Event('afterprint'))
  expect(writtenValues()).toEqual([])
  stop()
})
