/**
 * First segments of the addresses of screens. The organisation's words, which are the first segments of the others, cannot be one of them.
 */
export const screenPaths = {
  staffHome: 'adminHome',
  memberHome: 'dashboard',
  identity: 'autorizacao',
  setup: 'configuracaoInicial',
  activity: 'atividade',
  developers: 'developers',
  secrets: 'apiSecrets',
  webhooks: 'webhooks',
  webhookDeliveries: 'entregasDeWebhooks',
  users: 'utilizadores',
  organisationSettings: 'configuracaoOrganizacao',
  modulesSettings: 'configuracaoModulos',
  applications: 'candidaturas',
  apply: 'inscricao',
  applicationSettings: 'configuracaoCandidaturas',
  backups: 'copias',
  publicCheck: 'v',
  directDebit: 'debitosDiretos',
  payments: 'pagamentos',
  debts: 'dividas',
  paymentInformation: 'informacaoDePagamento',
  receiptCheck: 'verificarRecibo',
  incomingPayments: 'recebimentos',
  paymentIntents: 'pedidosDePagamento',
  cashSheet: 'folhaDeCaixa',
  imports: 'importacoes',
  duplicates: 'duplicados',
  merges: 'fusoes',
  messages: 'mensagens',
  messageSettings: 'configuracaoMensagens',
  privacy: 'privacidade',
  privacySettings: 'configuracaoPrivacidade',
  recordFiles: 'ficheiros',
  reports: 'relatorios',
  collectors: 'cobradores',
  rounds: 'rondas',
  tasks: 'tarefas',
  treasury: 'tesouraria',
  treasurySettings: 'configuracaoTesouraria',
} as const

/** Addresses that the server answers itself, without a screen. */
const serverPaths = ['api', 'assets', 'mcp']

const reserved = new Set([...Object.values(screenPaths), ...serverPaths].map((path) => path.toLowerCase()))

/** Whether a word in URL form is the first segment of other addresses. */
export function isReservedPath(word: string): boolean {
  return reserved.has(word)
}
