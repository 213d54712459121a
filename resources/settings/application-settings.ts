import type { Setting } from './setting.ts'
import { yesNo } from './setting.ts'

/** Applications for membership. */
export const applicationSettings = {
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
  capitalTitleValue: {
    label: 'Valor de cada título de capital',
    help: 'Nas cooperativas, a lei fixa 5 €, ou um múltiplo. É o que se cobra pelos títulos pedidos, quando a candidatura é aceite.',
    group: 'Candidaturas',
    default: '5',
    rules: ['required', 'price'],
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
