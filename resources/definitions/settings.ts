import type { Caller } from '../access.ts'
import { nobody, staff } from '../access.ts'
import { cardLayouts } from '../card-layouts.ts'
import { defineResource } from '../define-resource.ts'
import type { InputType } from '../descriptor.ts'
import { longText, text } from '../fields.ts'

interface Setting {
  label: string
  group: string
  default: string
  /** Visitors and members read it too. */
  public?: true
  /** Only administrators change it. */
  admin?: true
  /** Kept encrypted and never answered: readers learn only whether there is one (`secretShown`). */
  secret?: true
  help?: string
  inputType?: InputType
  options?: Record<string, string>
  /** Rules of `validate.ts` that the value must follow. */
  rules?: readonly string[]
}

/** What stands in the place of a secret value. Sent back, it changes nothing. */
export const secretShown = '••••••••'

const yesNo = { inputType: 'checkbox', rules: ['yesNo'] } as const

/** Every setting of the organisation: name → what it is. Values are text; switches are 'true' and 'false'. */
export const settingList = {
  name: {
    label: 'Nome da organização',
    group: 'Organização',
    default: 'Agremia',
    public: true,
    rules: ['required', 'max:200'],
  },
  orgType: {
    label: 'Tipo',
    group: 'Organização',
    default: 'association',
    public: true,
    inputType: 'select',
    options: { association: 'Associação', cooperative: 'Cooperativa' },
    rules: ['required', 'option'],
  },
  organisationNif: { label: 'NIPC', group: 'Organização', default: '', inputType: 'nif', rules: ['nif'] },
  organisationAddress: { label: 'Sede', group: 'Organização', default: '', public: true, rules: ['max:300'] },
  organisationEmail: {
    label: 'Email',
    group: 'Organização',
    default: '',
    public: true,
    inputType: 'email',
    rules: ['email'],
  },
  organisationPhone: {
    label: 'Telefone',
    group: 'Organização',
    default: '',
    public: true,
    inputType: 'phone',
    rules: ['phone'],
  },
  supportEmail: {
    label: 'Email do apoio técnico',
    help: 'Para onde escreve quem precisa de ajuda com o programa.',
    group: 'Organização',
    default: '',
    public: true,
    admin: true,
    inputType: 'email',
    rules: ['email'],
  },
  foundationDate: {
    label: 'Data de fundação',
    group: 'Organização',
    default: '',
    inputType: 'date',
    rules: ['date'],
  },
  timeZone: {
    label: 'Fuso horário',
    group: 'Organização',
    default: 'Europe/Lisbon',
    public: true,
    inputType: 'select',
    options: { 'Europe/Lisbon': 'Continente e Madeira', 'Atlantic/Azores': 'Açores' },
    rules: ['required', 'option'],
  },
  client: {
    label: 'Identificador da instalação',
    group: 'Organização',
    default: 'agremia',
    public: true,
    admin: true,
    rules: ['max:60'],
  },
  filesDir: {
    label: 'Pasta dos ficheiros',
    group: 'Organização',
    default: 'files',
    admin: true,
    rules: ['max:200'],
  },
  staging: {
    label: 'Modo de testes',
    help: 'Uma faixa em todas as páginas diz que a informação é fictícia.',
    group: 'Organização',
    default: 'false',
    public: true,
    admin: true,
    ...yesNo,
  },

  memberSingular: {
    label: 'Quem pertence, no singular',
    group: 'Terminologia',
    default: 'sócio',
    public: true,
    admin: true,
    rules: ['required', 'max:40'],
  },
  memberPlural: {
    label: 'Quem pertence, no plural',
    help: 'É também o endereço da lista, sem acentos: sócios fica em /socios.',
    group: 'Terminologia',
    default: 'sócios',
    public: true,
    admin: true,
    rules: ['required', 'max:40'],
  },
  memberGender: {
    label: 'Artigo',
    group: 'Terminologia',
    default: 'm',
    public: true,
    admin: true,
    inputType: 'select',
    options: { m: 'o (masculino)', f: 'a (feminino)', both: 'o(a) (ambos)' },
    rules: ['required', 'option'],
  },
  membershipPayments: {
    label: 'O que se paga, no plural',
    help: 'Por exemplo Quotas, Quotizações ou Contribuições.',
    group: 'Terminologia',
    default: 'Quotas',
    public: true,
    admin: true,
    rules: ['required', 'max:40'],
  },

  hasMemberApplication: { label: 'Candidaturas', group: 'Módulos', default: 'true', public: true, ...yesNo },
  hasTreasury: { label: 'Tesouraria', group: 'Módulos', default: 'true', public: true, ...yesNo },
  treasuryHasCostCenters: {
    label: 'Centros de custos',
    group: 'Módulos',
    default: 'false',
    public: true,
    ...yesNo,
  },
  automatedMemberPayments: {
    label: 'Pagamentos automáticos',
    group: 'Módulos',
    default: 'false',
    public: true,
    ...yesNo,
  },
  SendMessages: {
    label: 'Envio automático de mensagens',
    group: 'Mensagens',
    default: 'true',
    public: true,
    ...yesNo,
  },
  messagesPerMinute: {
    label: 'Mensagens por minuto',
    help: 'No máximo. Os serviços de email costumam bloquear quem envia demasiadas de uma vez.',
    group: 'Mensagens',
    default: '60',
    admin: true,
    inputType: 'number',
    rules: ['required', 'wholeNumber:1-6000'],
  },
  messagesFooter: {
    label: 'Rodapé das mensagens',
    group: 'Mensagens',
    default: 'Recebe esta mensagem por ser {memberSingular} de {organizacao}.',
    inputType: 'textarea',
    rules: ['max:500'],
  },
  mailHost: {
    label: 'Servidor de email',
    help: 'Por exemplo smtp.exemplo.pt. Vazio: as mensagens ficam retidas.',
    group: 'Servidor de email',
    default: '',
    admin: true,
    rules: ['max:253'],
  },
  mailPort: {
    label: 'Porta',
    group: 'Servidor de email',
    default: '587',
    admin: true,
    inputType: 'number',
    rules: ['required', 'wholeNumber:1-65535'],
  },
  mailSecurity: {
    label: 'Segurança',
    group: 'Servidor de email',
    default: 'starttls',
    admin: true,
    inputType: 'select',
    options: { starttls: 'STARTTLS (porta 587)', tls: 'TLS (porta 465)', none: 'Nenhuma' },
    rules: ['required', 'option'],
  },
  mailUser: { label: 'Utilizador', group: 'Servidor de email', default: '', admin: true, rules: ['max:254'] },
  mailPassword: {
    label: 'Palavra-passe',
    group: 'Servidor de email',
    default: '',
    admin: true,
    secret: true,
    inputType: 'password',
    rules: ['max:200'],
  },
  mailFrom: {
    label: 'Email do remetente',
    help: 'Vazio: o email da organização.',
    group: 'Servidor de email',
    default: '',
    admin: true,
    inputType: 'email',
    rules: ['email'],
  },
  mailFromName: {
    label: 'Nome do remetente',
    help: 'Vazio: o nome da organização.',
    group: 'Servidor de email',
    default: '',
    admin: true,
    rules: ['max:100'],
  },
  mailReplyTo: {
    label: 'Email para respostas',
    group: 'Servidor de email',
    default: '',
    admin: true,
    inputType: 'email',
    rules: ['email'],
  },
  smsUrl: {
    label: 'Endereço do serviço de SMS',
    help: 'Dado pelo fornecedor. Pode conter as palavras to, text e sender entre chavetas. Vazio: os SMS ficam retidos.',
    group: 'SMS',
    default: '',
    admin: true,
    rules: ['webAddress', 'max:500'],
  },
  smsMethod: {
    label: 'Método do pedido',
    group: 'SMS',
    default: 'POST',
    admin: true,
    inputType: 'select',
    options: { POST: 'POST', GET: 'GET' },
    rules: ['required', 'option'],
  },
  smsToken: {
    label: 'Chave do serviço de SMS',
    help: 'Vai no cabeçalho Authorization (Bearer).',
    group: 'SMS',
    default: '',
    admin: true,
    secret: true,
    inputType: 'password',
    rules: ['max:500'],
  },
  smsBody: {
    label: 'Corpo do pedido',
    help: 'JSON, com as palavras to, text e sender entre chavetas onde vão o número, o texto e o remetente.',
    group: 'SMS',
    default: '{"to":"{to}","text":"{text}","from":"{sender}"}',
    admin: true,
    inputType: 'textarea',
    rules: ['max:1000'],
  },
  smsSender: {
    label: 'Remetente dos SMS',
    help: 'No máximo 11 letras ou algarismos.',
    group: 'SMS',
    default: '',
    admin: true,
    rules: ['smsSender'],
  },
  smsPricePerPart: {
    label: 'Preço por SMS, em euros',
    help: 'De cada parte de 160 letras (70 com acentos). Serve para estimar o custo.',
    group: 'SMS',
    default: '0.05',
    admin: true,
    rules: ['price'],
  },
  smsRemoveAccents: {
    label: 'Retirar os acentos dos SMS',
    help: 'Cabem 160 letras em cada um, em vez de 70.',
    group: 'SMS',
    default: 'true',
    ...yesNo,
  },
  revealUnknownAccounts: {
    label: 'Dizer que uma conta não existe',
    help: 'Ao entrar com um email desconhecido. Ajuda quem se engana, mas revela quem tem conta.',
    group: 'Segurança',
    default: 'false',
    admin: true,
    ...yesNo,
  },

  membersFirstNumber: {
    label: 'Primeiro número a atribuir',
    help: 'O número seguinte é o maior já atribuído mais um, e nunca menor do que este.',
    group: '{MemberPlural}',
    default: '1',
    inputType: 'number',
    rules: ['required', 'wholeNumber:1-2000000000'],
  },
  membersRequiredFields: {
    label: 'Campos obrigatórios',
    group: '{MemberPlural}',
    default: '',
    inputType: 'tags',
    rules: ['max:2000'],
  },
  membersHiddenFields: {
    label: 'Campos escondidos',
    group: '{MemberPlural}',
    default: 'nationality,maritalStatus,employer,education,district,section',
    inputType: 'tags',
    rules: ['max:2000'],
  },

  duesOnAdmission: {
    label: 'Joia e primeira {membershipPayment} de quem é registado pela secretaria',
    help: 'Como nas candidaturas aceites, se o plano de {membershipPayments} o disser.',
    group: '{MembershipPayments}',
    default: 'true',
    ...yesNo,
  },
  joiaOnReadmission: {
    label: 'Joia de quem é readmitido, em percentagem',
    help: '0: nenhuma; 100: a de quem entra; 200: o dobro. O que ficou por pagar continua devido.',
    group: '{MembershipPayments}',
    default: '0',
    inputType: 'number',
    rules: ['required', 'wholeNumber:0-300'],
  },
  agreementGraceDays: {
    label: 'Dias de tolerância dos acordos de pagamento',
    help: 'Passados estes dias sobre uma prestação por pagar, o acordo está em incumprimento.',
    group: '{MembershipPayments}',
    default: '15',
    inputType: 'number',
    rules: ['required', 'wholeNumber:0-365'],
  },
  reminderDays: {
    label: 'Dias dos avisos',
    help: 'Antes (com sinal menos) e depois do vencimento: o aviso de pagamento e até três lembretes.',
    group: '{MembershipPayments}',
    default: '-15,15,45,90',
    rules: ['required', 'risingDays'],
  },
  receiptSeries: {
    label: 'Série dos recibos',
    help: 'Começa o número de cada recibo, por exemplo Q em Q/2026/000123.',
    group: 'Recibos',
    default: 'Q',
    rules: ['required', 'series'],
  },
  vatExemptionText: {
    label: 'Menção ao IVA nos recibos',
    group: 'Recibos',
    default: 'Isento de IVA nos termos do artigo 9.º, n.º 19, do CIVA',
    rules: ['max:200'],
  },
  donationLegalQuality: {
    label: 'Natureza jurídica, nos recibos de donativos',
    help: 'Por exemplo: instituição particular de solidariedade social.',
    group: 'Recibos',
    default: '',
    rules: ['max:200'],
  },
  donationLegalBasis: {
    label: 'Enquadramento legal dos donativos',
    help: 'A norma e, se houver, o despacho de reconhecimento. Vazio: os recibos dizem que o donativo não tem relevância fiscal.',
    group: 'Recibos',
    default: '',
    rules: ['max:300'],
  },
  closedUntil: {
    label: 'Contas fechadas até',
    help: 'Não se registam nem anulam pagamentos com data até este dia.',
    group: 'Recibos',
    default: '',
    admin: true,
    inputType: 'date',
    rules: ['date', 'notFuture'],
  },
  transferIban: {
    label: 'IBAN para transferências',
    group: 'Meios de pagamento',
    default: '',
    admin: true,
    inputType: 'iban',
    rules: ['iban'],
  },
  transferHolder: {
    label: 'Titular da conta',
    help: 'Vazio: o nome da organização.',
    group: 'Meios de pagamento',
    default: '',
    admin: true,
    rules: ['max:70'],
  },
  multibancoEntity: {
    label: 'Entidade Multibanco',
    help: 'Para referências feitas pelo programa, sem perguntar a ninguém.',
    group: 'Meios de pagamento',
    default: '',
    admin: true,
    rules: ['digits:5-5'],
  },
  multibancoSubEntity: {
    label: 'Subentidade Multibanco',
    group: 'Meios de pagamento',
    default: '',
    admin: true,
    rules: ['digits:1-3'],
  },

  cardsValidity: {
    label: 'Validade dos cartões',
    group: 'Cartões',
    default: 'annual',
    inputType: 'select',
    options: {
      annual: 'Até ao fim do ano',
      years: 'Alguns anos',
      whileMember: 'Enquanto pertencer à organização',
      dynamic: 'Sem data: o código QR diz se é válido',
    },
    rules: ['required', 'option'],
  },
  cardsValidityYears: {
    label: 'Anos de validade',
    help: 'Quando a validade é de alguns anos.',
    group: 'Cartões',
    default: '3',
    inputType: 'number',
    rules: ['required', 'wholeNumber:1-50'],
  },
  cardsReplacementFee: {
    label: 'Preço da 2.ª via, em euros',
    help: 'Com 0 não se cobra.',
    group: 'Cartões',
    default: '0',
    rules: ['price'],
  },
  cardsTellReady: {
    label: 'Avisar {o} {memberSingular} quando o cartão fica impresso',
    help: 'Com o texto da mensagem automática «Cartão pronto», uma só vez por cartão.',
    group: 'Cartões',
    default: 'false',
    ...yesNo,
  },
  cardsNumberDigits: {
    label: 'Algarismos do número no cartão',
    help: 'O número leva zeros à esquerda até ter estes algarismos. Com 0 fica como é.',
    group: 'Cartões',
    default: '0',
    inputType: 'number',
    rules: ['required', 'wholeNumber:0-8'],
  },
  cardsConditions: {
    label: 'Condições de utilização',
    group: 'Cartões',
    default: 'Cartão pessoal e intransmissível. Deve ser apresentado sempre que seja pedido.',
    inputType: 'textarea',
    rules: ['max:300'],
  },
  cardsFinderText: {
    label: 'Em caso de extravio',
    group: 'Cartões',
    default: 'Se encontrar este cartão, agradecemos que o devolva na sede.',
    inputType: 'textarea',
    rules: ['max:300'],
  },
  cardsLayout: {
    label: 'Papel dos cartões',
    help: 'O que se propõe ao imprimir; em cada impressão pode ser outro.',
    group: 'Impressão de cartões',
    default: 'a4-10',
    inputType: 'select',
    options: cardLayouts,
    rules: ['required', 'option'],
  },
  cardsOffset: {
    label: 'Acerto da impressora, em milímetros',
    help: 'Para a direita e para baixo, por exemplo 0,5; -0,3. Imprima a página de calibração para o saber.',
    group: 'Impressão de cartões',
    default: '0; 0',
    rules: ['millimetres:2'],
  },
  cardsPrecutSheet: {
    label: 'Papel pré-cortado, em milímetros',
    help: 'Margem esquerda; margem de cima; distância entre colunas; distância entre linhas.',
    group: 'Impressão de cartões',
    default: '15; 13,5; 95; 54',
    rules: ['millimetres:4'],
  },
  cardsLetterText: {
    label: 'Texto da carta que acompanha o cartão',
    help: 'Pode ter as palavras nome, numero, categoria, desde, validade e organizacao, cada uma entre chavetas.',
    group: 'Impressão de cartões',
    default:
      'Junto enviamos o seu cartão, com o n.º {numero}.\n\nO código QR do cartão permite confirmar a sua validade em qualquer telemóvel. Se os seus dados não estiverem certos, pedimos que nos avise.\n\nCom os melhores cumprimentos,',
    inputType: 'textarea',
    rules: ['max:2000'],
  },
  verifyShowsFullName: {
    label: 'Mostrar o nome completo a quem verifica um cartão',
    help: 'Sem isto vê-se o primeiro nome e a inicial do último.',
    group: 'Verificação de cartões',
    default: 'false',
    admin: true,
    ...yesNo,
  },
  verifyShowsPhoto: {
    label: 'Mostrar a fotografia a quem verifica um cartão',
    help: 'Só a de quem consentiu que a sua imagem fosse usada.',
    group: 'Verificação de cartões',
    default: 'false',
    admin: true,
    ...yesNo,
  },
  verifyUsesQuotas: {
    label: 'Ter em conta as {membershipPayments} em atraso',
    help: 'A verificação diz que a situação é irregular, e nunca quanto se deve.',
    group: 'Verificação de cartões',
    default: 'true',
    ...yesNo,
  },
  verifyGraceDays: {
    label: 'Dias de tolerância das dívidas',
    help: 'Só conta o que venceu há mais dias do que estes.',
    group: 'Verificação de cartões',
    default: '90',
    inputType: 'number',
    rules: ['required', 'wholeNumber:0-3650'],
  },

  applicationsOnline: {
    label: 'Candidaturas online',
    help: 'A página de inscrição aceita candidaturas.',
    group: 'Candidaturas',
    default: 'true',
    public: true,
    ...yesNo,
  },
  memberApplicationsRequiredFields: {
    label: 'Campos obrigatórios',
    group: 'Candidaturas',
    default: '',
    inputType: 'tags',
    rules: ['max:2000'],
  },
  memberApplicationsHiddenFields: {
    label: 'Campos escondidos',
    help: 'Não aparecem na página de inscrição nem nas fichas. Um consentimento escondido não é pedido.',
    group: 'Candidaturas',
    default:
      'shortName,idDocumentType,idDocumentNumber,idDocumentExpiry,nationality,maritalStatus,employer,education,parish,municipality,district,directory',
    inputType: 'tags',
    rules: ['max:2000'],
  },
  applicationsPhoto: {
    label: 'Fotografia na candidatura',
    group: 'Candidaturas',
    default: 'optional',
    inputType: 'select',
    options: { no: 'Não se pede', optional: 'Facultativa', required: 'Obrigatória' },
    rules: ['required', 'option'],
  },
  applicationsProposers: {
    label: 'Número de proponentes',
    help: '{MemberPlural} que propõem o candidato.',
    group: 'Candidaturas',
    default: '0',
    inputType: 'select',
    options: { 0: 'Nenhum', 1: 'Um', 2: 'Dois' },
    rules: ['required', 'option'],
  },
  applicationsMinimumTitles: {
    label: 'Títulos de capital, no mínimo',
    help: 'Só nas cooperativas.',
    group: 'Candidaturas',
    default: '3',
    inputType: 'number',
    rules: ['required', 'wholeNumber:1-1000000'],
  },
  applicationsVerification: {
    label: 'Confirmação do email',
    help: 'A candidatura feita na página de inscrição só é analisada depois de o email ser confirmado.',
    group: 'Candidaturas',
    default: 'true',
    ...yesNo,
  },
  applicationsVerificationDays: {
    label: 'Dias para confirmar o email',
    group: 'Candidaturas',
    default: '7',
    inputType: 'number',
    rules: ['required', 'wholeNumber:1-29'],
  },
  applicationsDecisionDays: {
    label: 'Dias para decidir',
    help: 'Prazo dos estatutos. Nas cooperativas, no máximo 180 dias. Com 0 não há prazo.',
    group: 'Candidaturas',
    default: '180',
    inputType: 'number',
    rules: ['required', 'wholeNumber:0-730'],
  },
  applicationsEmbedOrigins: {
    label: 'Sítios que mostram a página de inscrição',
    help: 'Endereços separados por vírgulas, por exemplo https://www.exemplo.pt. Só eles a podem mostrar dentro das suas páginas.',
    group: 'Candidaturas',
    default: '',
    inputType: 'tags',
    rules: ['max:2000', 'origins'],
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settingList
export type Settings = Record<SettingName, string>

export const settingNames = Object.keys(settingList) as SettingName[]
export const publicSettings = settingNames.filter((name) => 'public' in settingList[name])

export function settingOf(name: SettingName): Setting {
  return settingList[name]
}

const readable = (caller: Caller) =>
  caller.role === 'admin' || caller.role === 'editor' ? true : { name: publicSettings }

/** Name and value pairs, addressed by id or by name. */
export const settings = defineResource({
  name: 'settings',
  kind: 'byName',
  label: { one: 'Definição', many: 'Definições', gender: 'f' },
  title: 'name',
  access: {
    read: readable,
    create: nobody,
    update: (caller) =>
      caller.role === 'editor'
        ? { name: settingNames.filter((name) => !settingOf(name).admin) }
        : staff(caller),
    delete: nobody,
  },
  list: { sort: 'name' },
  fields: {
    name: text({ label: 'Nome', readOnly: true, sortable: true, max: 60, required: true }),
    value: longText({ label: 'Valor', max: 2000 }),
  },
})
