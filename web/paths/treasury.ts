import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { pagesBelow } from './list-address.ts'
export const treasuryPath = `/${screenPaths.treasury}`
export const treasurySetupPath = `${treasuryPath}/naoConfigurado`
export const transactionsPath = `${treasuryPath}/transaccoes`
export const newTransactionPath = `${transactionsPath}/nova`
export const transactionCategoriesPath = `${treasuryPath}/categoriasDeTransaccao`
export const costCentersPath = `${treasuryPath}/centrosDeCustos`
export const externalEntitiesPath = `${treasuryPath}/entidadesExternas`
export const treasuryAccountsPath = `${treasuryPath}/contas`
export const treasuryDocsPath = `${treasuryPath}/documentos`
export const manyDocumentsPath = `${treasuryDocsPath}/multiplos`
export const fixedAssetsPath = `${treasuryPath}/patrimonio`
export const donationsInKindPath = `${treasuryPath}/donativosEmEspecie`
export const bankLinesPath = `${treasuryPath}/conciliacao`
export const bankStatementsPath = `${treasuryPath}/extratos`
export const yearClosingPath = `${treasuryPath}/fecho`
export const treasurySettingsPath = `/${screenPaths.treasurySettings}`
/** The tab of the settings of direct debit. */
export const directDebitSettingsPath = `${treasurySettingsPath}?separador=debitos`

export const transactionPath = pagesBelow(transactionsPath)

export const bankLinePath = pagesBelow(bankLinesPath)

export const treasuryDocPath = pagesBelow(treasuryDocsPath)

/** Query parameter of the address of a closing that chooses the year. */
export const yearParameter = 'ano'

export function closingOfYearPath(year: number): string {
  return `${yearClosingPath}?${yearParameter}=${year}`
}

/** Query parameter of a new transaction's address that chooses its kind. */
export const kindParameter = 'tipo'
/** Query parameter of a new transaction's address with the document that it pays. */
export const documentParameter = 'documento'

export function payDocumentPath(id: string): string {
  return `${newTransactionPath}?${documentParameter}=${id}`
}

export const newTransferPath = `${newTransactionPath}?${kindParameter}=transfer`
