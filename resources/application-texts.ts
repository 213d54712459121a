import { consentLabels } from './consent-labels.ts'
import { retentionText } from './retention.ts'
import { namesOf } from './names.ts'

/** A text for applicants, with terminology marks such as `{memberSingular}` and `{name}`. */
interface ApplicationText {
  label: string
  help?: string
  /** Must not be empty: applicants have to accept it. */
  required?: true
  default: string
}

/** The texts of the application form. Those named after a consent are what the applicant accepts. */
export const applicationTexts = {
  intro: {
    label: 'Apresentação',
    help: 'Aparece no início da página de inscrição.',
    default:
      'Preencha este formulário para se candidatar a {memberSingular}. A candidatura é apreciada pela Direção e a resposta chega-lhe por email.',
  },
  thanks: {
    label: 'Agradecimento',
    help: 'Aparece depois de a candidatura ser enviada.',
    default: 'Obrigado pelo seu interesse. Vamos apreciar a candidatura e responder-lhe por email.',
  },
  privacyNotice: {
    label: consentLabels.privacyNotice,
    help: 'Cada alteração cria uma versão nova; as anteriores ficam guardadas.',
    required: true,
    default: `Responsável pelo tratamento: {name}. Pode contactar-nos pelos meios indicados no nosso sítio ou na sede.

Finalidades e fundamentos: apreciar a candidatura e, se for aceite, gerir a sua ligação como {memberSingular}, as assembleias e a cobrança de {membershipPayments} (execução do contrato e dos estatutos); emitir recibos e cumprir obrigações fiscais (obrigação legal); enviar novidades, mensagens informativas e usar a sua imagem, apenas se o autorizar (consentimento, que pode retirar em qualquer altura e não condiciona a admissão).

Dados obrigatórios: os campos assinalados são necessários para apreciar a candidatura. Os restantes são facultativos.

Destinatários: os dados não são vendidos nem cedidos. Podem ser tratados, apenas na medida do necessário, pelo banco e pela entidade de pagamentos, pelos fornecedores de email e SMS, pelo contabilista e por quem a lei obrigar. Não são transferidos para fora do Espaço Económico Europeu.

${retentionText({})}

Direitos: pode pedir o acesso, a retificação, o apagamento, a limitação, a portabilidade, ou opor-se ao tratamento, pelos nossos contactos. Pode também apresentar reclamação à Comissão Nacional de Proteção de Dados (cnpd.pt).

Não há decisões automatizadas nem definição de perfis.`,
  },
  terms: {
    label: consentLabels.terms,
    required: true,
    default:
      'Conheço e aceito os estatutos e os regulamentos {deOrganizacao} e pretendo ser {memberSingular}.',
  },
  newsletter: { label: consentLabels.newsletter, default: 'Aceito receber a newsletter por email.' },
  sms: { label: consentLabels.sms, default: 'Aceito receber SMS informativos.' },
  imageUse: {
    label: consentLabels.imageUse,
    default: 'Autorizo a utilização da minha imagem em fotografias das atividades.',
  },
  directory: {
    label: consentLabels.directory,
    default:
      'Autorizo que o meu nome e o meu contacto constem da lista que {os} {outros} {memberPlural} podem ver.',
  },
  guardianConsent: {
    label: consentLabels.guardianConsent,
    default:
      'Na qualidade de titular das responsabilidades parentais, autorizo a inscrição e o tratamento dos dados do menor.',
  },
} as const satisfies Record<string, ApplicationText>

export type ApplicationTextName = keyof typeof applicationTexts

export const applicationTextNames = namesOf(applicationTexts)

export function applicationTextOf(name: ApplicationTextName): ApplicationText {
  return applicationTexts[name]
}
