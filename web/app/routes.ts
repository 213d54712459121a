import { roles, staffRoles, writerRoles } from '@agremia/resources/access.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import type { Settings } from '../api/queries.ts'
import { twoStepsPath } from '../api/refresh.ts'
import type { Role } from '../api/tokens.ts'
import { recordRoutes } from './record-routes.ts'
import { applicationsPath, applyPath, confirmPath } from '../paths/applications.ts'
import { backupsPath } from '../paths/backups.ts'
import {
  cashSheetPath,
  chargeDifferencesPath,
  debtsByMemberPath,
  debtsPath,
  generatePath,
  incomingPaymentsPath,
  newPaymentPath,
  notifyPath,
  overviewPath,
  pastSheetsPath,
  paymentInformationPath,
  paymentIntentsPath,
  paymentsPath,
  receiptCheckPath,
  runPath,
  runsPath,
} from '../paths/dues.ts'
import {
  cardLetterPath,
  cardPath,
  cardRunPath,
  cardSettingsPath,
  cardsPath,
  issueCardsPath,
  printBatchPath,
  printBatchesPath,
  publicCheckPath,
  templatePath,
  verifyManyPath,
} from '../paths/cards.ts'
import {
  memberHome,
  staffHome,
  activityPath,
  confirmEmailPath,
  deliveriesPath,
  developersPath,
  createAccountsPath,
  linkPath,
  loginPath,
  logoutPath,
  modulesSettingsPath,
  organisationSettingsPath,
  recoverAccountPath,
  referencePath,
  secretsPath,
  setupPath,
  usersPath,
  webhooksPath,
} from '../paths/account.ts'
import {
  batchesPath,
  messageSettingsPath,
  messagesPath,
  newMessagePath,
  paymentMessagesPath,
} from '../paths/messages.ts'
import { firstMembers } from '../screens/member-parts/first-members.ts'
import { membersSettingsPath } from '../paths/members.ts'
import {
  dataBreachesPath,
  dataRequestsPath,
  dataToErasePath,
  privacySettingsPath,
  processingActivitiesPath,
  processorsPath,
} from '../paths/privacy.ts'
import { recordFilesPath } from '../paths/record-files.ts'
import {
  capitalReportPath,
  creditRefundsPath,
  creditUsesPath,
  keptReportsPath,
  memberStatesPath,
  paymentItemsPath,
  paymentReturnsPath,
  reportNotesPath,
  reportPath,
  reportsPath,
} from '../paths/reports.ts'
import { collectorsPath, roundsPath, routeOfRoundPath } from '../paths/rounds.ts'
import { importsPath } from '../paths/imports.ts'
import { duplicatesPath, mergesPath } from '../paths/merges.ts'
import { tasksPath } from '../paths/tasks.ts'
import { treasurySettingsPath } from '../paths/treasury.ts'
import { treasuryRoutes } from './treasury-routes.ts'
import type { AppRoute } from './app-route.ts'

/** The route table: router, menu, breadcrumbs, titles and search read it. */
export function routesFor(terminology: Terminology): AppRoute[] {
  return [
    ...identityRoutes(),
    ...homeRoutes(terminology),
    ...applicationRoutes(),
    // Their paths would match those of records.
    ...listRoutes(terminology),
    ...refundRoutes(),
    ...memberRoutes(terminology),
    ...quotaRoutes(terminology),
    ...paymentRoutes(terminology),
    ...gatewayRoutes(),
    ...roundRoutes(),
    ...cardRoutes(terminology),
    ...cardCheckRoutes(terminology),
    ...singleCardRoutes(terminology),
    ...treasuryRoutes(),
    ...informationRoutes(),
    ...reportRoutes(),
    ...privacyRoutes(),
    ...messageRoutes(),
    ...fileRoutes(),
    ...taskRoutes(),
    ...importRoutes(),
    ...mergeRoutes(),
    ...settingsRoutes(terminology),
    ...userRoutes(),
    ...backupRoutes(),
    ...developerRoutes(),
  ]
}

