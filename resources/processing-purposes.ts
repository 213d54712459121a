import type { RetentionName } from './retention.ts'

/** Lawful bases of processing (article 6, paragraph 1, of the RGPD). */
export const lawfulBases = {
  contract: 'Contrato ou estatutos',
  law: 'Obrigação legal',
  interest: 'Interesse legítimo',
  consent: 'Consentimento',
  publicInterest: 'Interesse público',
  vitalInterest: 'Interesses vitais',
} as const

export type LawfulBasis = keyof typeof lawfulBases

/** Why personal data are processed. Texts have terminology marks. */
interface ProcessingPurpose {
  name: string
  bases: readonly LawfulBasis[]
  people: string
  data: string
  recipients?: string
  retention: readonly RetentionName[]
  /** Period of what no retention rule covers. */
  otherPeriod?: string
  onlyFor?: 'cooperative'
}

const members = '{MemberPlural} e antigos {memberPlural}'
const contacts = 'Nome, email, telemóvel, morada.'

/** What the program does with personal data: the first content of the register of processing activities (article 30 of the RGPD). */
export const processingPurposes: readonly ProcessingPurpose[] = [
  {
    name: 'Candidaturas e admissão',
    bases: ['contract'],
    people: 'Candidatos, proponentes e encarregados de educação',
    data: 'Identificação, contactos, categoria pretendida, proponentes, decisão.',
    retention: ['rejectedApplications', 'unconfirmedApplications'],
  },
  {
    name: 'Gestão de {memberPlural}, assembleias e {membershipPayments}',
    bases: ['contract'],
    people: members,
    data: 'Identificação, contactos, categoria, estado, direito de voto, dívidas e pagamentos.',
    recipients: 'Banco e serviço de pagamentos, para as cobranças.',
    retention: ['formerMembers', 'deletedRecords'],
    otherPeriod: 'Atas e presenças em assembleias: sem prazo, como prova.',
  },
  {
    name: 'Convocatórias, avisos de pagamento e mensagens de serviço',
    bases: ['contract'],
    people: members,
    data: `${contacts} Mensagens enviadas.`,
    recipients: 'Fornecedores de email e de SMS.',
    retention: ['messageContents', 'messageLog'],
  },
  {
    name: 'Recibos, donativos e contabilidade',
    bases: ['law'],
    people: '{MemberPlural}, doadores e fornecedores',
    data: 'Nome, NIF, morada, valores pagos e recebidos.',
    recipients: 'Contabilista e Autoridade Tributária.',
    retention: ['fiscalDocuments'],
  },
  {
    name: 'Livro de registo de cooperadores',
    bases: ['law'],
    people: members,
    data: 'Identificação, títulos de capital, admissão e saída.',
    retention: [],
    otherPeriod: 'Enquanto existir a cooperativa.',
    onlyFor: 'cooperative',
  },
  {
    name: 'Débitos diretos',
    bases: ['contract'],
    people: '{MemberPlural} que autorizaram o débito',
    data: 'Nome, IBAN, autorização assinada, valores debitados.',
    recipients: 'Banco.',
    retention: ['mandates', 'formerIbans'],
  },
  {
    name: 'Cobrança de dívidas',
    bases: ['interest'],
    people: '{MemberPlural} com valores em atraso',
    data: 'Dívidas, contactos, acordos e notas da cobrança.',
    recipients: 'Cobradores.',
    retention: ['formerMembers'],
  },
  {
    name: 'Divulgação de atividades e de ofertas de parceiros',
    bases: ['consent'],
    people: 'Quem o autorizou',
    data: `${contacts} Consentimentos.`,
    recipients: 'Fornecedores de email e de SMS.',
    retention: ['consents', 'messageContents'],
  },
  {
    name: 'Fotografias e vídeos de atividades, fotografia no cartão',
    bases: ['consent'],
    people: 'Quem o autorizou',
    data: 'Imagem.',
    recipients: 'Público, no que for publicado.',
    retention: ['photos', 'consents'],
  },
  {
    name: 'Cartões e a sua verificação',
    bases: ['contract', 'interest'],
    people: members,
    data: 'Número, nome, fotografia, estado, validade, última verificação.',
    recipients: 'Quem lê o código do cartão vê o nome reduzido e o estado.',
    retention: ['cardChecks', 'photos'],
  },
  {
    name: 'Segurança da aplicação',
    bases: ['interest'],
    people: 'Utilizadores',
    data: 'Conta, endereço de rede, entradas e ações.',
    recipients: 'Alojamento.',
    retention: ['signIns', 'auditTrail', 'deletedRecords', 'backups'],
  },
  {
    name: 'Pedidos de titulares e violações de dados',
    bases: ['law'],
    people: 'Quem exerce os seus direitos, pessoas afetadas',
    data: 'Identificação, contacto, pedido e resposta, factos.',
    recipients: 'Comissão Nacional de Proteção de Dados, quando o pede ou a lei obriga.',
    retention: [],
    otherPeriod: 'Sem prazo, como prova do cumprimento.',
  },
]
