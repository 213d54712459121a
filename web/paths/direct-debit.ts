import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { pagesBelow } from './list-address.ts'
const directDebitPath = `/${screenPaths.directDebit}`
export const debitBatchesPath = `${directDebitPath}/remessas`
export const newDebitBatchPath = `${debitBatchesPath}/nova`
export const debitCollectionsPath = `${directDebitPath}/debitos`
export const debitAnswersPath = `${directDebitPath}/respostas`
export const mandatesPath = `${directDebitPath}/autorizacoes`

export const debitBatchPath = pagesBelow(debitBatchesPath)

export const debitAnswerPath = pagesBelow(debitAnswersPath)

export const debitCollectionPath = pagesBelow(debitCollectionsPath)