/** Until an organisation is set up there is only the setup; afterwards there is all the rest. */
export function shownRoutes({ terminology, isFirstRun }: ShownRoutes): AppRoute[] {
  return routesFor(terminology).filter(({ path }) => (path === setupPath) === isFirstRun)
}

interface ShownRoutes {
  terminology: Terminology
  isFirstRun: boolean
}

/** Whether the modules of the route are on, and it is for this type of organisation. */
export function isOn({ menu, modules = [] }: AppRoute, settings: Settings): boolean {
  if (menu?.onlyFor !== undefined && settings.orgType !== menu.onlyFor) return false
  return modules.every((name) => settings[name] === 'true')
}

export function mayEnter(route: AppRoute, role: Role | undefined): boolean {
  return route.who === 'everyone' || (role !== undefined && route.who.includes(role))
}

/** The files of the organisation, and the page of each file. */
function fileRoutes(): AppRoute[] {
  const [list, , file] = recordRoutes('recordFiles', {
    path: recordFilesPath,
    screens: {
      list: () => import('../screens/files/files-list.tsx'),
      record: () => import('../screens/files/file-view.tsx'),
    },
    menu: { group: 'settings', label: 'Ficheiros' },
  })
  return [list, file]
}

/** Lists that numbers of reports lead to, of records that have no page of their own. */
function listRoutes(terminology: Terminology): AppRoute[] {
  const paths = {
    memberStates: memberStatesPath(terminology),
    paymentItems: paymentItemsPath,
    creditUses: creditUsesPath,
    paymentReturns: paymentReturnsPath,
  } as const
  return Object.entries(paths).map(
    ([resource, path]) => recordRoutes(resource as keyof typeof paths, { path })[0],
  )
}

/** Credit that was given back: the list, and the page of each with its proof of payment. */
function refundRoutes(): AppRoute[] {
  const [list, , record] = recordRoutes('creditRefunds', {
    path: creditRefundsPath,
    screens: { record: () => import('../screens/payments/refund-page.tsx') },
  })
  return [list, record]
}

function reportRoutes(): AppRoute[] {
  const screen: AppRoute['screen'] = () => import('../screens/reports/report-view.tsx')
  // Reports are kept on their own page.
  const [keptList, , kept] = recordRoutes('keptReports', {
    path: keptReportsPath,
    screens: { record: () => import('../screens/reports/kept-report-page.tsx') },
  })
  return [
    {
      path: reportsPath,
      title: 'Relatórios',
      who: staffRoles,
      screen: () => import('../screens/reports/reports-overview.tsx'),
      menu: { icon: 'IconReportAnalytics', resource: 'payments', onlyFor: 'association' },
    },
    {
      path: capitalReportPath,
      title: 'Registo de capital',
      who: staffRoles,
      screen,
      menu: { icon: 'IconReportAnalytics', resource: 'payments', onlyFor: 'cooperative' },
    },
    keptList,
    kept,
    ...recordRoutes('reportNotes', { path: reportNotesPath, newSegment: 'nova' }),
    { path: reportPath(':name'), title: 'Relatório', who: staffRoles, screen },
  ]
}

/** Imports come from files; the new one has a screen of its own. */
function importRoutes(): AppRoute[] {
  return recordRoutes('imports', {
    path: importsPath,
    newSegment: 'nova',
    menu: { group: 'settings', label: 'Importar' },
    screens: {
      list: () => import('../screens/imports/imports-list.tsx'),
      new: () => import('../screens/imports/import-new.tsx'),
      record: () => import('../screens/imports/import-page.tsx'),
    },
  })
}

/** Records of the same person: the list of duplicates, and the merges. */
function mergeRoutes(): AppRoute[] {
  const [duplicates] = recordRoutes('duplicates', {
    path: duplicatesPath,
    screens: { list: () => import('../screens/merges/duplicates-list.tsx') },
    menu: { group: 'settings' },
  })
  return [
    duplicates,
    ...recordRoutes('merges', {
      path: mergesPath,
      newSegment: 'nova',
      menu: { group: 'settings' },
      screens: {
        new: () => import('../screens/merges/merge-new.tsx'),
        record: () => import('../screens/merges/merge-page.tsx'),
      },
    }),
  ]
}

