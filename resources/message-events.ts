import { isNameIn } from './names.ts'
/** A variable that texts of messages may contain in braces. The sample is for previews without a real record. */
export interface MessageVariable {
  label: string
  sample: string
}

/** All variables of message texts: `{nome}`, `{ligacao}`. */
export const messageVariables = {
  organizacao: { label: 'Nome da organização', sample: 'Clube Recreativo do Outeiro' },
  deOrganizacao: { label: 'Nome da organização, com «de»', sample: 'do Clube Recreativo do Outeiro' },
  emOrganizacao: { label: 'Nome da organização, com «em»', sample: 'no Clube Recreativo do Outeiro' },
  aOrganizacao: { label: 'Nome da organização, com «a»', sample: 'ao Clube Recreativo do Outeiro' },
  organizacaoMorada: { label: 'Morada da organização', sample: 'Rua do Outeiro, 1, 4050-262 Porto' },
  organizacaoEmail: { label: 'Email da organização', sample: 'secretaria@exemplo.pt' },
  organizacaoTelefone: { label: 'Telefone da organização', sample: '223 456 789' },
  organizacaoContactos: { label: 'Contactos da organização', sample: 'secretaria@exemplo.pt, 223 456 789' },
  hoje: { label: 'Data de hoje', sample: '7 de março de 2026' },
  nome: { label: 'Nome completo', sample: 'Inês Marques da Silva' },
  primeiroNome: { label: 'Primeiro nome', sample: 'Inês' },
  saudacao: { label: 'Saudação com o primeiro nome', sample: 'Cara Inês' },
  numero: { label: 'N.º de {memberSingular}', sample: '123' },
  categoria: { label: 'Categoria', sample: 'Efetivo' },
  estado: { label: 'Estado', sample: 'Suspenso' },
  numeroCandidatura: { label: 'N.º da candidatura', sample: '12' },
  pedido: { label: 'O que se pede', sample: 'Falta o comprovativo de morada.' },
  motivo: { label: 'Motivo', sample: 'Não cumpre os requisitos dos estatutos.' },
  ligacao: { label: 'Ligação (endereço)', sample: 'https://socios.exemplo.pt/ligacao' },
  validade: { label: 'Prazo da ligação', sample: '15 minutos' },
  alteracao: { label: 'O que mudou na segurança da conta', sample: 'a palavra-passe mudou' },
  webhook: { label: 'Nome do webhook', sample: 'Sítio da associação' },
  descricao: { label: 'O que se paga', sample: 'Quota de 2026' },
  aDescricao: { label: 'O que se paga, com «a» ou «as»', sample: 'a quota de 2026' },
  esta: { label: '«está» ou «estão», conforme o que se paga', sample: 'está' },
  continua: { label: '«continua» ou «continuam», conforme o que se paga', sample: 'continua' },
  ano: { label: 'Ano', sample: '2026' },
  valor: { label: 'Valor', sample: '24,00 €' },
  data: { label: 'Data', sample: '31 de março de 2026' },
  entidade: { label: 'Entidade Multibanco', sample: '99999' },
  referencia: { label: 'Referência Multibanco', sample: '123 456 789' },
  pagamentoUrl: { label: 'Página de pagamento', sample: 'https://socios.exemplo.pt/informacaoDePagamento/1' },
  recibo: { label: 'N.º do recibo', sample: 'Q/2026/000123' },
  autorizacao: { label: 'Referência da autorização de débito', sample: 'ADC-000123-1' },
  credor: { label: 'Identificador de credor', sample: 'PT73ZZZ123456' },
  conta: { label: 'Conta a debitar, em parte oculta', sample: 'PT50 •••• … 0154' },
  outrasDividas: {
    label: 'Dívidas que ainda não chegaram a este lembrete',
    sample: 'A vencer: Quota de 2027 (24,00 €, até 31/03/2027).',
  },
} as const satisfies Record<string, MessageVariable>

export type MessageVariableCode = keyof typeof messageVariables

/** Variables with URLs of this server: only these may be the `href` of a link, and only alone. */
export const linkVariables: readonly MessageVariableCode[] = ['ligacao', 'pagamentoUrl']

/** Variables of every event: about the organisation and the recipient. */
export const commonVariables = [
  'organizacao',
  'deOrganizacao',
  'emOrganizacao',
  'aOrganizacao',
  'organizacaoMorada',
  'organizacaoEmail',
  'organizacaoTelefone',
  'organizacaoContactos',
  'hoje',
  'nome',
  'primeiroNome',
  'saudacao',
  'numero',
  'categoria',
] as const satisfies readonly MessageVariableCode[]

