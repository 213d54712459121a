import { compoundPath } from '@agremia/resources/paths.ts'
import { screenPaths } from '@agremia/resources/screen-paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'

export function cardsPath({ memberURLSingular }: Terminology): string {
  return `/${compoundPath('cartoes', memberURLSingular)}`
}

export function cardPath(terminology: Terminology, id: string): string {
  return `${cardsPath(terminology)}/${id}`
}

/** The form that issues cards to many members. */
export function issueCardsPath(terminology: Terminology): string {
  return `${cardsPath(terminology)}/emitir`
}

/** The result of one issue. */
export function cardRunPath(terminology: Terminology, id: string): string {
  return `${cardsPath(terminology)}/emissoes/${id}`
}

export function printBatchesPath(terminology: Terminology): string {
  return `${cardsPath(terminology)}/lotes`
}

export function printBatchPath(terminology: Terminology, id: string): string {
  return `${printBatchesPath(terminology)}/${id}`
}

/** The scanner; `id` of a list of checks. */
export function verifyManyPath(terminology: Terminology, id?: string): string {
  return `${cardsPath(terminology)}/verificarVarios${id === undefined ? '' : `/${id}`}`
}

export function cardLetterPath({ memberURLSingular }: Terminology, id: string): string {
  return `/${compoundPath('cartaCartoes', memberURLSingular)}/${id}`
}

/** Settings of cards and their templates. */
export function cardSettingsPath({ memberURLPlural }: Terminology): string {
  return `/${compoundPath('configuracaoCartoes', memberURLPlural)}`
}

/** The editor of a template; `novo` for a new one. */
export function templatePath(terminology: Terminology, id: string): string {
  return `${cardSettingsPath(terminology)}/modelos/${id}`
}

/** The public page that the QR code of a card opens. */
export function publicCheckPath(code: string): string {
  return `/${screenPaths.publicCheck}/${code}`
}

/** The cards created by one issue. */
export function cardsOfRunPath(terminology: Terminology, runId: string): string {
  return cardsWherePath(terminology, ['cardRunId', runId])
}

/** The cards of one print batch. */
export function cardsOfBatchPath(terminology: Terminology, batchId: string): string {
  return cardsWherePath(terminology, ['printBatchId', batchId])
}

/** The list of cards in any state, with one filter. */
function cardsWherePath(terminology: Terminology, [field, value]: [field: string, value: string]): string {
  return `${cardsPath(terminology)}?${new URLSearchParams({ todos: 'sim', [field]: value }).toString()}`
}

/** In the address, instead of the id of a template. */
export const newTemplateId = 'novo'

/** The editor of a new template that starts as a copy: `from` is the name of a shipped template or the id of a stored one. */
export function newTemplatePath(terminology: Terminology, from: string): string {
  return `${templatePath(terminology, newTemplateId)}?de=${encodeURIComponent(from)}`
}