function privacyRoutes(): AppRoute[] {
  return [
    ...recordRoutes('dataRequests', {
      path: dataRequestsPath,
      screens: {
        list: () => import('../screens/privacy/data-requests-list.tsx'),
        record: () => import('../screens/privacy/data-request-page.tsx'),
      },
      menu: { group: 'privacy' },
    }),
    {
      path: dataToErasePath,
      title: 'Dados a eliminar',
      who: staffRoles,
      screen: () => import('../screens/privacy/data-to-erase.tsx'),
      menu: { group: 'privacy', resource: 'erasures' },
    },
    ...recordRoutes('dataBreaches', {
      path: dataBreachesPath,
      newSegment: 'nova',
      screens: {
        list: () => import('../screens/privacy/breaches-list.tsx'),
        record: () => import('../screens/privacy/breach-page.tsx'),
      },
      menu: { group: 'privacy' },
    }),
    ...recordRoutes('processingActivities', {
      path: processingActivitiesPath,
      newSegment: 'nova',
      screens: {
        list: () => import('../screens/privacy/activities-list.tsx'),
        record: () => import('../screens/privacy/activity-page.tsx'),
      },
      menu: { group: 'privacy', label: 'Registo de atividades' },
    }),
    ...recordRoutes('processors', {
      path: processorsPath,
      screens: { list: () => import('../screens/privacy/processors-list.tsx') },
      menu: { group: 'privacy' },
    }),
  ]
}

function taskRoutes(): AppRoute[] {
  return [
    {
      path: tasksPath,
      title: 'Tarefas',
      who: staffRoles,
      screen: () => import('../screens/tasks/tasks-list.tsx'),
    },
    {
      path: `${tasksPath}/:id`,
      title: 'Tarefa',
      shows: 'bulkActions',
      who: staffRoles,
      screen: () => import('../screens/tasks/task-view.tsx'),
    },
  ]
}

function identityRoutes(): AppRoute[] {
  const shared = { who: 'everyone', bare: true } as const
  return [
    { path: '/', title: 'Entrar', redirect: loginPath, ...shared },
    {
      path: loginPath,
      title: 'Entrar',
      screen: () => import('../screens/identity/login.tsx'),
      ...shared,
    },
    {
      path: linkPath,
      title: 'Entrar por ligação',
      screen: () => import('../screens/identity/request-link.tsx'),
      ...shared,
    },
    {
      path: `${linkPath}/:recoverCode`,
      title: 'Entrar por ligação',
      screen: () => import('../screens/identity/recover.tsx'),
      ...shared,
    },
    {
      path: twoStepsPath,
      title: 'Segundo passo',
      screen: () => import('../screens/identity/two-steps-required.tsx'),
      ...shared,
    },
    {
      path: `${confirmEmailPath}/:code`,
      title: 'Confirmar o email',
      screen: () => import('../screens/identity/confirm-email.tsx'),
      ...shared,
    },
    {
      path: logoutPath,
      title: 'Sair',
      screen: () => import('../screens/identity/logout.tsx'),
      ...shared,
    },
    {
      path: setupPath,
      title: 'Configuração inicial',
      screen: () => import('../screens/setup/setup.tsx'),
      ...shared,
    },
  ]
}

function homeRoutes(terminology: Terminology): AppRoute[] {
  return [
    { path: staffHome, title: 'Início', who: staffRoles, redirect: `/${terminology.memberURLPlural}` },
    {
      path: memberHome,
      title: 'Início',
      who: roles,
      screen: () => import('../screens/home/member-home.tsx'),
    },
  ]
}