/** `preferred`: the person's preferred channel, or another one by which the person can be reached. */
export type EventChannel = 'preferred' | 'email' | 'sms' | 'letter'

export interface MessageEvent {
  label: string
  group: string
  /** Also sent to non-members such as applicants and staff: its footer does not address them as members. */
  toOthers?: true
  channel: EventChannel
  /** Somebody is waiting for it: sent before other messages, even while automatic sending is disabled. */
  urgent?: true
  /**
   * Its messages have a link that gives access, written by the program below the text with this label. The texts cannot contain
   * the link, and only administrators change them.
   */
  secretLink?: string
  /** Variables that are appended to its texts when these do not contain them, since the recipient gets the information only here. */
  always?: readonly MessageVariableCode[]
  /** Variables of its texts besides the common ones. */
  variables: readonly MessageVariableCode[]
  /** Samples that replace the general ones. */
  samples?: Readonly<Partial<Record<MessageVariableCode, string>>>
  /** Alternative names of variables. */
  aliases?: Readonly<Record<string, MessageVariableCode>>
  subject: string
  /** HTML with a few elements. */
  body: string
  smsText: string
}

const account = 'Contas e acesso'
const applications = 'Candidaturas'
const membership = '{MemberPlural}'
const money = 'Pagamentos'
const privacy = 'Privacidade'
/** Variables of messages about debts. */
export const debtVariables = [
  'descricao',
  'aDescricao',
  'esta',
  'continua',
  'ano',
  'valor',
  'data',
  'entidade',
  'referencia',
  'pagamentoUrl',
] as const satisfies readonly MessageVariableCode[]
const lateDebt = [...debtVariables, 'outrasDividas'] as const

const otherDebts = '<p>{outrasDividas}</p>'
const closing = '<p>Com os melhores cumprimentos,<br>{organizacao}</p>'
const payHere =
  '<p>Pode pagar por Multibanco: entidade <strong>{entidade}</strong>, referência <strong>{referencia}</strong>.</p>' +
  '<p>Todas as formas de pagar estão na <a href="{pagamentoUrl}">página de pagamento</a>.</p>'

