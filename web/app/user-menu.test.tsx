import { roles } from '@agremia/resources/access.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { explainNothing, logInAs, renderAt } from '../api/testing-page.tsx'
import { readSession } from '../api/tokens.ts'
import { UserMenu, UserPanel } from './user-menu.tsx'

beforeEach(() => {
  explainNothing()
})

it.each(roles)('everybody can sign out (%s)', (role) => {
  logInAs(role)
  renderAt(<UserPanel session={readSession()!} />)
  expect(screen.getByRole('link', { name: 'Sair' }).getAttribute('href')).toBe('/autorizacao/sair')
})

it('visitors have no menu', () => {
  renderAt(<UserMenu />)
  expect(screen.queryByRole('button')).toBeNull()
})