function applicationRoutes(): AppRoute[] {
  return [
    {
      path: applyPath,
      title: 'Inscrição',
      who: 'everyone',
      bare: true,
      screen: () => import('../screens/apply/apply.tsx'),
    },
    {
      path: `${confirmPath}/:verificationCode`,
      title: 'Confirmação do email',
      who: 'everyone',
      bare: true,
      screen: () => import('../screens/apply/confirm-email.tsx'),
    },
    {
      path: applicationsPath,
      title: 'Candidaturas',
      who: staffRoles,
      screen: () => import('../screens/applications/applications-list.tsx'),
      menu: {
        icon: 'IconUserPlus',
        resource: 'memberApplications',
        counts: 'memberApplications',
      },
      modules: ['hasMemberApplication'],
    },
    {
      path: `${applicationsPath}/nova`,
      title: 'Nova candidatura',
      who: writerRoles,
      screen: () => import('../screens/applications/application-new.tsx'),
    },
    {
      path: `${applicationsPath}/:id/:tab?`,
      title: 'Candidatura',
      shows: 'memberApplications',
      who: staffRoles,
      screen: () => import('../screens/applications/application-edit.tsx'),
    },
  ]
}

function memberRoutes(terminology: Terminology): AppRoute[] {
  const path = `/${terminology.memberURLPlural}`
  const title = capitalise(terminology.memberPlural)
  return [
    {
      path,
      title,
      who: staffRoles,
      screen: () => import('../screens/members/members-list.tsx'),
      firstList: firstMembers(terminology),
      menu: { icon: 'IconUsers', resource: 'members' },
    },
    {
      path: `${path}/novo`,
      title: fillTerms('{Novo} {memberSingular}', terminology),
      who: writerRoles,
      screen: () => import('../screens/members/member-new.tsx'),
    },
    {
      path: `${path}/:id/:tab?`,
      title: fillTerms('Ficha {do} {memberSingular}', terminology),
      shows: 'members',
      who: staffRoles,
      screen: () => import('../screens/members/member-edit.tsx'),
    },
  ]
}

/** The overview has the organisation's word for quotas as title. */
function quotaRoutes(terminology: Terminology): AppRoute[] {
  const [differences, , difference] = recordRoutes('chargeDifferences', {
    path: chargeDifferencesPath(terminology),
    screens: { list: () => import('../screens/quotas/differences-list.tsx') },
  })
  return [
    differences,
    difference,
    {
      path: overviewPath(terminology),
      title: terminology.membershipPayments,
      who: staffRoles,
      screen: () => import('../screens/quotas/overview.tsx'),
      menu: { group: 'payments', resource: 'payments' },
    },
    {
      path: generatePath(terminology),
      title: fillTerms('Gerar {membershipPayments}', terminology),
      who: writerRoles,
      screen: () => import('../screens/quotas/generate.tsx'),
    },
    {
      path: runsPath(terminology),
      title: fillTerms('Gerações de {membershipPayments}', terminology),
      who: staffRoles,
      screen: () => import('../screens/quotas/runs-list.tsx'),
    },
    {
      path: runPath(terminology, ':id'),
      title: 'Geração',
      shows: 'quotaRuns',
      who: staffRoles,
      screen: () => import('../screens/quotas/run-view.tsx'),
    },
  ]
}

/** What goes through a payment gateway; the program makes these records. */
function gatewayRoutes(): AppRoute[] {
  const [received, , oneReceived] = recordRoutes('incomingPayments', {
    path: incomingPaymentsPath,
    screens: { list: () => import('../screens/incoming-payments/incoming-list.tsx') },
    menu: { group: 'payments' },
  })
  const [asked, , oneAsked] = recordRoutes('paymentIntents', {
    path: paymentIntentsPath,
    menu: { group: 'payments' },
  })
  return [received, oneReceived, asked, oneAsked]
}

/** Collectors and their rounds. Members who are collectors enter the route of a round alone. */
function roundRoutes(): AppRoute[] {
  const [list, newRound, round] = recordRoutes('rounds', {
    path: roundsPath,
    newSegment: 'nova',
    menu: { group: 'payments' },
    screens: {
      list: () => import('../screens/rounds/rounds-list.tsx'),
      new: () => import('../screens/rounds/round-new.tsx'),
      record: () => import('../screens/rounds/round-page.tsx'),
    },
  })
  const route: AppRoute = {
    path: routeOfRoundPath(':id'),
    title: 'Percurso',
    who: roles,
    screen: () => import('../screens/rounds/route-page.tsx'),
  }
  const collectors = recordRoutes('collectors', {
    path: collectorsPath,
    screens: { record: () => import('../screens/rounds/collector-page.tsx') },
  })
  return [{ ...list, who: staffRoles }, newRound, route, { ...round, who: staffRoles }, ...collectors]
}

