import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Files of `openapi-explorer`, which has no Portuguese and texts outside of its translations. */
const folder = /[\\/]openapi-explorer[\\/]dist[\\/]es[\\/](.+\.js)$/

/** Takes the place of the translation that `openapi-explorer` falls back to. */
const translation = {
  operations: {
    request: 'Pedido',
    'request-body': 'Corpo do pedido',
    model: 'Campos',
    body: 'Corpo',
    form: 'Formulário',
    'request-headers': 'Cabeçalhos do pedido',
    clear: 'Limpar',
    'clear-response': 'Limpar a resposta',
    execute: 'Executar',
    response: 'Resposta',
    'response-headers': 'Cabeçalhos da resposta',
    example: 'Exemplo',
    'fetch-fail': 'O pedido não chegou ao servidor.',
    copy: 'Copiar',
    copied: 'Copiado',
  },
  parameters: {
    path: 'Parâmetros do endereço',
    string: 'Parâmetros da pesquisa',
    headers: 'Cabeçalhos do pedido',
  },
  schemas: {
    'collapse-desc': 'Encolher',
    'expand-desc': 'Expandir',
    'schema-missing': 'Sem descrição dos campos',
  },
}

const labels = {
  'Constraints: ': 'Limites: ',
  'Pattern: ': 'Padrão: ',
  'Allowed: ': 'Valores: ',
}

/** By file: texts, and what replaces every one of them. */
const replacements: Record<string, Record<string, string>> = {
  'templates/mainBodyTemplate.js': {
    // The page has its own navigation and main element.
    "this.renderStyle === 'focused' && this.resolvedSpec ? navbarTemplate.call(this) : ''": "''",
    '<main class': '<div class',
    '</main>': '</div>',
    'Unable to load the Spec': 'Não foi possível ler a descrição',
  },
  'components/schema-table.js': {
    ...labels,
    '> Field <': '> Campo <',
    '> Type <': '> Tipo <',
    '> Description <': '> Descrição <',
    'Default: ': 'Por omissão: ',
    'Example: ': 'Exemplo: ',
    'title="Required"': 'title="Obrigatório"',
    'Read only attribute': 'Só de leitura',
    'Write only attribute': 'Só de escrita',
    'Recursive: ': 'Repete: ',
    // Few fonts have these marks.
    '>${readOrWriteOnly}<': ">${{ '🆁': 'só leitura', '🆆': 'só escrita' }[readOrWriteOnly]}<",
    ">${flags['🆁'] || flags['🆆'] || ''}<": ">${flags['🆁'] ? 'só leitura' : flags['🆆'] ? 'só escrita' : ''}<",
  },
  'components/request-form-table.js': { ...labels, 'title="Required"': 'title="Obrigatório"' },
  'components/api-request.js': {
    ...labels,
    'Examples: ': 'Exemplos: ',
    'Response Status: ': 'Estado: ',
    'Execution Time: ': 'Tempo: ',
    '>DOWNLOAD<': '>Descarregar<',
    '>VIEW (NEW TAB)<': '>Ver<',
    'add-multiple ↩': 'Enter acrescenta',
    'aria-label="mime type"': 'aria-label="Valor"',
    'aria-label="request body example"': 'aria-label="Exemplo do corpo"',
    'All path parameters are required and a valid value was not found for the parameter: ':
      'Falta o parâmetro ',
    'Required parameter found, but no valid value was set for the parameter: ': 'Falta o parâmetro ',
    ' (Check the browser network tab for more information.)': '',
  },
  'components/api-response.js': {
    'No example provided': 'Sem exemplo',
    'Schema not found': 'Sem descrição dos campos',
    'aria-label="mime type"': 'aria-label="Tipo de conteúdo"',
    'aria-label="response body example"': 'aria-label="Exemplo da resposta"',
  },
  'utils/schema-utils.js': {
    'Requires unique items': 'sem repetições',
    '`Range: ': '`intervalo ',
    '`Multiples: ': '`múltiplo de ',
    'Min length: ': 'mínimo de caracteres: ',
    'Max length: ': 'máximo de caracteres: ',
    '`Length: ': '`quantos: ',
  },
}

/** The code of a file of `openapi-explorer`, in Portuguese. Throws when a version no longer has a text. */
export function patchedExplorer(file: string, code: string): string | undefined {
  if (file === 'languages/en.js') return `export default ${JSON.stringify({ translation })}`
  const texts = replacements[file]
  if (!texts) return undefined
  return Object.entries(texts).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`openapi-explorer/dist/es/${file} no longer has ${from}`)
    return text.replaceAll(from, to)
  }, code)
}

/** Translates the renderer of the API reference, and removes its navigation. */
export function patchExplorer(): Plugin {
  return {
    name: 'patch-explorer',
    load(id) {
      const [, file] = folder.exec(id.split('?')[0] ?? '') ?? []
      return file === undefined
        ? undefined
        : patchedExplorer(file.replaceAll('\\', '/'), readFileSync(id, 'utf8'))
    },
  }
}
