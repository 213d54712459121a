import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { patchedExplorer } from './patch-explorer.ts'

const folder = dirname(fileURLToPath(import.meta.resolve('openapi-explorer/dist/es/openapi-explorer.js')))
const patched = (file: string) => patchedExplorer(file, readFileSync(join(folder, file), 'utf8'))

it.each([
  [
    'components/schema-table.js',
    '> Campo <',
    /> (?:Field|Type|Description) <|Constraints: |"Required"|>\$\{readOrWriteOnly\}/,
  ],
  ['components/api-request.js', 'Estado: ', /Response Status|DOWNLOAD|Allowed: |aria-label="mime type"/],
  ['components/api-response.js', 'Sem exemplo', /No example provided/],
  ['components/request-form-table.js', 'Limites: ', /Constraints: |Allowed: /],
  ['utils/schema-utils.js', 'máximo de caracteres: ', /Max length: |Range: /],
  ['templates/mainBodyTemplate.js', 'Não foi possível', /<main|navbarTemplate\.call/],
])('%s is in Portuguese', (file, text, english) => {
  expect(patched(file)).toContain(text)
  expect(patched(file)).not.toMatch(english)
})

it('replaces the translation with one in Portuguese, and leaves other files alone', () => {
  expect(patched('languages/en.js')).toContain('Executar')
  expect(patched('languages/fr.js')).toBeUndefined()
})

it('fails when a version no longer has a text', () => {
  expect(() => patchedExplorer('components/api-response.js', '')).toThrow(/no longer has No example/)
})