function paymentRoutes(terminology: Terminology): AppRoute[] {
  return [
    {
      path: paymentsPath,
      title: 'Pagamentos',
      who: staffRoles,
      screen: () => import('../screens/payments/payments-list.tsx'),
      menu: { group: 'payments', resource: 'payments' },
    },
    {
      path: newPaymentPath,
      title: 'Registar pagamento',
      who: writerRoles,
      screen: () => import('../screens/payments/payment-new.tsx'),
    },
    {
      path: `${paymentsPath}/:id/:tab?`,
      title: 'Recibo',
      shows: 'payments',
      who: staffRoles,
      screen: () => import('../screens/payments/payment-view.tsx'),
    },
    {
      path: debtsPath,
      title: 'Dívidas',
      who: staffRoles,
      screen: () => import('../screens/dues/debts-list.tsx'),
      menu: { group: 'payments', resource: 'unsettledPayments' },
    },
    {
      path: cashSheetPath,
      title: 'Folha de caixa',
      who: staffRoles,
      screen: () => import('../screens/cash-sheets/cash-sheet.tsx'),
      menu: { group: 'payments', resource: 'cashSheets' },
    },
    {
      path: pastSheetsPath,
      title: 'Folhas anteriores',
      who: staffRoles,
      screen: () => import('../screens/cash-sheets/past-sheets.tsx'),
    },
    {
      path: debtsByMemberPath,
      title: fillTerms('Dívidas por {memberSingular}', terminology),
      who: staffRoles,
      screen: () => import('../screens/dues/debts-by-member.tsx'),
    },
    {
      path: `${debtsPath}/:memberId`,
      title: fillTerms('Dívidas {do} {memberSingular}', terminology),
      who: staffRoles,
      screen: () => import('../screens/dues/debts-of-member.tsx'),
    },
    {
      path: notifyPath(terminology),
      title: `Notificar ${terminology.memberPlural}`,
      below: debtsPath,
      who: writerRoles,
      screen: () => import('../screens/dues/notify-members.tsx'),
    },
  ]
}

function cardRoutes(terminology: Terminology): AppRoute[] {
  return [
    {
      path: cardsPath(terminology),
      title: 'Cartões',
      who: staffRoles,
      screen: () => import('../screens/cards/cards-list.tsx'),
      menu: { group: 'cards', resource: 'membershipCards' },
    },
    {
      path: issueCardsPath(terminology),
      title: 'Emitir cartões',
      who: writerRoles,
      screen: () => import('../screens/cards/issue-cards.tsx'),
      menu: { group: 'cards', label: 'Emitir', resource: 'cardRuns' },
    },
    {
      path: cardRunPath(terminology, ':id'),
      title: 'Emissão',
      shows: 'cardRuns',
      who: staffRoles,
      screen: () => import('../screens/cards/card-run-view.tsx'),
    },
    {
      path: printBatchesPath(terminology),
      title: 'Lotes de impressão',
      who: staffRoles,
      screen: () => import('../screens/cards/prints-list.tsx'),
      menu: { group: 'cards', label: 'Imprimir', resource: 'printBatches' },
    },
    {
      path: printBatchPath(terminology, ':id'),
      title: 'Lote',
      shows: 'printBatches',
      who: staffRoles,
      screen: () => import('../screens/cards/print-view.tsx'),
    },
  ]
}

/** Must precede the routes of single cards, whose `:id` would match. */
function cardCheckRoutes(terminology: Terminology): AppRoute[] {
  return [
    {
      path: `${verifyManyPath(terminology)}/:id?`,
      title: 'Verificar vários',
      who: staffRoles,
      screen: () => import('../screens/card-scanner/verify-many.tsx'),
      menu: { group: 'cards', resource: 'membershipCards' },
    },
  ]
}