/** Events that send a message: code → default texts and options, which the organisation can change. */
export const messageEvents = {
  applicationReceived: {
    label: 'Candidatura recebida',
    group: applications,
    toOthers: true,
    channel: 'email',
    variables: ['numeroCandidatura', 'data'],
    subject: 'Recebemos a sua candidatura',
    body: `<p>{saudacao},</p><p>Obrigado pelo seu interesse em pertencer {aOrganizacao}. Recebemos a sua candidatura, com o número <strong>{numeroCandidatura}</strong>.</p><p>Vamos analisá-la e damos notícias assim que houver uma decisão.</p>${closing}`,
    smsText: '{organizacao}: recebemos a sua candidatura n.º {numeroCandidatura}. Obrigado.',
  },
  applicationVerification: {
    label: 'Confirmação do email da candidatura',
    group: applications,
    toOthers: true,
    channel: 'email',
    secretLink: 'Confirmar o email',
    variables: ['numeroCandidatura', 'validade'],
    samples: { validade: '7 dias' },
    subject: 'Confirme o seu email',
    body: '<p>{saudacao},</p><p>Para continuarmos com a sua candidatura {aOrganizacao}, confirme que este email é seu, com a ligação abaixo. É válida durante {validade} e só pode ser usada uma vez.</p><p>Se não fez este pedido, ignore esta mensagem.</p>',
    smsText: '{organizacao}: confirme o seu email com esta ligação, válida durante {validade}.',
  },
  applicationAccepted: {
    label: 'Candidatura aceite',
    group: applications,
    channel: 'email',
    variables: ['numeroCandidatura', 'data'],
    subject: 'A sua candidatura foi aceite',
    body: `<p>{saudacao},</p><p>Temos o gosto de informar que a sua candidatura {aOrganizacao} foi aceite. O seu número é <strong>{numero}</strong>, na categoria {categoria}.</p><p>Damos-lhe as boas-vindas.</p>${closing}`,
    smsText: '{organizacao}: a sua candidatura foi aceite. O seu número é {numero}.',
  },
  applicationRefused: {
    label: 'Candidatura recusada',
    group: applications,
    toOthers: true,
    channel: 'email',
    variables: ['numeroCandidatura', 'motivo', 'data'],
    subject: 'A sua candidatura',
    body: `<p>{saudacao},</p><p>Agradecemos o seu interesse em pertencer {aOrganizacao}. Depois de analisada, a sua candidatura não foi aceite, pelo seguinte motivo:</p><blockquote><p>{motivo}</p></blockquote><p>Para qualquer esclarecimento, contacte-nos.</p>${closing}`,
    smsText: '{organizacao}: a sua candidatura não foi aceite. Para mais informações, contacte-nos.',
  },
  applicationInformationNeeded: {
    label: 'Candidatura: falta informação',
    group: applications,
    toOthers: true,
    channel: 'email',
    variables: ['numeroCandidatura', 'pedido'],
    subject: 'Falta informação na sua candidatura',
    body: `<p>{saudacao},</p><p>Para continuarmos a analisar a sua candidatura {aOrganizacao}, precisamos do seguinte:</p><blockquote><p>{pedido}</p></blockquote><p>Pode responder a esta mensagem.</p>${closing}`,
    smsText: '{organizacao}: falta informação na sua candidatura. Veja o email ou contacte-nos.',
  },
  welcome: {
    label: 'Boas-vindas',
    group: membership,
    channel: 'preferred',
    variables: [],
    subject: 'Boas-vindas {aOrganizacao}',
    body: `<p>{saudacao},</p><p>É com gosto que lhe damos as boas-vindas {aOrganizacao}. O seu número de {memberSingular} é <strong>{numero}</strong>.</p><p>Estamos ao dispor para o que precisar.</p>${closing}`,
    smsText: '{organizacao}: boas-vindas. O seu número é {numero}.',
  },
  stateChanged: {
    label: 'Mudança de estado',
    group: membership,
    channel: 'preferred',
    variables: ['estado', 'motivo', 'data'],
    samples: { motivo: 'A seu pedido.' },
    subject: 'Alteração da sua inscrição',
    body: `<p>{saudacao},</p><p>A sua inscrição {emOrganizacao} passa ao estado <strong>{estado}</strong> a partir de {data}.</p><p>{motivo}</p><p>Para qualquer esclarecimento, contacte-nos.</p>${closing}`,
    smsText: '{organizacao}: a sua inscrição passa ao estado {estado} a partir de {data}.',
  },
  cardReady: {
    label: 'Cartão pronto',
    group: membership,
    channel: 'preferred',
    variables: ['ligacao', 'data'],
    subject: 'O seu cartão está pronto',
    body: `<p>{saudacao},</p><p>O seu cartão de {memberSingular} n.º {numero} está pronto. Pode levantá-lo na secretaria.</p>${closing}`,
    smsText: '{organizacao}: o seu cartão está pronto na secretaria.',
  },
  paymentAdvice: {
    label: 'Aviso de pagamento',
    group: money,
    channel: 'preferred',
    variables: debtVariables,
    subject: 'Aviso de pagamento: {descricao}',
    body: `<p>{saudacao},</p><p>Até {data}, {esta} a pagamento <strong>{aDescricao}</strong>, no valor de <strong>{valor}</strong>.</p>${payHere}<p>Se já pagou, ignore esta mensagem. Obrigado.</p>${closing}`,
    smsText: '{organizacao}: {descricao}, {valor}, até {data}. MB ent {entidade} ref {referencia}. Obrigado.',
  },
  reminder1: {
    label: 'Primeiro lembrete',
    group: money,
    channel: 'preferred',
    always: ['outrasDividas'],
    variables: lateDebt,
    subject: 'Lembrete: {descricao}',
    body: `<p>{saudacao},</p><p>Lembramos que {esta} por regularizar <strong>{aDescricao}</strong>, no valor de <strong>{valor}</strong>.</p>${payHere}${otherDebts}<p>Se já pagou, ignore esta mensagem. Obrigado.</p>${closing}`,
    smsText:
      '{organizacao}: {esta} por regularizar {aDescricao}, {valor}. MB ent {entidade} ref {referencia}. Obrigado. {outrasDividas}',
  },
  reminder2: {
    label: 'Segundo lembrete',
    group: money,
    channel: 'preferred',
    always: ['outrasDividas'],
    variables: lateDebt,
    subject: 'Segundo lembrete: {descricao}',
    body: `<p>{saudacao},</p><p>Até hoje, {continua} por regularizar <strong>{aDescricao}</strong>, no valor de <strong>{valor}</strong>. Agradecemos o pagamento até {data}.</p>${payHere}${otherDebts}<p>Se precisar de combinar outra forma de pagamento, fale connosco.</p>${closing}`,
    smsText:
      '{organizacao}: {continua} por regularizar {aDescricao}, {valor}. MB ent {entidade} ref {referencia}. {outrasDividas}',
  },
  reminder3: {
    label: 'Último lembrete',
    group: money,
    channel: 'letter',
    always: ['outrasDividas'],
    variables: lateDebt,
    subject: 'Último lembrete: {descricao}',
    body: `<p>{saudacao},</p><p>Apesar dos lembretes anteriores, {continua} por regularizar <strong>{aDescricao}</strong>, no valor de <strong>{valor}</strong>. Pedimos que regularize até {data}, para evitar as consequências previstas nos estatutos.</p>${payHere}${otherDebts}<p>Se precisar de combinar outra forma de pagamento, fale connosco.</p>${closing}`,
    smsText:
      '{organizacao}: último lembrete: {continua} por regularizar {aDescricao}, {valor}, até {data}. MB ent {entidade} ref {referencia}. {outrasDividas}',
  },
  paymentReceived: {
    label: 'Pagamento recebido',
    group: money,
    channel: 'preferred',
    variables: ['descricao', 'valor', 'data', 'recibo'],
    subject: 'Recebemos o seu pagamento',
    body: `<p>{saudacao},</p><p>Recebemos, em {data}, o pagamento de <strong>{valor}</strong> ({descricao}). Muito obrigado.</p><p>Recibo n.º {recibo}.</p>${closing}`,
    smsText: '{organizacao}: recebemos o pagamento de {valor}. Recibo {recibo}. Obrigado.',
  },
  debitAnnounced: {
    label: 'Aviso de débito direto',
    group: money,
    channel: 'preferred',
    variables: ['descricao', 'valor', 'data', 'autorizacao', 'credor', 'conta'],
    subject: 'Débito direto de {valor}, em {data}',
    body: `<p>{saudacao},</p><p>Em {data} vamos cobrar por débito direto <strong>{valor}</strong> ({descricao}), na conta {conta}.</p><p>Autorização n.º {autorizacao}; identificador de credor {credor}.</p><p>Se algo não estiver certo, fale connosco antes desse dia.</p>${closing}`,
    smsText:
      '{organizacao}: em {data} cobramos {valor} por débito direto na conta {conta} (autorização {autorizacao}).',
  },
  paymentReturned: {
    label: 'Pagamento devolvido',
    group: money,
    channel: 'preferred',
    variables: ['valor', 'data', 'recibo', 'motivo'],
    samples: { motivo: 'sem provisão' },
    subject: 'O seu pagamento foi devolvido',
    body: `<p>{saudacao},</p><p>O banco devolveu, em {data}, o pagamento de <strong>{valor}</strong> do recibo n.º {recibo}: {motivo}. O que ele pagava voltou a ficar por pagar.</p><p>Fale connosco se tiver dúvidas.</p>${closing}`,
    smsText: '{organizacao}: o pagamento de {valor} (recibo {recibo}) foi devolvido: {motivo}. Contacte-nos.',
  },
  dataRequestExtended: {
    label: 'Pedido de titular: prazo prolongado',
    group: privacy,
    toOthers: true,
    channel: 'email',
    // The law sets the day until which the person must know.
    urgent: true,
    always: ['motivo', 'data'],
    variables: ['pedido', 'motivo', 'data'],
    samples: { pedido: 'Acesso', motivo: 'São muitos pedidos ao mesmo tempo.', data: '7 de junho de 2026' },
    subject: 'O seu pedido sobre os seus dados',
    body: `<p>{saudacao},</p><p>O pedido que nos fez sobre os seus dados pessoais ({pedido}) vai demorar mais do que um mês, pelo seguinte motivo:</p><blockquote><p>{motivo}</p></blockquote><p>Respondemos até {data}.</p>${closing}`,
    smsText: '{organizacao}: respondemos ao seu pedido sobre dados pessoais até {data}. {motivo}',
  },
  accountCreated: {
    label: 'Conta criada',
    group: account,
    toOthers: true,
    channel: 'email',
    urgent: true,
    secretLink: 'Entrar',
    variables: ['validade'],
    subject: 'A sua conta {emOrganizacao}',
    body: '<p>Olá, {primeiroNome}.</p><p>Foi criada uma conta para si {emOrganizacao}. Entre com a ligação abaixo e escolha a sua palavra-passe. A ligação é válida durante {validade} e só pode ser usada uma vez.</p>',
    smsText: '{organizacao}: entre na sua conta com esta ligação, válida durante {validade}.',
  },
  loginLink: {
    label: 'Entrar por ligação',
    group: account,
    toOthers: true,
    channel: 'email',
    urgent: true,
    secretLink: 'Entrar',
    variables: ['validade'],
    subject: 'Entrar {emOrganizacao}',
    body: '<p>Olá, {primeiroNome}.</p><p>Para entrar {emOrganizacao}, abra a ligação abaixo nos próximos {validade}. Só pode ser usada uma vez.</p><p>Se não fez este pedido, ignore esta mensagem.</p>',
    smsText: '{organizacao}: entre com esta ligação nos próximos {validade}.',
  },
  emailChange: {
    label: 'Confirmação do novo email',
    group: account,
    toOthers: true,
    channel: 'email',
    urgent: true,
    secretLink: 'Confirmar o email',
    variables: ['validade'],
    subject: 'Confirme o seu novo email',
    body: '<p>Olá, {primeiroNome}.</p><p>Para entrar {emOrganizacao} com este email, confirme-o com a ligação abaixo. É válida durante {validade} e só pode ser usada uma vez. Até lá, o email da conta é o anterior.</p><p>Se não fez este pedido, ignore esta mensagem.</p>',
    smsText: '{organizacao}: confirme o seu novo email com esta ligação, válida durante {validade}.',
  },
  emailInUse: {
    label: 'Pedido de mudança para um email já em uso',
    group: account,
    toOthers: true,
    channel: 'email',
    urgent: true,
    variables: [],
    subject: 'Este email já tem conta',
    body: `<p>Olá, {primeiroNome}.</p><p>Pediram para usar este email noutra conta {emOrganizacao}. Não mudou nada, porque é o email da sua conta.</p><p>Se fez o pedido, entre com este email. Se não o fez, não precisa de fazer nada.</p>${closing}`,
    smsText: '{organizacao}: pediram para usar o seu email noutra conta. Não mudou nada.',
  },
  emailChanged: {
    label: 'Email da conta alterado',
    group: account,
    toOthers: true,
    channel: 'email',
    urgent: true,
    variables: [],
    subject: 'O email da sua conta mudou',
    body: `<p>Olá, {primeiroNome}.</p><p>O email da sua conta {emOrganizacao} mudou em {hoje}, e este deixou de servir para entrar.</p><p>Se não pediu esta mudança, contacte-nos já para recuperar a conta.</p><p>{organizacaoContactos}</p>${closing}`,
    smsText: '{organizacao}: o email da sua conta mudou. Se não pediu esta mudança, contacte-nos já.',
  },
  accountSecurity: {
    label: 'Segurança da conta alterada',
    group: account,
    toOthers: true,
    channel: 'email',
    urgent: true,
    always: ['alteracao'],
    variables: ['alteracao'],
    subject: 'A segurança da sua conta mudou',
    body: `<p>Olá, {primeiroNome}.</p><p>Na sua conta {emOrganizacao}: {alteracao}.</p><p>Se não foi por sua iniciativa, contacte-nos já.</p><p>{organizacaoContactos}</p>${closing}`,
    smsText: '{organizacao}: na sua conta, {alteracao}. Se não foi por sua iniciativa, contacte-nos já.',
  },
  webhookStopped: {
    label: 'Webhook desligado por falhas',
    group: account,
    toOthers: true,
    channel: 'email',
    always: ['webhook', 'motivo'],
    variables: ['webhook', 'motivo'],
    samples: { motivo: 'O destino respondeu 500.' },
    subject: 'O webhook {webhook} foi desligado',
    body: `<p>Olá, {primeiroNome}.</p><p>O webhook <strong>{webhook}</strong> foi desligado, porque deixou de receber o que lhe enviamos. A última falha: {motivo}</p><p>Depois de resolver o problema, ligue-o outra vez na página dos programadores. O que ficou por entregar segue nessa altura.</p>${closing}`,
    smsText: '{organizacao}: o webhook {webhook} foi desligado por falhas. {motivo}',
  },
} as const satisfies Record<string, MessageEvent>

export type MessageEventCode = keyof typeof messageEvents

/** Returns the event of a code; undefined when there is none. */
export function findMessageEvent(code: string): MessageEvent | undefined {
  return isNameIn(messageEvents, code) ? messageEvents[code] : undefined
}

/** Returns the sample of each variable of an event; without an event (bulk messages), of the common variables. */
export function samplesOf(event: Pick<MessageEvent, 'variables' | 'samples'> | undefined) {
  const codes = event ? variablesOf(event) : commonVariables
  return codes.map((code) => ({ code, sample: event?.samples?.[code] ?? messageVariables[code].sample }))
}

/** Codes of events without a link that gives access. */
export const eventsWithoutAccess: readonly string[] = Object.keys(messageEvents).filter(
  (code) => findMessageEvent(code)?.secretLink === undefined,
)

/** Returns the variables that the texts of an event may contain. */
export function variablesOf({ variables }: Pick<MessageEvent, 'variables'>): MessageVariableCode[] {
  return [...new Set<MessageVariableCode>([...commonVariables, ...variables])]
}
