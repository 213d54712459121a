import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, filesBelow } from './paths.mjs'

/** Words that texts for users do not use, with the word that they use instead. */
const avoided = [
  [/(?<!encontra-se )\binactiv[oa]s?\b/i, 'inativo, except in the fixed text of the specification'],
  [/\b(o|os|um|uns|do|dos|no|nos|ao|este|esse|pelo|cada|novo|outro|seu) links?\b/i, 'ligação'],
  [/\bbem-vind[oa]s?\b/i, 'boas-vindas, which has no gender'],
  [/\b(lançar|adicionar|inserir|novo|criar) (um )?pagamento\b/i, 'Registar pagamento'],
  [/\b(montante|importância)\b/i, 'Valor'],
  [/\b(segunda via|reemitir|emitir outra via)\b/i, 'Emitir nova via, or 2.ª via'],
  [/\bsegredos? d[ae]s? API\b/i, 'Chave de API'],
  [/\b(esconder|escondid[oa]s?)\b/i, 'Ocultar, oculto'],
  [/\bdar preços?\b/i, 'Definir preço'],
  [/(?<!em )\bdois passos\b/i, 'Verificação em dois passos'],
  [/\bn[º°]/i, 'n.º'],
  [/Olá (?=\{|\$)/, 'Olá, with a comma before the name'],
  [/\b(d[oae]|n[oa]|em|a|por|pel[oa]|ao|à) \{organizacao\}/i, 'the name with its article: {deOrganizacao}'],
]

/** Titles of columns as they are in the files of others. */
const ofOthers = ['server/imports/columns/synonyms.ts', 'server/imports/columns/programs.ts']

const sources = ['resources', 'server', 'web'].flatMap((folder) =>
  filesBelow(folder, (path) => /\.(tsx?|html)$/.test(path) && !/\.test\.tsx?$/.test(path)).filter(
    (path) => !ofOthers.includes(path),
  ),
)

/** The places in a source that use an avoided word, outside of comments. */
function avoidedIn(text) {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .flatMap((line) =>
      avoided.flatMap(([pattern, instead]) => (pattern.test(line) ? [`${line.trim()}: ${instead}`] : [])),
    )
}

test('texts for users have one word for each thing', () => {
  assert.ok(sources.length > 500)
  const found = sources.flatMap((path) =>
    avoidedIn(readFileSync(join(ROOT, path), 'utf8')).map((place) => `${path}: ${place}`),
  )
  assert.deepEqual(found, [])
})

test('avoided words are found', () => {
  for (const text of [
    'O cartão está inactivo.',
    'Abra o link abaixo.',
    'Bem-vindo',
    'Novo pagamento',
    'Montante',
    'Emitir segunda via',
    'Novo segredo da API',
    'Campos escondidos',
    'Dar preço',
    'Repor os dois passos',
    'Sócio nº 3',
    '<p>Olá {primeiroNome}.</p>',
    'Entrar em {organizacao}',
  ])
    assert.equal(avoidedIn(text).length, 1, text)
  for (const text of [
    'O envio automático de mensagens encontra-se inactivo.',
    'Repor a verificação em dois passos',
  ])
    assert.deepEqual(avoidedIn(text), [], text)
})
