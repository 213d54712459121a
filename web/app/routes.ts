import { staffRoles } from '@agremia/resources/access.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import type { Settings } from '../api/queries.ts'
import { twoStepsPath } from '../api/refresh.ts'
import type { Role } from '../api/tokens.ts'
import { keptRecordRoutes, recordRoutes } from './record-routes.ts'
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
import { adminRoute, publicRoute, signedInRoute, staffRoute, writerRoute } from './screen-route.ts'
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
  const [list, file] = keptRecordRoutes('recordFiles', {
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
    ([resource, path]) => keptRecordRoutes(resource as keyof typeof paths, { path })[0],
  )
}

/** Credit that was given back: the list, and the page of each with its proof of payment. */
function refundRoutes(): AppRoute[] {
  const [list, record] = keptRecordRoutes('creditRefunds', {
    path: creditRefundsPath,
    screens: { record: () => import('../screens/payments/refund-page.tsx') },
  })
  return [list, record]
}

function reportRoutes(): AppRoute[] {
  const screen: AppRoute['screen'] = () => import('../screens/reports/report-view.tsx')
  // Reports are kept on their own page.
  const [keptList, kept] = keptRecordRoutes('keptReports', {
    path: keptReportsPath,
    screens: { record: () => import('../screens/reports/kept-report-page.tsx') },
  })
  return [
    staffRoute(reportsPath, 'Relatórios', () => import('../screens/reports/reports-overview.tsx'), {
      menu: { icon: 'IconReportAnalytics', resource: 'payments', onlyFor: 'association' },
    }),
    staffRoute(capitalReportPath, 'Registo de capital', screen, {
      menu: { icon: 'IconReportAnalytics', resource: 'payments', onlyFor: 'cooperative' },
    }),
    keptList,
    kept,
    ...recordRoutes('reportNotes', { path: reportNotesPath, newSegment: 'nova' }),
    staffRoute(reportPath(':name'), 'Relatório', screen),
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
    staffRoute(dataToErasePath, 'Dados a eliminar', () => import('../screens/privacy/data-to-erase.tsx'), {
      menu: { group: 'privacy', resource: 'erasures' },
    }),
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
    staffRoute(tasksPath, 'Tarefas', () => import('../screens/tasks/tasks-list.tsx')),
    staffRoute(`${tasksPath}/:id`, 'Tarefa', () => import('../screens/tasks/task-view.tsx'), {
      shows: 'bulkActions',
    }),
  ]
}

function identityRoutes(): AppRoute[] {
  const shared = { who: 'everyone', bare: true } as const
  return [
    { path: '/', title: 'Entrar', redirect: loginPath, ...shared },
    publicRoute(loginPath, 'Entrar', () => import('../screens/identity/login.tsx')),
    publicRoute(linkPath, 'Entrar por ligação', () => import('../screens/identity/request-link.tsx')),
    publicRoute(
      `${linkPath}/:recoverCode`,
      'Entrar por ligação',
      () => import('../screens/identity/recover.tsx'),
    ),
    publicRoute(twoStepsPath, 'Segundo passo', () => import('../screens/identity/two-steps-required.tsx')),
    publicRoute(
      `${confirmEmailPath}/:code`,
      'Confirmar o email',
      () => import('../screens/identity/confirm-email.tsx'),
    ),
    publicRoute(logoutPath, 'Sair', () => import('../screens/identity/logout.tsx')),
    publicRoute(setupPath, 'Configuração inicial', () => import('../screens/setup/setup.tsx')),
  ]
}

function homeRoutes(terminology: Terminology): AppRoute[] {
  return [
    { path: staffHome, title: 'Início', who: staffRoles, redirect: `/${terminology.memberURLPlural}` },
    signedInRoute(memberHome, 'Início', () => import('../screens/home/member-home.tsx')),
  ]
}

