import type { FrameLocator } from '@playwright/test'
import { decoded, type TestMailServer } from '../server/testing/test-mail-server.ts'
import { expect, type Locator, type Page } from './fixtures.ts'
import { choose, field } from './page-parts.ts'

export function stateOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Decisão' })
}

interface Filled {
  name: string
  email: string
  birthDate?: string
  category?: string
}

/** Fills in the required fields and the two required consents. */
export async function fillIn(
  place: Page | FrameLocator,
  { name, email, birthDate = '1985-06-15', category = 'Efetivo' }: Filled,
): Promise<void> {
  const root = place.locator('body')
  await field(root, 'Nome completo').fill(name)
  await field(root, 'Data de nascimento').fill(birthDate.split('-').reverse().join('/'))
  await field(root, 'Email').fill(email)
  await choose(root, 'Categoria pretendida', category)
  await root.getByRole('checkbox', { name: /Conheço e aceito os estatutos/ }).check()
  await root.getByRole('checkbox', { name: /Li a informação sobre proteção de dados/ }).check()
}

export function bodiesTo(mail: TestMailServer, recipient: string): string[] {
  return mail.to(recipient).map(decoded)
}

/** The newest link sent to a recipient. */
export async function linkSentTo(mail: TestMailServer, recipient: string): Promise<string> {
  const links = () =>
    bodiesTo(mail, recipient).flatMap((body) => /http:\S+?\/inscricao\/confirmacao\/[\w-]+/.exec(body) ?? [])
  await expect.poll(() => links().length).toBeGreaterThan(0)
  return links().at(-1) ?? ''
}
