import { describeResource } from '@agremia/resources/describe.ts'
import { settings } from '@agremia/resources/definitions/settings.ts'
import { messageBatches } from '@agremia/resources/definitions/message-batches.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keys } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { fakeServer, jsonResponse } from '../api/testing.ts'
import { beginAs, club, renderAt } from '../api/testing-page.tsx'
import { Banners } from './banners.tsx'

const off = 'O envio automático de mensagens encontra-se inactivo.'
const noServer = 'Não há servidor de email: 2 mensagens estão retidas.'

it.each([
  ['admin', 'false', true, 0, [`${off} Alterar`]],
  ['admin', 'false', false, 2, [`${off} Alterar Há 2 mensagens retidas. Configurar`]],
  ['admin', 'false', true, 2, [`${off} Alterar Há 2 mensagens retidas. Enviar agora`]],
  ['admin', 'true', false, 2, [`${noServer} Configurar`]],
  ['editor', 'true', false, 2, [noServer]],
  ['admin', 'true', true, 2, ['Há 2 mensagens retidas. Enviar agora']],
  ['admin', 'true', true, 0, []],
  ['admin', 'true', false, 0, []],
  ['member', 'true', false, 0, []],
] as const)(
  'for a %s with SendMessages=%s, a server: %s, and %i held, one banner says why messages stay',
  async (role, SendMessages, hasMailServer, count, texts) => {
    const caller = { id: 'u1', name: 'Helena', role, personId: null }
    const resources = Object.fromEntries(
      [settings, messageBatches].map((each) => [each.name, describeResource(each, club, caller)]),
    )
    beginAs(role, { data: {}, resources })
    fakeServer(() => jsonResponse({ data: [] }))
    queryClient.setQueryData(keys.settings, { SendMessages, staging: 'true' })
    queryClient.setQueryData(keys.heldMessages, { count, oldest: null, hasMailServer })
    renderAt(<Banners />, '/socios')
    const [staging, ...others] = [...document.querySelectorAll('p')].map(({ textContent }) =>
      textContent.trim(),
    )
    expect(staging).toBe('Aplicação em modo de testes. Toda a informação é fictícia.')
    expect(others).toEqual(texts)
    const link = screen.queryByRole('link', { name: 'Configurar' })
    if (link) expect(link.getAttribute('href')).toBe('/configuracaoMensagens?separador=email')
  },
)