function singleCardRoutes(terminology: Terminology): AppRoute[] {
  return [
    {
      path: cardPath(terminology, ':id'),
      title: 'Cartão',
      shows: 'membershipCards',
      who: staffRoles,
      screen: () => import('../screens/cards/card-view.tsx'),
    },
    {
      path: cardLetterPath(terminology, ':id'),
      title: 'Carta',
      below: cardsPath(terminology),
      who: staffRoles,
      screen: () => import('../screens/cards/card-letter.tsx'),
    },
  ]
}

/** Public pages, reached by link or QR code. */
function informationRoutes(): AppRoute[] {
  return [
    {
      path: publicCheckPath(':id'),
      title: 'Verificar cartão',
      who: 'everyone',
      bare: true,
      screen: () => import('../screens/card-check/card-check.tsx'),
    },
    {
      path: `${paymentInformationPath}/:id`,
      title: 'Pagamento',
      who: 'everyone',
      bare: true,
      screen: () => import('../screens/payment-information/payment-information.tsx'),
    },
    {
      path: `${receiptCheckPath}/:code`,
      title: 'Verificar recibo',
      who: 'everyone',
      bare: true,
      screen: () => import('../screens/receipt-check/receipt-check.tsx'),
    },
  ]
}

function messageRoutes(): AppRoute[] {
  return [
    {
      path: messagesPath,
      title: 'Mensagens',
      who: staffRoles,
      screen: () => import('../screens/messages/messages-list.tsx'),
      menu: { icon: 'IconMail', resource: 'messages' },
    },
    {
      path: newMessagePath,
      title: 'Nova mensagem',
      who: writerRoles,
      screen: () => import('../screens/messages/compose-message.tsx'),
    },
    {
      path: batchesPath,
      title: 'Envios',
      who: staffRoles,
      screen: () => import('../screens/messages/batches-list.tsx'),
    },
    {
      path: `${batchesPath}/:id`,
      title: 'Envio',
      shows: 'messageBatches',
      who: staffRoles,
      screen: () => import('../screens/messages/batch-view.tsx'),
    },
    ...recordRoutes('paymentMessage', {
      path: paymentMessagesPath,
      newSegment: 'nova',
      screens: {
        list: () => import('../screens/dues/payment-messages/payment-messages-list.tsx'),
        new: () => import('../screens/dues/payment-messages/payment-message-new.tsx'),
        record: () => import('../screens/dues/payment-messages/payment-message-view.tsx'),
      },
    }),
    {
      path: `${messagesPath}/:id/:tab?`,
      title: 'Mensagem',
      shows: 'messages',
      who: roles,
      screen: () => import('../screens/messages/message-view.tsx'),
    },
  ]
}

function settingsRoutes(terminology: Terminology): AppRoute[] {
  const title = capitalise(terminology.memberPlural)
  return [
    {
      path: organisationSettingsPath,
      title: 'Configuração da organização',
      who: staffRoles,
      screen: () => import('../screens/organisation/organisation-settings.tsx'),
      menu: { group: 'settings', label: 'Organização' },
    },
    {
      path: modulesSettingsPath,
      title: 'Configuração de módulos',
      who: staffRoles,
      screen: () => import('../screens/organisation/modules-settings.tsx'),
      menu: { group: 'settings', label: 'Módulos' },
    },
    {
      path: membersSettingsPath(terminology),
      title: `Configuração de ${terminology.memberPlural}`,
      who: staffRoles,
      screen: () => import('../screens/members/members-settings.tsx'),
      menu: { group: 'settings', label: title },
    },
    {
      path: `/${screenPaths.applicationSettings}`,
      title: 'Configuração de candidaturas',
      who: staffRoles,
      screen: () => import('../screens/applications/applications-settings.tsx'),
      menu: { group: 'settings', label: 'Candidaturas' },
    },
    {
      path: cardSettingsPath(terminology),
      title: 'Configuração de cartões',
      who: staffRoles,
      screen: () => import('../screens/card-settings/card-settings.tsx'),
      menu: { group: 'settings', label: 'Cartões', resource: 'cardTemplates' },
    },
    {
      path: templatePath(terminology, ':id'),
      title: 'Modelo de cartão',
      who: writerRoles,
      screen: () => import('../screens/card-editor/card-editor.tsx'),
    },
    {
      path: messageSettingsPath,
      title: 'Configuração de mensagens',
      who: staffRoles,
      screen: () => import('../screens/messages/message-settings.tsx'),
      menu: { group: 'settings', label: 'Mensagens' },
    },
    {
      path: privacySettingsPath,
      title: 'Configuração de privacidade',
      who: staffRoles,
      screen: () => import('../screens/privacy/privacy-settings.tsx'),
      menu: { group: 'settings', label: 'Privacidade' },
    },
    {
      path: treasurySettingsPath,
      title: 'Configuração da tesouraria',
      who: staffRoles,
      screen: () => import('../screens/treasury/treasury-settings.tsx'),
      menu: { group: 'settings', label: 'Tesouraria' },
    },
    {
      path: `${messageSettingsPath}/:name`,
      title: 'Mensagem automática',
      who: staffRoles,
      screen: () => import('../screens/messages/message-text.tsx'),
    },
  ]
}

