import { expect, it } from 'vitest'
import { matchPath } from './match-path.ts'

it.each([
  ['/', '/', {}],
  ['/socios', '/socios/', {}],
  ['/socios/:id', '/socios/7', { id: '7' }],
  ['/socios/:id/:tab?', '/socios/7', { id: '7' }],
  ['/socios/:id/:tab?', '/socios/7/historico', { id: '7', tab: 'historico' }],
  ['/ler/:code', '/ler/a%2Fb%20c', { code: 'a/b c' }],
  ['/ler/:code', '/ler/100%', { code: '100%' }],
  ['/socios/:id', '/socios', undefined],
  ['/socios/:id', '/socios/7/8', undefined],
  ['/socios', '/Socios', {}],
  ['/socios', '/socio', undefined],
])('%s with %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params)
})