function applicationRoutes(): AppRoute[] {
  return [
    publicRoute(applyPath, 'Inscrição', () => import('../screens/apply/apply.tsx')),
    publicRoute(
      `${confirmPath}/:verificationCode`,
      'Confirmação do email',
      () => import('../screens/apply/confirm-email.tsx'),
    ),
    staffRoute(
      applicationsPath,
      'Candidaturas',
      () => import('../screens/applications/applications-list.tsx'),
      {
        menu: {
          icon: 'IconUserPlus',
          resource: 'memberApplications',
          counts: 'memberApplications',
        },
        modules: ['hasMemberApplication'],
      },
    ),
    writerRoute(
      `${applicationsPath}/nova`,
      'Nova candidatura',
      () => import('../screens/applications/application-new.tsx'),
    ),
    staffRoute(
      `${applicationsPath}/:id/:tab?`,
      'Candidatura',
      () => import('../screens/applications/application-edit.tsx'),
      {
        shows: 'memberApplications',
      },
    ),
  ]
}

function memberRoutes(terminology: Terminology): AppRoute[] {
  const path = `/${terminology.memberURLPlural}`
  const title = capitalise(terminology.memberPlural)
  return [
    staffRoute(path, title, () => import('../screens/members/members-list.tsx'), {
      firstList: firstMembers(terminology),
      menu: { icon: 'IconUsers', resource: 'members' },
    }),
    writerRoute(
      `${path}/novo`,
      fillTerms('{Novo} {memberSingular}', terminology),
      () => import('../screens/members/member-new.tsx'),
    ),
    staffRoute(
      `${path}/:id/:tab?`,
      fillTerms('Ficha {do} {memberSingular}', terminology),
      () => import('../screens/members/member-edit.tsx'),
      {
        shows: 'members',
      },
    ),
  ]
}

/** The overview has the organisation's word for quotas as title. */
function quotaRoutes(terminology: Terminology): AppRoute[] {
  const [differences, difference] = keptRecordRoutes('chargeDifferences', {
    path: chargeDifferencesPath(terminology),
    screens: { list: () => import('../screens/quotas/differences-list.tsx') },
  })
  return [
    differences,
    difference,
    staffRoute(
      overviewPath(terminology),
      terminology.membershipPayments,
      () => import('../screens/quotas/overview.tsx'),
      {
        menu: { group: 'payments', resource: 'payments' },
      },
    ),
    writerRoute(
      generatePath(terminology),
      fillTerms('Gerar {membershipPayments}', terminology),
      () => import('../screens/quotas/generate.tsx'),
    ),
    staffRoute(
      runsPath(terminology),
      fillTerms('Gerações de {membershipPayments}', terminology),
      () => import('../screens/quotas/runs-list.tsx'),
    ),
    staffRoute(runPath(terminology, ':id'), 'Geração', () => import('../screens/quotas/run-view.tsx'), {
      shows: 'quotaRuns',
    }),
  ]
}