/** The path of a user would match those before it. */
function backupRoutes(): AppRoute[] {
  const [, , backup] = recordRoutes('backups', {
    path: backupsPath,
    screens: { record: () => import('../screens/backups/backup-page.tsx') },
  })
  return [
    {
      path: backupsPath,
      title: 'Cópias de segurança',
      who: ['admin'],
      screen: () => import('../screens/backups/backups.tsx'),
      menu: { group: 'settings' },
    },
    backup,
  ]
}

function developerRoutes(): AppRoute[] {
  const [, newSecret, secret] = recordRoutes('apiSecrets', {
    path: secretsPath,
    newSegment: 'new',
    screens: {
      new: () => import('../screens/developers/secret-new.tsx'),
      record: () => import('../screens/developers/secret-page.tsx'),
    },
  })
  const [, newWebhook, webhook] = recordRoutes('webhooks', {
    path: webhooksPath,
    screens: {
      new: () => import('../screens/developers/webhook-new.tsx'),
      record: () => import('../screens/developers/webhook-page.tsx'),
    },
  })
  const [, , delivery] = recordRoutes('webhookDeliveries', {
    path: deliveriesPath,
    screens: { record: () => import('../screens/developers/delivery-page.tsx') },
  })
  return [
    {
      path: developersPath,
      title: 'Programadores',
      who: ['admin'],
      screen: () => import('../screens/developers/developers.tsx'),
      menu: { group: 'settings' },
    },
    {
      path: referencePath,
      title: 'Referência da API',
      who: ['admin'],
      screen: () => import('../screens/developers/reference.tsx'),
    },
    {
      path: activityPath,
      title: 'Registo de atividade',
      who: ['admin'],
      screen: () => import('../screens/activity/activity.tsx'),
      menu: { group: 'settings' },
    },
    { ...newSecret, below: developersPath },
    { ...secret, below: developersPath },
    { ...newWebhook, below: developersPath },
    { ...webhook, below: developersPath },
    { ...delivery, below: developersPath },
  ]
}

function userRoutes(): AppRoute[] {
  const [list, newUser] = recordRoutes('users', {
    path: usersPath,
    menu: { group: 'settings' },
    screens: {
      list: () => import('../screens/users/users-list.tsx'),
      new: () => import('../screens/users/user-new.tsx'),
    },
  })
  return [
    list,
    newUser,
    {
      path: createAccountsPath,
      title: 'Criar contas',
      who: writerRoles,
      screen: () => import('../screens/users/create-accounts.tsx'),
    },
    {
      path: recoverAccountPath(':id'),
      title: 'Recuperar o acesso',
      below: usersPath,
      who: writerRoles,
      screen: () => import('../screens/users/recover-account.tsx'),
    },
    {
      path: `${usersPath}/:id/:tab?`,
      title: 'Perfil',
      shows: 'users',
      who: roles,
      screen: () => import('../screens/users/user-page.tsx'),
    },
  ]
}
