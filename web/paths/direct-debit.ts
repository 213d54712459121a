import { screenPaths } from '@agremia/resources/screen-paths.ts'
const directDebitPath = `/${screenPaths.directDebit}`
export const debitBatchesPath = `${directDebitPath}/remessas`
export const newDebitBatchPath = `${debitBatchesPath}/nova`
export const debitCollectionsPath = `${directDebitPath}/debitos`
export const debitAnswersPath = `${directDebitPath}/respostas`
export const mandatesPath = `${directDebitPath}/autorizacoes`

export function debitBatchPath(id: string): string {
  return `${debitBatchesPath}/${id}`
}

export function debitAnswerPath(id: string): string {
  return `${debitAnswersPath}/${id}`
}

export function debitCollectionPath(id: string): string {
  return `${debitCollectionsPath}/${id}`
}
