import {
  debitAnswersPath,
  debitBatchesPath,
  debitCollectionsPath,
  mandatesPath,
} from '../paths/direct-debit.ts'
import {
  bankLinesPath,
  bankStatementsPath,
  costCentersPath,
  donationsInKindPath,
  externalEntitiesPath,
  fixedAssetsPath,
  transactionCategoriesPath,
  transactionsPath,
  manyDocumentsPath,
  treasuryAccountsPath,
  treasuryDocsPath,
  treasuryPath,
  treasurySetupPath,
  yearClosingPath,
} from '../paths/treasury.ts'
import { keptRecordRoutes, recordRoutes } from './record-routes.ts'
import { staffRoute, writerRoute } from './screen-route.ts'
import type { AppRoute, ModuleSetting } from './app-route.ts'

/** Screens of the treasury. Its settings are not among them: they are open while the module is off. */
export function treasuryRoutes(): AppRoute[] {
  return [
    staffRoute(treasuryPath, 'Tesouraria', () => import('../screens/treasury/treasury-overview.tsx'), {
      menu: { group: 'treasury', label: 'Resumo', resource: 'transactions' },
    }),
    staffRoute(
      treasurySetupPath,
      'Começar a tesouraria',
      () => import('../screens/treasury/treasury-setup.tsx'),
    ),
    ...recordRoutes('transactions', {
      path: transactionsPath,
      newSegment: 'nova',
      menu: { group: 'treasury' },
      screens: {
        list: () => import('../screens/treasury/transactions-list.tsx'),
        new: () => import('../screens/treasury/transaction-new.tsx'),
        record: () => import('../screens/treasury/transaction-page.tsx'),
      },
    }),
    ...recordRoutes('costCenters', {
      path: costCentersPath,
      menu: { group: 'treasury' },
      screens: {
        list: () => import('../screens/treasury/cost-centers-list.tsx'),
        record: () => import('../screens/treasury/cost-center-page.tsx'),
      },
    }).map((route) => onlyWith(route, 'treasuryHasCostCenters')),
    ...recordRoutes('externalEntities', {
      path: externalEntitiesPath,
      menu: { group: 'treasury' },
      screens: {
        list: () => import('../screens/treasury/external-entities-list.tsx'),
        record: () => import('../screens/treasury/external-entity-page.tsx'),
      },
    }),
    ...documentRoutes(),
    ...bankRoutes(),
    ...directDebitRoutes(),
    ...recordRoutes('fixedAssets', { path: fixedAssetsPath, menu: { group: 'treasury' } }),
    ...recordRoutes('donationsInKind', {
      path: donationsInKindPath,
      menu: { group: 'treasury' },
      screens: { record: () => import('../screens/treasury/donation-page.tsx') },
    }),
    staffRoute(yearClosingPath, 'Fecho do ano', () => import('../screens/treasury/year-closing.tsx'), {
      menu: { group: 'treasury', resource: 'transactions' },
    }),
    ...recordRoutes('transactionCategories', { path: transactionCategoriesPath, newSegment: 'nova' }),
    ...recordRoutes('treasuryAccounts', { path: treasuryAccountsPath, newSegment: 'nova' }),
  ].map((route) => onlyWith(route, 'hasTreasury'))
}

/** Lines and statements come from files: nothing new is written by hand. */
function bankRoutes(): AppRoute[] {
  const [lines, line] = keptRecordRoutes('bankLines', {
    path: bankLinesPath,
    menu: { group: 'treasury', label: 'Conciliação' },
    screens: {
      list: () => import('../screens/bank/bank-lines-list.tsx'),
      record: () => import('../screens/bank/bank-line-page.tsx'),
    },
  })
  const [statements, statement] = keptRecordRoutes('bankStatements', { path: bankStatementsPath })
  return [lines, line, statements, statement]
}

/** Debits and answers come from batches and files: nothing new is written by hand. */
function directDebitRoutes(): AppRoute[] {
  const [collections, collection] = keptRecordRoutes('debitCollections', {
    path: debitCollectionsPath,
    screens: { record: () => import('../screens/direct-debit/collection-page.tsx') },
  })
  const [answers, answer] = keptRecordRoutes('debitAnswers', {
    path: debitAnswersPath,
    screens: {
      list: () => import('../screens/direct-debit/answers-list.tsx'),
      record: () => import('../screens/direct-debit/answer-page.tsx'),
    },
  })
  return [
    ...recordRoutes('debitBatches', {
      path: debitBatchesPath,
      newSegment: 'nova',
      menu: { group: 'treasury', label: 'Débitos diretos' },
      screens: {
        list: () => import('../screens/direct-debit/batches-list.tsx'),
        new: () => import('../screens/direct-debit/batch-new.tsx'),
        record: () => import('../screens/direct-debit/batch-page.tsx'),
      },
    }),
    collections,
    collection,
    answers,
    answer,
    ...recordRoutes('mandates', {
      path: mandatesPath,
      newSegment: 'nova',
      menu: { group: 'treasury' },
      screens: {
        list: () => import('../screens/direct-debit/mandates-list.tsx'),
        record: () => import('../screens/direct-debit/mandate-page.tsx'),
      },
    }),
  ]
}

function documentRoutes(): AppRoute[] {
  const [list, newDocument, document] = recordRoutes('treasuryDocs', {
    path: treasuryDocsPath,
    menu: { group: 'treasury' },
    screens: {
      list: () => import('../screens/treasury-documents/documents-list.tsx'),
      new: () => import('../screens/treasury-documents/document-new.tsx'),
      record: () => import('../screens/treasury-documents/document-edit.tsx'),
    },
  })
  const many = writerRoute(
    manyDocumentsPath,
    'Enviar documentos',
    () => import('../screens/treasury-documents/many-documents.tsx'),
  )
  return [list, newDocument, many, document]
}

function onlyWith(route: AppRoute, module: ModuleSetting): AppRoute {
  return { ...route, modules: [...(route.modules ?? []), module] }
}