/** What goes through a payment gateway; the program makes these records. */
function gatewayRoutes(): AppRoute[] {
  const [received, oneReceived] = keptRecordRoutes('incomingPayments', {
    path: incomingPaymentsPath,
    screens: { list: () => import('../screens/incoming-payments/incoming-list.tsx') },
    menu: { group: 'payments' },
  })
  const [asked, oneAsked] = keptRecordRoutes('paymentIntents', {
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
  const route: AppRoute = signedInRoute(
    routeOfRoundPath(':id'),
    'Percurso',
    () => import('../screens/rounds/route-page.tsx'),
  )
  const collectors = recordRoutes('collectors', {
    path: collectorsPath,
    screens: { record: () => import('../screens/rounds/collector-page.tsx') },
  })
  return [{ ...list, who: staffRoles }, newRound, route, { ...round, who: staffRoles }, ...collectors]
}

function paymentRoutes(terminology: Terminology): AppRoute[] {
  return [
    staffRoute(paymentsPath, 'Pagamentos', () => import('../screens/payments/payments-list.tsx'), {
      menu: { group: 'payments', resource: 'payments' },
    }),
    writerRoute(newPaymentPath, 'Registar pagamento', () => import('../screens/payments/payment-new.tsx')),
    staffRoute(`${paymentsPath}/:id/:tab?`, 'Recibo', () => import('../screens/payments/payment-view.tsx'), {
      shows: 'payments',
    }),
    staffRoute(debtsPath, 'Dívidas', () => import('../screens/dues/debts-list.tsx'), {
      menu: { group: 'payments', resource: 'unsettledPayments' },
    }),
    staffRoute(cashSheetPath, 'Folha de caixa', () => import('../screens/cash-sheets/cash-sheet.tsx'), {
      menu: { group: 'payments', resource: 'cashSheets' },
    }),
    staffRoute(pastSheetsPath, 'Folhas anteriores', () => import('../screens/cash-sheets/past-sheets.tsx')),
    staffRoute(
      debtsByMemberPath,
      fillTerms('Dívidas por {memberSingular}', terminology),
      () => import('../screens/dues/debts-by-member.tsx'),
    ),
    staffRoute(
      `${debtsPath}/:memberId`,
      fillTerms('Dívidas {do} {memberSingular}', terminology),
      () => import('../screens/dues/debts-of-member.tsx'),
    ),
    writerRoute(
      notifyPath(terminology),
      `Notificar ${terminology.memberPlural}`,
      () => import('../screens/dues/notify-members.tsx'),
      {
        below: debtsPath,
      },
    ),
  ]
}

function cardRoutes(terminology: Terminology): AppRoute[] {
  return [
    staffRoute(cardsPath(terminology), 'Cartões', () => import('../screens/cards/cards-list.tsx'), {
      menu: { group: 'cards', resource: 'membershipCards' },
    }),
    writerRoute(
      issueCardsPath(terminology),
      'Emitir cartões',
      () => import('../screens/cards/issue-cards.tsx'),
      {
        menu: { group: 'cards', label: 'Emitir', resource: 'cardRuns' },
      },
    ),
    staffRoute(
      cardRunPath(terminology, ':id'),
      'Emissão',
      () => import('../screens/cards/card-run-view.tsx'),
      {
        shows: 'cardRuns',
      },
    ),
    staffRoute(
      printBatchesPath(terminology),
      'Lotes de impressão',
      () => import('../screens/cards/prints-list.tsx'),
      {
        menu: { group: 'cards', label: 'Imprimir', resource: 'printBatches' },
      },
    ),
    staffRoute(printBatchPath(terminology, ':id'), 'Lote', () => import('../screens/cards/print-view.tsx'), {
      shows: 'printBatches',
    }),
  ]
}

/** Must precede the routes of single cards, whose `:id` would match. */
function cardCheckRoutes(terminology: Terminology): AppRoute[] {
  return [
    staffRoute(
      `${verifyManyPath(terminology)}/:id?`,
      'Verificar vários',
      () => import('../screens/card-scanner/verify-many.tsx'),
      {
        menu: { group: 'cards', resource: 'membershipCards' },
      },
    ),
  ]
}

function singleCardRoutes(terminology: Terminology): AppRoute[] {
  return [
    staffRoute(cardPath(terminology, ':id'), 'Cartão', () => import('../screens/cards/card-view.tsx'), {
      shows: 'membershipCards',
    }),
    staffRoute(
      cardLetterPath(terminology, ':id'),
      'Carta',
      () => import('../screens/cards/card-letter.tsx'),
      {
        below: cardsPath(terminology),
      },
    ),
  ]
}

/** Public pages, reached by link or QR code. */
function informationRoutes(): AppRoute[] {
  return [
    publicRoute(
      publicCheckPath(':id'),
      'Verificar cartão',
      () => import('../screens/card-check/card-check.tsx'),
    ),
    publicRoute(
      `${paymentInformationPath}/:id`,
      'Pagamento',
      () => import('../screens/payment-information/payment-information.tsx'),
    ),
    publicRoute(
      `${receiptCheckPath}/:code`,
      'Verificar recibo',
      () => import('../screens/receipt-check/receipt-check.tsx'),
    ),
  ]
}

function messageRoutes(): AppRoute[] {
  return [
    staffRoute(messagesPath, 'Mensagens', () => import('../screens/messages/messages-list.tsx'), {
      menu: { icon: 'IconMail', resource: 'messages' },
    }),
    writerRoute(newMessagePath, 'Nova mensagem', () => import('../screens/messages/compose-message.tsx')),
    staffRoute(batchesPath, 'Envios', () => import('../screens/messages/batches-list.tsx')),
    staffRoute(`${batchesPath}/:id`, 'Envio', () => import('../screens/messages/batch-view.tsx'), {
      shows: 'messageBatches',
    }),
    ...recordRoutes('paymentMessage', {
      path: paymentMessagesPath,
      newSegment: 'nova',
      screens: {
        list: () => import('../screens/dues/payment-messages/payment-messages-list.tsx'),
        new: () => import('../screens/dues/payment-messages/payment-message-new.tsx'),
        record: () => import('../screens/dues/payment-messages/payment-message-view.tsx'),
      },
    }),
    signedInRoute(
      `${messagesPath}/:id/:tab?`,
      'Mensagem',
      () => import('../screens/messages/message-view.tsx'),
      {
        shows: 'messages',
      },
    ),
  ]
}

function settingsRoutes(terminology: Terminology): AppRoute[] {
  const title = capitalise(terminology.memberPlural)
  return [
    staffRoute(
      organisationSettingsPath,
      'Configuração da organização',
      () => import('../screens/organisation/organisation-settings.tsx'),
      {
        menu: { group: 'settings', label: 'Organização' },
      },
    ),
    staffRoute(
      modulesSettingsPath,
      'Configuração de módulos',
      () => import('../screens/organisation/modules-settings.tsx'),
      {
        menu: { group: 'settings', label: 'Módulos' },
      },
    ),
    staffRoute(
      membersSettingsPath(terminology),
      `Configuração de ${terminology.memberPlural}`,
      () => import('../screens/members/members-settings.tsx'),
      {
        menu: { group: 'settings', label: title },
      },
    ),
    staffRoute(
      `/${screenPaths.applicationSettings}`,
      'Configuração de candidaturas',
      () => import('../screens/applications/applications-settings.tsx'),
      {
        menu: { group: 'settings', label: 'Candidaturas' },
      },
    ),
    staffRoute(
      cardSettingsPath(terminology),
      'Configuração de cartões',
      () => import('../screens/card-settings/card-settings.tsx'),
      {
        menu: { group: 'settings', label: 'Cartões', resource: 'cardTemplates' },
      },
    ),
    writerRoute(
      templatePath(terminology, ':id'),
      'Modelo de cartão',
      () => import('../screens/card-editor/card-editor.tsx'),
    ),
    staffRoute(
      messageSettingsPath,
      'Configuração de mensagens',
      () => import('../screens/messages/message-settings.tsx'),
      {
        menu: { group: 'settings', label: 'Mensagens' },
      },
    ),
    staffRoute(
      privacySettingsPath,
      'Configuração de privacidade',
      () => import('../screens/privacy/privacy-settings.tsx'),
      {
        menu: { group: 'settings', label: 'Privacidade' },
      },
    ),
    staffRoute(
      treasurySettingsPath,
      'Configuração da tesouraria',
      () => import('../screens/treasury/treasury-settings.tsx'),
      {
        menu: { group: 'settings', label: 'Tesouraria' },
      },
    ),
    staffRoute(
      `${messageSettingsPath}/:name`,
      'Mensagem automática',
      () => import('../screens/messages/message-text.tsx'),
    ),
  ]
}

/** The path of a user would match those before it. */
function backupRoutes(): AppRoute[] {
  const [, backup] = keptRecordRoutes('backups', {
    path: backupsPath,
    screens: { record: () => import('../screens/backups/backup-page.tsx') },
  })
  return [
    adminRoute(backupsPath, 'Cópias de segurança', () => import('../screens/backups/backups.tsx'), {
      menu: { group: 'settings' },
    }),
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
  const [, delivery] = keptRecordRoutes('webhookDeliveries', {
    path: deliveriesPath,
    screens: { record: () => import('../screens/developers/delivery-page.tsx') },
  })
  return [
    adminRoute(developersPath, 'Programadores', () => import('../screens/developers/developers.tsx'), {
      menu: { group: 'settings' },
    }),
    adminRoute(referencePath, 'Referência da API', () => import('../screens/developers/reference.tsx')),
    adminRoute(activityPath, 'Registo de atividade', () => import('../screens/activity/activity.tsx'), {
      menu: { group: 'settings' },
    }),
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
    writerRoute(createAccountsPath, 'Criar contas', () => import('../screens/users/create-accounts.tsx')),
    writerRoute(
      recoverAccountPath(':id'),
      'Recuperar o acesso',
      () => import('../screens/users/recover-account.tsx'),
      {
        below: usersPath,
      },
    ),
    signedInRoute(`${usersPath}/:id/:tab?`, 'Perfil', () => import('../screens/users/user-page.tsx'), {
      shows: 'users',
    }),
  ]
}
